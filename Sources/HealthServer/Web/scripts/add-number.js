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

/** A number as somebody would type it: with the sign for decimals of the language, without groups. */
export const typedNumber = (value, digits = 6) =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: digits }).format(value);
