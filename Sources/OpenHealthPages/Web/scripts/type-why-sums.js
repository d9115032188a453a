// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { convert, digitsOf } from "./format.js";
import { apportioned } from "./type-amounts.js";

const keyOf = (source) => source.bundleIdentifier ?? source.name;

/**
 * Adds up an explanation from the server, with rounded numbers that add up to the displayed total.
 * @param {Object} said the response of /v1/statistics/explanation.
 * @param {string} unit the unit to show.
 * @param {string} type the type.
 * @returns {{total: number, sources: Object[], leftOut: Object[], stretches: Object[]}}
 */
export function explained(said, unit, type) {
  const digits = digitsOf(type, unit);
  const inUnit = (value) => convert(value, said.unit, unit, type) ?? value;
  const rest = said.stretches.flatMap((stretch) => stretch.leftOut);
  const counted = byGroup(said.stretches, (stretch) => keyOf(stretch.source), inUnit, digits);
  const left = byGroup(rest, groupOf, inUnit, digits);
  const amounts = new Map(rest.map((one, at) => [one, left[at]]));
  const stretches = said.stretches.map((stretch, at) => ({ ...stretch, amount: counted[at],
    leftOut: stretch.leftOut.map((one) => ({ ...one, amount: amounts.get(one) })) }));
  const sources = said.order.map(({ source, reason }) => ({ source, reason, counted: 0, leftOut: 0, stretches: 0 }));
  const sourceOf = new Map(sources.map((entry) => [keyOf(entry.source), entry]));
  for (const stretch of stretches) {
    const entry = sourceOf.get(keyOf(stretch.source));
    if (entry) {
      entry.counted += stretch.amount;
      entry.stretches += 1;
    }
    for (const one of stretch.leftOut) {
      const other = sourceOf.get(keyOf(one.source));
      if (other) other.leftOut += one.amount;
    }
  }
  return { digits, unit, total: counted.reduce((sum, value) => sum + value, 0), sources, stretches, leftOut: reasons(stretches) };
}

const groupOf = (one) => [keyOf(one.source), one.reason, one.better ? keyOf(one.better) : ""].join("\n");

/** Rounds the sums of groups first and then their parts, so that both stay close to their exact values. */
function byGroup(list, nameOf, inUnit, digits) {
  const places = new Map();
  list.forEach((one, at) => {
    if (!places.has(nameOf(one))) places.set(nameOf(one), []);
    places.get(nameOf(one)).push(at);
  });
  const groups = [...places.values()];
  const values = list.map((one) => inUnit(one.amount));
  const sums = apportioned(groups.map((group) => group.reduce((sum, at) => sum + values[at], 0)), digits);
  const result = [];
  groups.forEach((group, which) => {
    apportioned(group.map((at) => values[at]), digits, sums[which]).forEach((value, at) => { result[group[at]] = value; });
  });
  return result;
}

/** Groups the omitted data by source and reason. */
function reasons(stretches) {
  const groups = new Map();
  for (const one of stretches.flatMap((stretch) => stretch.leftOut)) {
    const key = groupOf(one);
    const group = groups.get(key) ?? { source: one.source, reason: one.reason, better: one.better, amount: 0, samples: 0 };
    group.amount += one.amount;
    group.samples += one.samples;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => b.amount - a.amount);
}
