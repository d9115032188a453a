// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { locale } from "./strings.js";

const parts = new Intl.NumberFormat(locale, { useGrouping: true }).formatToParts(-1234567.8);
const sign = (type, usual) => parts.find((part) => part.type === type)?.value ?? usual;
const decimal = sign("decimal", ".");

/** Returns whether digits are in groups of three, as in 12,345,678. */
const isGrouped = (text, group) => {
  const [first, ...others] = text.replace(/^[+-]/, "").split(group);
  return /^[1-9]\d{0,2}$/.test(first) && others.every((digits) => /^\d{3}$/.test(digits));
};

/**
 * Parses a number in the format of the page's language: with its decimal separator, with or without grouping, in digits of any
 * width. The other separator counts as decimal if it can be nothing else, as in 72,5 on an English page.
 * @param {string} text the input.
 * @returns {{value: number, isPlain: boolean}|{fault: string}} the number, and whether it has the usual format of the language;
 *   or the error: "missing", "notANumber" or "tooLarge".
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

/** Returns the digits in JavaScript's format. */
function plain(typed) {
  const last = Math.max(typed.lastIndexOf("."), typed.lastIndexOf(","));
  if (last < 0) return { text: typed, isPlain: true };
  const mark = typed[last];
  const other = mark === "." ? "," : ".";
  const count = typed.split(mark).length - 1;
  const whole = typed.slice(0, last);
  if (whole.includes(other)) {
    // With both separators, the last one is decimal and occurs once.
    if (count > 1 || !isGrouped(whole, other)) return null;
    return { text: `${whole.replaceAll(other, "")}.${typed.slice(last + 1)}`, isPlain: mark === decimal };
  }
  if (count > 1) return isGrouped(typed, mark) ? { text: typed.replaceAll(mark, ""), isPlain: mark !== decimal } : null;
  if (mark !== decimal && isGrouped(typed, mark)) return { text: typed.replace(mark, ""), isPlain: true };
  return { text: typed.replace(mark, "."), isPlain: mark === decimal };
}

/** The quantities in two units: their formats, and the number of smaller units in a larger one. */
const composed = [
  { unit: "st", count: 14, form: /^(\d+)\s*(?:st|stones?)\.?\s*(?:(\d+(?:\.\d+)?)\s*(?:lbs?|pounds?)?\.?)?$/u },
  { unit: "ft", count: 12, form: /^(\d+)\s*(?:'|ft|foot|feet)\.?\s*(?:(\d+(?:\.\d+)?)\s*(?:"|in|inch|inches)?\.?)?$/u },
];

/**
 * Parses a number, or a quantity in stones and pounds or in feet and inches: 10 st 6 lb, 5 ft 11 in, 5'11".
 * @param {string} text the input.
 * @param {string[]} units the units that the field offers.
 * @returns the result of `readNumber`, with the unit if the input has one; the fault "composed" for 10 st 16 lb.
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

/** Returns a number as a person would type it: with the decimal separator of the language, without grouping. */
export const typedNumber = (value, digits = 6) =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: digits }).format(value);
