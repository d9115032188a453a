// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { daily, nightsOf } from "./dashboard-data.js";
import { addDays, daysBetween } from "./format.js";
import { factsOf, shortName } from "./names.js";
import { colorOf } from "./type-colors.js";
import { periodOf } from "./type-period.js";

/** The number of days of the chart of a single day. */
const AROUND = 28;
/** The number of days from which each column is a week. */
const LONG = 70;

/** The kinds of statements that a published table makes: they have no chart. */
const levels = new Set(["bloodPressure", "cardioFitness", "walkingSpeed"]);
/** The order of the kinds: what is unusual, what has changed, and facts. */
const order = ["range", "trend", "comparison", "record", "streak", "sleep"];

/** Returns whether a statement is a level of a published table. */
export const isLevel = ({ kind }) => levels.has(kind);

/** Returns statements in the order of the page: outliers, changes, facts; within a kind in the order of the server. */
export function inOrder(insights) {
  const place = ({ kind }) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return [...insights].sort((a, b) => place(a) - place(b));
}

/** Returns the first and the last day of the chart of a statement. */
export function daysOf({ kind, period, before }) {
  const last = period.lastDay;
  if (before && kind !== "range") return { first: before.period.firstDay, last };
  return { first: [addDays(last, 1 - AROUND), period.firstDay].sort()[0], last };
}

/** Returns the address of the page of a statement's type, with a period that contains the days of the statement. */
export function addressOf(insight) {
  const type = shortName(insight.type);
  const page = { bloodPressureSystolic: "bloodPressure" }[type] ?? type;
  const { first, last } = isLevel(insight) ? { first: insight.period.firstDay, last: insight.period.lastDay } : daysOf(insight);
  const isDay = insight.kind === "range" || insight.kind === "record";
  const view = isDay ? "month" : ["month", "sixMonths", "year", "fiveYears"].find((one) => periodOf(one, last).from <= first) ?? "all";
  return `/types/${page}?${new URLSearchParams({ view, date: last })}`;
}

/** Loads the figures of the chart of a statement, in its unit. */
export async function chartOf(insight, figure) {
  const type = shortName(insight.type);
  const { first, last } = daysOf(insight);
  const days = await figures(type, { first, last });
  const isSum = type === "sleepAnalysis" || factsOf(type)?.style === "cumulative";
  const size = days.length > LONG ? 7 : 1;
  const place = (day) => Math.min(Math.max(Math.floor(daysBetween(first, day) / size), 0), Math.ceil(days.length / size) - 1);
  const values = grouped(days, size);
  const average = (period, value, isNow) => ({ from: place(period.firstDay), to: place(period.lastDay), value, text: figure(value), isNow });
  const { kind, period, before, value, goal, interval } = insight;
  const isDay = kind === "range" || kind === "record";
  return {
    values, kind: isSum ? "bars" : "line", colour: colorOf(type), mark: isDay ? place(last) : -1,
    averages: isDay || kind === "streak" ? [] : [...before ? [average(before.period, before.value, false)] : [], average(period, value, true)],
    band: kind === "range" && interval ? interval : undefined, goal: kind === "streak" || kind === "sleep" ? goal : undefined,
    first, last,
  };
}

/** Loads the figure of each day; null where there is none. */
async function figures(type, { first, last }) {
  if (type === "sleepAnalysis") {
    const found = await nightsOf(first, addDays(last, 1));
    const result = [];
    for (let day = first; day <= last; day = addDays(day, 1)) result.push(found.get(day)?.asleep || null);
    return result;
  }
  const isSum = factsOf(type)?.style === "cumulative";
  const days = await daily(type, isSum ? "cumulativeSum" : "discreteAverage", { first, last });
  return days.map(({ statistics }) => (isSum ? statistics?.sum : statistics?.average)?.value ?? null);
}

/** Returns the averages of groups of days, over the days with a figure. */
function grouped(values, size) {
  if (size === 1) return values;
  const result = [];
  for (let at = 0; at < values.length; at += size) {
    const known = values.slice(at, at + size).filter((value) => value !== null);
    result.push(known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null);
  }
  return result;
}
