// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { t } from "./strings.js";
import { types } from "./types.js";

const byIdentifier = new Map(Object.entries(types).map(([name, facts]) => [facts.id, name]));

/** Returns the short name of a type from either of its names: "stepCount". */
export const shortName = (type) => (type in types ? type : (byIdentifier.get(type) ?? type));

/**
 * Returns the facts of a type by either of its names: {id, kind, unit, style, shareable, entry, values}; undefined for an unknown type.
 */
export const factsOf = (type) => types[shortName(type)];

/** Returns the display name of a type. */
export const typeName = (type) => {
  const key = `type_${shortName(type)}`;
  return t.has(key) ? t(key) : shortName(type);
};

/** Returns the display name of a unit after a number. */
export function unitName(unit, { type, count = 2 } = {}) {
  // The unit of moles contains the molar mass, which is not displayed: mmol<180.15588…>/L.
  for (const key of [`unit_${unit}_${type ? shortName(type) : ""}`, `unit_${unit}`, `unit_${unit.replace(/<[^>]*>/, "")}`]) {
    if (t.has(`${key}_other`)) return t.plural(key, count);
    if (t.has(key)) return t(key);
  }
  return unit;
}

/** Joins a number and its unit: with a no-break space, or without a space if the unit follows the number directly. */
export const withUnit = (number, unit) => {
  if (!unit) return number;
  const isTight = /^[%°/]/.test(unit) || /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u.test(unit);
  return isTight ? number + unit : `${number}\u00a0${unit}`;
};
