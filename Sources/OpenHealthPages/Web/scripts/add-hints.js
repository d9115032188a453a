// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { convert } from "./format.js";
import { factsOf, shortName } from "./names.js";

/**
 * Returns the plausibility of a value, by the ranges of its type. HealthKit's API does not limit values, so people are asked to
 * confirm.
 * @param {string} type the type.
 * @param {number} value the value in the unit: 0.97 for 97 %.
 * @param {string} unit its unit.
 * @returns {"impossible"|"low"|"high"|null} null for a usual value.
 */
export function verdict(type, value, unit) {
  const facts = factsOf(shortName(type));
  if (!facts?.ranges) return null;
  const inOwn = convert(value, unit, facts.unit, shortName(type));
  if (inOwn === null) return null;
  const [least, low, high, greatest] = facts.ranges;
  // Conversions of units have rounding errors.
  const isBelow = (limit) => limit !== null && inOwn < limit - Math.abs(limit) * 1e-9;
  const isAbove = (limit) => limit !== null && inOwn > limit + Math.abs(limit) * 1e-9;
  if (isBelow(least) || isAbove(greatest)) return "impossible";
  return isBelow(low) ? "low" : isAbove(high) ? "high" : null;
}
