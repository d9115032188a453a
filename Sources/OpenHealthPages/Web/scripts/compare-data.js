// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { addDays, addMonths, civil, daysBetween, moment, startOfMonth, startOfWeek, today } from "./format.js";
import { factsOf } from "./names.js";
import { amount, shownUnit } from "./type-amounts.js";
import { partsOf, queryOf, sortedIn } from "./type-period.js";
import { nights } from "./type-sleep-data.js";

/** The longest windows with a point for each day, and with one for each week. */
const [LONGEST_DAYS, LONGEST_WEEKS] = [200, 1500];

/** Returns whether a type has a figure of each day. */
export const canCompare = ({ name, kind }) => (kind === "quantity" && Boolean(factsOf(name)?.style)) || name === "sleepAnalysis";

/** Returns the unit of the figures of a type: hours for sleep. */
export const unitOf = (type) => (type === "sleepAnalysis" ? "hr" : shownUnit(type));

/**
 * Returns the period of a window of days: with days, weeks or months as parts.
 * @param {{first: string, last: string}} window the days.
 */
export function periodIn({ first, last }) {
  const count = daysBetween(first, last) + 1;
  const every = count <= LONGEST_DAYS ? "day" : count <= LONGEST_WEEKS ? "week" : "month";
  const from = every === "day" ? first : every === "week" ? startOfWeek(first) : startOfMonth(first);
  const end = addDays(last, 1);
  const to = every === "day" ? end : every === "week" ? addDays(startOfWeek(last), 7) : addMonths(startOfMonth(last), 1);
  return { view: "fiveYears", every, from, to, start: moment(from), end: moment(to) };
}

/** Returns the window of all data of some types: {first, last}. */
export function windowOf(entries) {
  const days = entries.map(({ earliest }) => civil(earliest)).filter((day) => day <= today()).sort();
  const first = !days.length || days[0] < "1900-01-01" ? "1900-01-01" : days[0];
  const least = addDays(today(), -27);
  return { first: first < least ? first : least, last: today() };
}

/**
 * Loads the figures of a type for the parts of a period: the average of the days with data in each.
 * @returns {Promise<Array<number|null>>} one value for each part.
 */
export async function loadSeries(type, period, signal) {
  const parts = partsOf(period);
  if (type === "sleepAnalysis") return sleep(parts, period, signal);
  const unit = unitOf(type);
  const isSum = factsOf(type)?.style === "cumulative";
  const { statistics } = await get("/v1/statistics", { type, options: isSum ? "cumulativeSum" : "discreteAverage",
    ...queryOf(period, isSum ? "day" : period.every) }, { signal });
  return sortedIn(parts, statistics).map((list) => {
    // The sum of an unfinished day is not that of a day.
    const values = list.filter((one) => !isSum || !one.partial).map((one) => amount(isSum ? one.sum : one.average, unit, type));
    return mean(values.filter((value) => value !== null));
  });
}

async function sleep(parts, period, signal) {
  const byDay = await nights(period.from, period.to, signal);
  return parts.map(({ from, to }) => {
    const values = [];
    for (let day = from; day < to; day = addDays(day, 1)) if (byDay.get(day)?.asleep > 0) values.push(byDay.get(day).asleep / 3600);
    return mean(values);
  });
}

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null);
