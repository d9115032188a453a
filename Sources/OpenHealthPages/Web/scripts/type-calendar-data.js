// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { civil } from "./format.js";
import { factsOf } from "./names.js";
import { queryOf } from "./type-period.js";
import { levels } from "./type-marks.js";

/** The types whose duration is of interest. */
const timed = new Set(["mindfulSession", "toothbrushingEvent", "handwashingEvent", "lactation"]);
/** Returns whether the samples of a type are counted: those with many a day, and events. */
const counted = (type) => type === "appleStandHour" || type.endsWith("Event");

/**
 * Returns the measure of a day: the duration ("minutes"), the number ("entries"), or the strength ("days", which are counted).
 */
export const measureOf = (type) => (timed.has(type) ? "minutes" : counted(type) ? "entries" : "days");

/** The values that note an absence: a day with only these is not counted. */
const absent = new Set(["notPresent", "none", "idle"]);

/**
 * Returns the days of a period with data of a type: day → {level, label, entries, seconds, isPresent}.
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
