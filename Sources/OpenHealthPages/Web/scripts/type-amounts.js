// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { convert, quantity, unitsOf, valueText } from "./format.js";
import { unitFor } from "./units.js";

/** The unit in which a type is shown: the person's, unless these pages cannot convert to it. Its units have to be loaded. */
export function shownUnit(type) {
  const [wanted, known] = [unitFor(type), unitsOf(type)];
  return known.includes(wanted) ? wanted : (known[0] ?? wanted);
}

/** A quantity of the server's in another unit; the number alone, or null where there is none. */
export function amount(value, unit, type) {
  if (!value) return null;
  return convert(value.value, value.unit, unit, type) ?? value.value;
}

/** A number in words, with the unit; a dash where there is none. */
export const words = (value, unit, type, digits) => (value === null || value === undefined ? "–" : quantity(value, unit, type, digits));

/** A number where its unit stands elsewhere; a dash where there is none. Stones have their pounds with them. */
export const bareWords = (value, unit, type) => {
  if (value === null || value === undefined) return "–";
  return unit === "st" ? quantity(value, unit, type) : valueText(value, unit, type);
};

/** Two numbers as a range: one where they are shown the same. */
export function rangeWords(low, high, unit, type) {
  if (low === null || high === null) return "–";
  const [first, last] = [quantity(low, unit, type), quantity(high, unit, type)];
  if (first === last) return first;
  if (unit === "st") return `${first} – ${last}`;
  return `${valueText(low, unit, type)}–${last}`;
}

/**
 * Rounds numbers so that they add up to what their sum is rounded to: who adds up what is shown must come to what is shown.
 * @param {number[]} values the numbers.
 * @param {number} digits how many decimals are shown.
 * @param {number} [whole] what they are to add up to, where that has been rounded already.
 * @returns {number[]} the numbers in the same order.
 */
export function apportioned(values, digits, whole = values.reduce((sum, value) => sum + value, 0)) {
  const scale = 10 ** digits;
  const floors = values.map((value) => Math.floor(value * scale + 1e-9));
  const wanted = Math.round(whole * scale);
  let missing = wanted - floors.reduce((sum, value) => sum + value, 0);
  const byRest = values.map((value, index) => [value * scale - floors[index], index]).sort((a, b) => b[0] - a[0]);
  for (const [, index] of byRest) {
    if (missing <= 0) break;
    floors[index] += 1;
    missing -= 1;
  }
  return floors.map((value) => value / scale);
}
