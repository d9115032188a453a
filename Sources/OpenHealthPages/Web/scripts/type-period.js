// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { addDays, addMonths, civil, date, dateRange, daysBetween, moment, number, startOfMonth, startOfWeek, today, zone } from "./format.js";

/** The periods in which a type can be shown. */
export const views = ["day", "week", "month", "sixMonths", "year", "fiveYears", "all"];

/** The first day of all data of the type; undefined if it is unknown. */
let firstDay;

/** Sets the day on which a type's data begins, for the view of all data. Days before 1900 count as the first day of 1900. */
export function setFirstDay(day) {
  firstDay = day && (day < "1900-01-01" ? "1900-01-01" : day);
}

/** Returns the months of all data, until the current month: whole years if there are more than ten. */
function allBounds() {
  const to = addMonths(startOfMonth(today()), 1);
  const from = startOfMonth(firstDay && firstDay < to ? firstDay : addMonths(to, -12));
  return monthsBetween(from, to) <= 120 ? [from, to] : [`${from.slice(0, 4)}-01-01`, addMonths(`${today().slice(0, 4)}-01-01`, 12)];
}

/** Returns the number of months between the first days of two months. */
export const monthsBetween = (from, to) => (to.slice(0, 4) - from.slice(0, 4)) * 12 + (to.slice(5, 7) - from.slice(5, 7));

/** Returns noon of a day, which no clock change affects, so that conversions do not change the day. */
const noon = (day) => moment(day, "12:00");

/** Returns the first day of a view around a day, and the day after its last. */
function bounds(view, day) {
  const month = startOfMonth(day);
  switch (view) {
    case "day": return [day, addDays(day, 1)];
    case "week": return [startOfWeek(day), addDays(startOfWeek(day), 7)];
    case "month": return [month, addMonths(month, 1)];
    // Whole weeks, so that all weeks have the same length.
    case "sixMonths": return [startOfWeek(addMonths(month, -5)), addDays(startOfWeek(addDays(addMonths(month, 1), -1)), 7)];
    case "fiveYears": return [addMonths(month, -59), addMonths(month, 1)];
    case "all": return allBounds();
    default: return [addMonths(month, -11), addMonths(month, 1)];
  }
}

/** The period of one bar in each view. */
const every = { day: "hour", week: "day", month: "day", sixMonths: "week", year: "month", fiveYears: "month" };
const everyOf = (view, from, to) => every[view] ?? (monthsBetween(from, to) <= 120 ? "month" : "year");

/** Returns whether a bar represents several days, and shows the average of a day. */
export const isLong = ({ every: part }) => part === "week" || part === "month" || part === "year";

/**
 * Returns a period of the person's calendar.
 * @param {string} view one of `views`.
 * @param {string} day a day in the period.
 * @returns {{view: string, day: string, from: string, to: string, start: Date, end: Date, every: string, label: string}} the
 *   period; `to` is the day after the last.
 */
export const periodOf = (view, day) => periodBetween(view, day, ...bounds(view, day));

/** Returns a period of a view with other days than those of the calendar. */
export function periodBetween(view, day, from, to) {
  return { view, day, from, to, start: moment(from), end: moment(to), every: everyOf(view, from, to), label: label(view, from, to) };
}

function label(view, from, to) {
  const last = addDays(to, -1);
  if (view === "day") return date(noon(from), "full");
  if (view === "month") return date(noon(from), "month");
  return dateRange(noon(from), noon(last), ["year", "fiveYears", "all"].includes(view) ? "month" : "day");
}

/** Returns the day that a number of periods later has the same position. */
export function moved(view, day, count) {
  switch (view) {
    case "day": return addDays(day, count);
    case "week": return addDays(day, 7 * count);
    case "month": return addMonths(day, count);
    case "sixMonths": return addMonths(day, 6 * count);
    case "fiveYears": return addMonths(day, 60 * count);
    case "all": return day;
    default: return addMonths(day, 12 * count);
  }
}

/**
 * Returns the parts of a period, each with a bar.
 * @returns {{start: Date, end: Date, from: string, to: string, label: string, title: string}[]} the parts; `label` is short, for
 *   an axis.
 */
export function partsOf(period) {
  if (period.every === "hour") return hours(period);
  const result = [];
  for (let from = period.from; from < period.to; ) {
    const to = next(from, period.every);
    result.push({ from, to, start: moment(from), end: moment(to), label: short(period, from), title: title(period, from, to) });
    from = to;
  }
  return result;
}

const next = (day, every) => (every === "day" ? addDays(day, 1) : every === "week" ? addDays(day, 7) : addMonths(day, every === "year" ? 12 : 1));

/** Returns the hours of a day: 23 or 25 on clock changes. */
function hours(period) {
  const result = [];
  for (let time = period.start.getTime(); time < period.end.getTime(); time += 3600000) {
    const [start, end] = [new Date(time), new Date(time + 3600000)];
    result.push({ from: period.from, to: period.to, start, end, label: date(start, "hour"), title: hourTitle(start, end) });
  }
  return result;
}

/** Returns the title of an hour; the last hour of a day ends in it, so that its title needs no dates. */
const hourTitle = (start, end) => dateRange(start, civil(end) === civil(start) ? end : end - 60000, "time");

function short(period, day) {
  if (period.every === "year") return date(noon(day), "year");
  if (period.every === "month") return date(noon(day), period.view === "fiveYears" || period.view === "all" ? "month" : "monthShort");
  if (period.every === "week") return date(noon(day), "short");
  return period.view === "week" ? date(noon(day), "weekdayShort") : number(Number(day.slice(8)));
}

function title(period, from, to) {
  if (period.every === "year") return date(noon(from), "year");
  if (period.every === "month") return date(noon(from), "month");
  if (period.every === "week") return dateRange(noon(from), noon(addDays(to, -1)), "day");
  return date(noon(from), "full");
}

/** Returns the parameters of statistics for a period, by its parts or by others. */
export const queryOf = (period, part = period.every) => ({
  from: period.start, to: period.end, every: part, anchor: period.start, timeZone: zone,
});

/** Returns the index of the part that contains a day; -1 if none does, and for the parts of a day, which are hours. */
export function placeOf(parts, period, day = period.day) {
  return period.every === "hour" ? -1 : parts.findIndex((part) => part.from <= day && day < part.to);
}

/** Assigns intervals from the server to the parts in which they begin. */
export function sortedIn(parts, intervals) {
  const result = parts.map(() => []);
  const starts = parts.map(({ start }) => start.getTime());
  for (const interval of intervals) {
    const time = Date.parse(interval.startDate);
    const place = lastUntil(starts, time);
    if (place >= 0 && time < parts[place].end) result[place].push(interval);
  }
  return result;
}

/** Returns the index of the last of ascending numbers that is at most a value; -1 if there is none. */
function lastUntil(numbers, value) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the number of finished days of a period, at least one: future days do not count as days without data. */
export const daysOver = (period, today) => Math.max(1, Math.min(daysBetween(period.from, period.to), daysBetween(period.from, today)));

/**
 * Returns the index of the unfinished part: the one that the server marks as partial, or else the one that contains the present
 * moment; -1 for none.
 */
export function unfinishedPlace(parts, values, now = new Date()) {
  const told = values.findIndex((value) => value?.isPartial);
  return told >= 0 ? told : parts.findIndex((part) => part.start <= now && now < part.end);
}

/** Returns the day of the latest data if it is before a day; else that day. */
export const dayOrLatest = (day, latest) => (latest && civil(latest) < day ? civil(latest) : day);
