// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { addDays, civil, moment, zone } from "./format.js";

/** The hour that separates the nights of consecutive days. */
const edge = "18:00";

/** The stages from deep to awake: raw value and variable of the style sheet. Sleep without a stage is among them. */
export const stages = [
  { value: 4, colour: "--sleep-deep" }, { value: 3, colour: "--sleep-core" }, { value: 5, colour: "--sleep-rem" },
  { value: 1, colour: "--sleep-plain" }, { value: 0, colour: "--sleep-bed" }, { value: 2, colour: "--sleep-awake" },
];

/** Returns the start and the end of a day's night, which belongs to the day of waking up. */
export const nightOf = (day) => ({ start: moment(addDays(day, -1), edge), end: moment(day, edge) });

/**
 * Loads the nights of a range of days: day → {asleep, bed, awake, byValue} in seconds.
 * @param {string} from the first day.
 * @param {string} to the day after the last.
 */
export async function nights(from, to, signal) {
  const [first, last] = [nightOf(from), nightOf(addDays(to, -1))];
  const { statistics } = await get("/v1/category-statistics", { type: "sleepAnalysis", from: first.start, to: last.end,
    every: "day", anchor: first.start, timeZone: zone }, { signal });
  return new Map(statistics.map((one) => {
    const byValue = new Map(one.values.map((entry) => [entry.value, entry.duration]));
    return [addDays(civil(one.startDate), 1), { asleep: one.asleep ?? 0, covered: one.covered, byValue, isPartial: one.partial === true }];
  }));
}

/** Returns a sample of a night, whose time zone is that of the place. */
export async function sampleOf(day, signal) {
  const { start, end } = nightOf(day);
  return (await get("/v1/samples", { type: "sleepAnalysis", from: start, to: end, limit: 1 }, { signal })).samples[0];
}

/**
 * Loads the stages of one night by minute, as they are counted: [{start, end, value}], joined if consecutive minutes have the
 * same stage.
 */
export async function stretches(day, signal) {
  const { start, end } = nightOf(day);
  const { statistics } = await get("/v1/category-statistics",
    { type: "sleepAnalysis", from: start, to: end, every: "minute", anchor: start, timeZone: zone }, { signal });
  const result = [];
  for (const minute of statistics) {
    const most = minute.values.reduce((best, one) => (one.duration > best.duration ? one : best), { duration: 0 });
    if (most.value === undefined) continue;
    const last = result.at(-1);
    const [from, to] = [new Date(minute.startDate), new Date(minute.endDate)];
    if (last && last.value === most.value && last.end.getTime() === from.getTime()) last.end = to;
    else result.push({ start: from, end: to, value: most.value });
  }
  return result;
}
