// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { convert, quantity, unitsOf, valueText } from "./format.js";
import { unitFor } from "./units.js";

/** Returns the displayed unit of a type: the person's, unless these pages cannot convert to it. The units have to be loaded. */
export function shownUnit(type) {
  const [wanted, known] = [unitFor(type), unitsOf(type)];
  return known.includes(wanted) ? wanted : (known[0] ?? wanted);
}

/** Converts a quantity from the server to another unit; returns only the number, or null if there is none. */
export function amount(value, unit, type) {
  if (!value) return null;
  return convert(value.value, value.unit, unit, type) ?? value.value;
}

/** Formats a number with its unit; a dash if there is none. */
export const words = (value, unit, type, digits) => (value === null || value === undefined ? "–" : quantity(value, unit, type, digits));

/** Formats a number whose unit is shown elsewhere; a dash if there is none. Stones include pounds. */
export const bareWords = (value, unit, type) => {
  if (value === null || value === undefined) return "–";
  return unit === "st" ? quantity(value, unit, type) : valueText(value, unit, type);
};

/** Formats two numbers as a range; as one number if both are shown the same. */
export function rangeWords(low, high, unit, type) {
  if (low === null || high === null) return "–";
  const [first, last] = [quantity(low, unit, type), quantity(high, unit, type)];
  if (first === last) return first;
  if (unit === "st") return `${first} – ${last}`;
  return `${valueText(low, unit, type)}–${last}`;
}

/**
 * Rounds numbers so that the rounded numbers add up to the rounded sum.
 * @param {number[]} values the numbers.
 * @param {number} digits the number of decimals.
 * @param {number} [whole] the sum if it has already been rounded.
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
