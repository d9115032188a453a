// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { addDays, civil, firstWeekday, moment, today, weekday, zone } from "./format.js";
import { nights } from "./type-sleep-data.js";

/** The number of days on the dashboard. */
export const span = 28;

/** Returns the days until a day: {first, last}. */
export const windowTo = (last, count = span) => ({ first: addDays(last, 1 - count), last });

/** Returns the initial window of a chart: the days until today. */
export const current = (count = span) => windowTo(today(), count);

/**
 * Loads statistics of all days of a window, including those without data.
 * @param {string} type a short name.
 * @param {string|string[]} options the statistics, as the API names them.
 * @param {{first: string, last: string}} window the days.
 * @returns {Promise<Array<{day: string, statistics: (Object|null)}>>} one entry for each day.
 */
export async function daily(type, options, { first, last }) {
  const { statistics } = await get("/v1/statistics", {
    type, options, every: "day", timeZone: zone, from: moment(first), to: moment(addDays(last, 1)) });
  return onDays(statistics, { first, last });
}

/** The number of days of the average night. */
export const nightSpan = 28;

/** The nights that several parts are about: {first, response}. */
let recent = {};

/** Loads nights; those of the last 28 days and of today with one request, since several parts of the dashboard are about them. */
export function nightsOf(from, to) {
  const [first, end] = [addDays(today(), -nightSpan), addDays(today(), 1)];
  // The same request whichever part is first: its response is among those that are stored for times without the server.
  if (from < first || to > end) return nights(from, to);
  if (recent.first !== first) recent = { first, response: nights(first, end) };
  return recent.response;
}

/** Loads the nights again when a part needs them. */
export const forgetNights = () => (recent = {});

/** Assigns statistics to the days of a window, without those that began before it. */
export function onDays(statistics, { first, last }) {
  const byDay = new Map(statistics.map((entry) => [civil(entry.startDate), entry]));
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push({ day, statistics: byDay.get(day) ?? null });
  return days;
}

/** Returns the last day that has a value; undefined if there is none. */
export const newest = (days) => days.findLast((entry) => entry.value !== null)?.day;

/** Whether a window has to end earlier: its last day has no value, nor the day before (today may just have begun). */
export const isOld = (days) => !(newest(days) >= addDays(days.at(-1).day, -1));

/** Returns the average of numbers; null for none. */
export const average = (numbers) => (numbers.length ? numbers.reduce((sum, value) => sum + value, 0) / numbers.length : null);

/** Returns the finished days, since the figure of an unfinished one is not final; all days if none is finished. */
export function finished(days) {
  const over = days.filter(({ day, isPartial }) => day < today() && !isPartial);
  return known(over).length ? over : days;
}

/** Returns the index of the unfinished day: the one that the server marks as partial, or else today; -1 for none. */
export function openPlace(days) {
  const told = days.findIndex(({ isPartial }) => isPartial);
  return told >= 0 ? told : days.findIndex(({ day }) => day === today());
}

/** Returns the values of the days that have one. */
export const known = (days) => days.filter((entry) => entry.value !== null).map((entry) => entry.value);

/** The weekdays in the order of the page's language: 0 is Sunday. */
export const weekdays = Array.from({ length: 7 }, (_, index) => (firstWeekday + index) % 7);

/**
 * Returns the average of each weekday, over the days that have a value.
 * @returns {Array<number|null>} the averages in the order of `weekdays`.
 */
export function byWeekday(days) {
  return weekdays.map((index) => average(known(days.filter((entry) => weekday(entry.day) === index))));
}

/**
 * Returns the change of each day from the previous day, for consecutive days that both have a value. A day without a value is not
 * zero: neither it nor the next day has a change.
 */
export function changes(days) {
  return days.slice(1).map((entry, index) => ({
    day: entry.day, value: entry.value === null || days[index].value === null ? null : entry.value - days[index].value }));
}
