// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, patch } from "./api.js";
import { locale as tag } from "./strings.js";
import { factsOf, shortName } from "./names.js";
import { convert, quantity, valueText } from "./format.js";

let asked;
const usual = new Map();
let wanted = {};
/** Where the browser says the region of the page's language, that decides: people who read en-GB weigh kilograms. */
const locale = tag.replaceAll("-", "_");

/** What the person prefers, asked for once a page; nothing where it cannot be had, for a page works without. */
export function preferences() {
  asked ??= get("/v1/owner/preferences").catch(() => ({}));
  return asked;
}

/**
 * Learns the units in which types are to be shown: those that the person prefers, else those of the health database.
 * @param {string[]} types short names or identifiers; those without units are passed over.
 */
export async function loadUnits(types) {
  const missing = [...new Set(types.map(shortName))].filter((type) => factsOf(type)?.unit && !usual.has(type));
  const [found, { units }] = await Promise.all([
    missing.length ? get("/v1/units", { type: missing, locale }).catch(() => ({ units: [] })) : { units: [] }, preferences(),
  ]);
  for (const type of missing) usual.set(type, factsOf(type).unit);
  for (const { type, unit } of found.units) usual.set(shortName(type), unit);
  wanted = units ?? {};
}

/** The unit in which a type is shown, once its units are loaded. */
export const unitFor = (type) => wanted[shortName(type)] ?? usual.get(shortName(type)) ?? factsOf(type)?.unit;

/** A value in the unit in which its type is shown: {value, unit}; as it was where nobody knows how to convert it. */
export function inUnit(value, unit, type) {
  const to = unitFor(type);
  const converted = to ? convert(value, unit, to, type) : null;
  return converted === null ? { value, unit } : { value: converted, unit: to };
}

/** A value with its unit, in the unit in which its type is shown. */
export function shown(value, unit, type, digits) {
  const there = inUnit(value, unit, type);
  return quantity(there.value, there.unit, type, digits);
}

/** A value without its unit, in the unit in which its type is shown. */
export function shownNumber(value, unit, type, digits) {
  const there = inUnit(value, unit, type);
  return valueText(there.value, there.unit, type, digits);
}

/** Changes preferences, as a merge patch, and goes on with what they are then. */
export async function changePreferences(change) {
  const now = await patch("/v1/owner/preferences", change);
  asked = Promise.resolve(now);
  wanted = now.units ?? {};
  return now;
}
