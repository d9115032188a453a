// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, patch } from "./api.js";
import { locale as tag } from "./strings.js";
import { factsOf, shortName } from "./names.js";
import { convert, quantity, valueText } from "./format.js";

let asked;
const usual = new Map();
let wanted = {};
/** The browser's region for the page's language decides: people who read en-GB use kilograms. */
const locale = tag.replaceAll("-", "_");

/** Loads the person's preferences once per page; an empty object if that fails, since pages work without them. */
export function preferences() {
  asked ??= get("/v1/owner/preferences").catch(() => ({}));
  return asked;
}

/**
 * Loads the units in which types are shown: the person's preferred ones, or those of the health database.
 * @param {string[]} types short names or identifiers; types without units are skipped.
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

/** Returns the displayed unit of a type, once its units are loaded. */
export const unitFor = (type) => wanted[shortName(type)] ?? usual.get(shortName(type)) ?? factsOf(type)?.unit;

/** Returns the unit that the person has chosen for a type; undefined if they have chosen none. */
export const chosenUnit = (type) => wanted[shortName(type)];

/** Converts a value to the displayed unit of its type: {value, unit}; unchanged if there is no conversion. */
export function inUnit(value, unit, type) {
  const to = unitFor(type);
  const converted = to ? convert(value, unit, to, type) : null;
  return converted === null ? { value, unit } : { value: converted, unit: to };
}

/** Formats a value with its unit, in the displayed unit of its type. */
export function shown(value, unit, type, digits) {
  const there = inUnit(value, unit, type);
  return quantity(there.value, there.unit, type, digits);
}

/** Formats a value without its unit, in the displayed unit of its type. */
export function shownNumber(value, unit, type, digits) {
  const there = inUnit(value, unit, type);
  return valueText(there.value, there.unit, type, digits);
}

/** Changes preferences by a merge patch, and uses the result from then on. */
export async function changePreferences(change) {
  // The person may leave the page immediately after a change.
  const now = await patch("/v1/owner/preferences", change, { keepalive: true });
  asked = Promise.resolve(now);
  wanted = now.units ?? {};
  return now;
}
