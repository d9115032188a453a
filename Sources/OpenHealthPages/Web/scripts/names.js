// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { t } from "./strings.js";
import { types } from "./types.js";

const byIdentifier = new Map(Object.entries(types).map(([name, facts]) => [facts.id, name]));

/** The short name of a type, of either of its names: "stepCount". */
export const shortName = (type) => (type in types ? type : (byIdentifier.get(type) ?? type));

/** The facts of a type by either of its names: {id, kind, unit, style, shareable, values}; undefined for an unknown one. */
export const factsOf = (type) => types[shortName(type)];

/** What people call a type. */
export const typeName = (type) => {
  const key = `type_${shortName(type)}`;
  return t.has(key) ? t(key) : shortName(type);
};

/** What people write after a number. */
export function unitName(unit, { type, count = 2 } = {}) {
  // Moles carry the mass of what they are of, to more digits than anybody reads: mmol<180.15588…>/L.
  for (const key of [`unit_${unit}_${type ? shortName(type) : ""}`, `unit_${unit}`, `unit_${unit.replace(/<[^>]*>/, "")}`]) {
    if (t.has(`${key}_other`)) return t.plural(key, count);
    if (t.has(key)) return t(key);
  }
  return unit;
}

/** A number and its unit together: with a space that does not break, but where the unit belongs right to the number. */
export const withUnit = (number, unit) => {
  if (!unit) return number;
  const isTight = /^[%°/]/.test(unit) || /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}\p{Script=Hangul}]/u.test(unit);
  return isTight ? number + unit : `${number}\u00a0${unit}`;
};
