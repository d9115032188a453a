// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { civil } from "./format.js";
import { factsOf } from "./names.js";
import { queryOf } from "./type-period.js";
import { levels } from "./type-marks.js";

/** Types whose length is what people want to know. */
const timed = new Set(["mindfulSession", "toothbrushingEvent", "handwashingEvent", "lactation"]);
/** Types that are there many times a day, or that come as single events: they are counted. */
const counted = (type) => type === "appleStandHour" || type.endsWith("Event");

/** What is told of a day: how long ("minutes"), how often ("entries"), or how strong ("days", of which those are counted). */
export const measureOf = (type) => (timed.has(type) ? "minutes" : counted(type) ? "entries" : "days");

/** Values that say that there was nothing: a day with nothing else is not counted. */
const absent = new Set(["notPresent", "none", "idle"]);

/**
 * The days of a stretch with data of a type: day → {level, label, entries, seconds, isPresent}.
 * @param {string} type a category type.
 */
export async function daysOf(type, period, signal) {
  const { statistics } = await get("/v1/category-statistics", { type, ...queryOf(period, "day") }, { signal });
  const table = new Map((factsOf(type)?.values ? levels(type) : []).map((entry) => [entry.value, entry]));
  const days = new Map();
  for (const one of statistics) {
    const values = one.values.filter((entry) => entry.samples > 0).map((entry) => ({ ...entry, ...table.get(entry.value) }));
    if (!values.length) continue;
    const present = values.filter((entry) => !absent.has(entry.name));
    const strongest = (present.length ? present : values).reduce((best, entry) => ((entry.level ?? 0) > (best.level ?? 0) ? entry : best));
    days.set(civil(one.startDate), {
      level: strongest.level ?? 2, label: strongest.label, name: strongest.name, isPresent: present.length > 0,
      entries: present.reduce((sum, entry) => sum + entry.samples, 0), seconds: present.reduce((sum, entry) => sum + entry.reported, 0), value: strongest.value,
    });
  }
  return days;
}
