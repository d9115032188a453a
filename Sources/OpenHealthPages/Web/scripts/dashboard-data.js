// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { addDays, civil, firstWeekday, moment, today, weekday, zone } from "./format.js";

/** How many days the dashboard shows. */
export const span = 28;

/** The days that end with one: {first, last}. */
export const windowTo = (last, count = span) => ({ first: addDays(last, 1 - count), last });

/** The window that a chart begins with: the days up to today. */
export const current = (count = span) => windowTo(today(), count);

/**
 * Statistics of the days of a window, whether there is data or not.
 * @param {string} type a short name.
 * @param {string|string[]} options which statistics, as the API names them.
 * @param {{first: string, last: string}} window the days.
 * @returns {Promise<Array<{day: string, statistics: (Object|null)}>>} one for each day.
 */
export async function daily(type, options, { first, last }) {
  const { statistics } = await get("/v1/statistics", {
    type, options, every: "day", timeZone: zone, from: moment(first), to: moment(addDays(last, 1)) });
  return onDays(statistics, { first, last });
}

/** Puts statistics to the days of a window; what began before it is left out. */
export function onDays(statistics, { first, last }) {
  const byDay = new Map(statistics.map((entry) => [civil(entry.startDate), entry]));
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push({ day, statistics: byDay.get(day) ?? null });
  return days;
}

/** The last day that has a value; undefined where none has. */
export const newest = (days) => days.findLast((entry) => entry.value !== null)?.day;

/** Whether a window has to end earlier: nothing is known of its last day, nor of the day before (today may just have begun). */
export const isOld = (days) => !(newest(days) >= addDays(days.at(-1).day, -1));

/** The average of numbers; null of none. */
export const average = (numbers) => (numbers.length ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null);

/** The days that are over: the figure of a part of a day says nothing yet of all of it. Where nothing else is known, that is what there is. */
export function finished(days) {
  const over = days.filter(({ day, isPartial }) => day < today() && !isPartial);
  return known(over).length ? over : days;
}

/** The place of the day whose figure is so far: the one that the server says is partial, or else today; -1 for none. */
export function openPlace(days) {
  const told = days.findIndex(({ isPartial }) => isPartial);
  return told >= 0 ? told : days.findIndex(({ day }) => day === today());
}

/** The values of those days that have one. */
export const known = (days) => days.filter((entry) => entry.value !== null).map((entry) => entry.value);

/** The weekdays in the order of the page's language: 0 is Sunday. */
export const weekdays = Array.from({ length: 7 }, (_, index) => (firstWeekday + index) % 7);

/**
 * The average of each weekday, of the days that have a value.
 * @returns {Array<number|null>} in the order of `weekdays`.
 */
export function byWeekday(days) {
  return weekdays.map((index) => average(known(days.filter((entry) => weekday(entry.day) === index))));
}

/**
 * How much each day is above the day before, for days that follow one another and both have a value. A day without a value is no zero:
 * nothing can be said of it, nor of the day after.
 */
export function changes(days) {
  return days.slice(1).map((entry, index) => ({
    day: entry.day, value: entry.value === null || days[index].value === null ? null : entry.value - days[index].value }));
}
