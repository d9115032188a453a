// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, pages } from "./api.js";
import { addDays, civil, moment, zone } from "./format.js";
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
  const statistics = isOfWholeDays(type) ? await entriesByDay(type, period, signal)
    : (await get("/v1/category-statistics", { type, ...queryOf(period, "day") }, { signal })).statistics;
  const table = new Map((factsOf(type)?.values ? levels(type) : []).map((entry) => [entry.value, entry]));
  const days = new Map();
  for (const one of statistics) {
    const values = one.values.filter((entry) => entry.samples > 0).map((entry) => ({ ...entry, ...table.get(entry.value) }));
    if (!values.length) continue;
    const present = values.filter((entry) => !absent.has(entry.name));
    const strongest = (present.length ? present : values).reduce((best, entry) => ((entry.level ?? 0) > (best.level ?? 0) ? entry : best));
    days.set(one.day ?? civil(one.startDate), {
      level: strongest.level ?? 2, label: strongest.label, name: strongest.name, isPresent: present.length > 0,
      entries: present.reduce((sum, entry) => sum + entry.samples, 0), seconds: present.reduce((sum, entry) => sum + entry.reported, 0), value: strongest.value,
    });
  }
  return days;
}

/** The type whose entries are of whole days, which are those of the cycles: of the entry's own time zone, or that of the nearest record. */
const isOfWholeDays = (type) => type === "menstrualFlow";

/** Returns the first and the last day of each entry: uuid → [first, last]. */
async function daysOfEntries(signal) {
  const { entries } = await get("/v1/insights/cycle", { timeZone: zone }, { signal });
  return new Map(entries.map(({ uuid, firstDay, lastDay }) => [uuid.toLowerCase(), [firstDay, lastDay]]));
}

/** Returns the days of a sample; those on which it begins if its days are unknown. */
const daysOfSample = ({ uuid, startDate }, known) => known.get(uuid.toLowerCase()) ?? [civil(startDate), civil(startDate)];

/** Returns the entries of a period by day, in the form of statistics. */
async function entriesByDay(type, period, signal) {
  const known = await daysOfEntries(signal);
  const byDay = new Map();
  const query = { type, from: moment(addDays(period.from, -1)), to: moment(addDays(period.to, 1)), order: "newestFirst", limit: 500 };
  for await (const page of pages("/v1/samples", query)) {
    if (signal?.aborted) break;
    for (const sample of page) {
      const [first, last] = daysOfSample(sample, known);
      for (let day = first; day <= last; day = addDays(day, 1)) {
        if (day < period.from || day >= period.to) continue;
        const values = byDay.get(day) ?? byDay.set(day, new Map()).get(day);
        const entry = values.get(sample.value) ?? values.set(sample.value, { value: sample.value, samples: 0, reported: 0 }).get(sample.value);
        entry.samples += 1;
      }
    }
  }
  return [...byDay].map(([day, values]) => ({ day, values: [...values.values()] }));
}

/** Returns the newest samples of a day. */
export async function samplesOn(type, day) {
  const [first, last] = isOfWholeDays(type) ? [addDays(day, -1), addDays(day, 1)] : [day, day];
  const [{ samples }, known] = await Promise.all([
    get("/v1/samples", { type, from: moment(first), to: moment(addDays(last, 1)), order: "newestFirst", limit: 100 }),
    isOfWholeDays(type) ? daysOfEntries() : null]);
  if (!known) return samples;
  return samples.filter((sample) => {
    const [from, to] = daysOfSample(sample, known);
    return from <= day && day <= to;
  });
}
