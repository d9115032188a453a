// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { locale } from "./strings.js";

const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1234567.8);
const sign = (type, usual) => parts.find((part) => part.type === type)?.value ?? usual;
const decimal = sign("decimal", ".");

/** Whether digits stand in groups of three, as 12,345,678 does. */
const isGrouped = (text, group) => {
  const [first, ...others] = text.replace(/^[+-]/, "").split(group);
  return /^[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits));
};

/**
 * Reads a number as people write it in the language of the page: with its sign for decimals, with or without groups, in digits of
 * any width. The other sign is taken for decimals too where it can be nothing else, as in 72,5 on an English page.
 * @param {string} text what was typed.
 * @returns {{value: number, isPlain: boolean}|{fault: string}} the number, and whether it stands there as the language writes it;
 *   else what is wrong: "missing", "notANumber" or "tooLarge".
 */
export function readNumber(text) {
  // Compatibility forms: full-width digits and signs become the usual ones.
  const typed = text.normalize("NFKC").replace(/[\s'’_]/gu, "").replace(/[−–‐‑]/gu, "-")
    .replace(/、/gu, ",").replace(/。/gu, ".");
  if (!typed) return { fault: "missing" };
  if (!/^[+-]?[\d.,]*\d[\d.,]*$/.test(typed)) return { fault: "notANumber" };
  const read = plain(typed);
  if (!read) return { fault: "notANumber" };
  const value = Number(read.text);
  return Number.isFinite(value) ? { value, isPlain: read.isPlain } : { fault: "tooLarge" };
}

/** The digits as JavaScript writes them. */
function plain(typed) {
  const last = Math.max(typed.lastIndexOf("."), typed.lastIndexOf(","));
  if (last < 0) return { text: typed, isPlain: true };
  const mark = typed[last];
  const other = mark === "." ? "," : ".";
  const count = typed.split(mark).length - 1;
  const whole = typed.slice(0, last);
  if (whole.includes(other)) {
    // Both are there: the last one is for decimals, and stands there once.
    if (count > 1 || !isGrouped(whole, other)) return null;
    return { text: `${whole.replaceAll(other, "")}.${typed.slice(last + 1)}`, isPlain: mark === decimal };
  }
  if (count > 1) return isGrouped(typed, mark) ? { text: typed.replaceAll(mark, ""), isPlain: mark !== decimal } : null;
  if (mark !== decimal && isGrouped(typed, mark)) return { text: typed.replace(mark, ""), isPlain: true };
  return { text: typed.replace(mark, "."), isPlain: mark === decimal };
}

/** Quantities in two units: how they are written, and how many of the smaller unit make one of the larger. */
const composed = [
  { unit: "st", count: 14, form: /^(\d+)\s*(?:st|stones?)\.?\s*(?:(\d+(?:\.\d+)?)\s*(?:lbs?|pounds?)?\.?)?$/u },
  { unit: "ft", count: 12, form: /^(\d+)\s*(?:'|ft|foot|feet)\.?\s*(?:(\d+(?:\.\d+)?)\s*(?:"|in|inch|inches)?\.?)?$/u },
];

/**
 * Reads a number, or a quantity in stones and pounds or in feet and inches: 10 st 6 lb, 5 ft 11 in, 5'11".
 * @param {string} text what was typed.
 * @param {string[]} units the units that the field offers.
 * @returns what `readNumber` returns, with the unit where the text has one; the fault "composed" for 10 st 16 lb.
 */
export function readAmount(text, units) {
  const typed = text.normalize("NFKC").trim().toLowerCase().replace(/[’′]/gu, "'").replace(/''|[”″]/gu, '"').replace(/,/gu, ".");
  for (const { unit, count, form } of composed) {
    const match = units.includes(unit) && form.exec(typed);
    // An apostrophe before three digits separates thousands.
    if (!match || /^\d+'\d{3}$/u.test(typed)) continue;
    const rest = Number(match[2] ?? 0);
    return rest < count ? { value: Number(match[1]) + rest / count, unit, isPlain: true } : { fault: "composed" };
  }
  return readNumber(text);
}

/** A number as somebody would type it: with the sign for decimals of the language, without groups. */
export const typedNumber = (value, digits = 6) =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: digits }).format(value);
