// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { civil, daysBetween } from "./format.js";
import { factsOf } from "./names.js";
import { amount } from "./type-amounts.js";
import { isIn } from "./type-before.js";
import { monthsBetween, partsOf, queryOf, sortedIn } from "./type-period.js";

/** Returns whether a type is cumulative. */
export const isCumulative = (type) => factsOf(type)?.style === "cumulative";

/** Returns an interval as long as the period, so that the server cuts samples only at its edges. */
function whole(period) {
  switch (period.view) {
    case "sixMonths": return `${daysBetween(period.from, period.to) / 7}weeks`;
    case "year": return "12months";
    case "fiveYears": return "60months";
    case "all": return `${monthsBetween(period.from, period.to)}months`;
    default: return period.view;
  }
}

/** Returns the intervals of a response in a period: samples that cross its edges have further ones. */
const inside = (period, statistics) => statistics.filter(
  (one) => new Date(one.startDate) >= period.start && new Date(one.startDate) < period.end);

/**
 * Loads the figures of a type for each part of a period, and for the whole period.
 * @param {string} type a quantity type.
 * @param {Object} period a period.
 * @param {string} unit the unit of the figures.
 * @returns {Promise<{parts: Object[], values: Object[], whole: Object}>} `values` has one entry for each part: null without data.
 */
export async function load(type, period, unit, signal) {
  const parts = partsOf(period);
  return { parts, ...(await (isCumulative(type) ? sums : ranges)(type, period, parts, unit, signal)) };
}

/** Loads sums by day (or hour), since each period needs the average of a day. */
async function sums(type, period, parts, unit, signal) {
  const every = period.view === "day" ? "hour" : "day";
  const { statistics } = await get("/v1/statistics", { type, options: "cumulativeSum", ...queryOf(period, every) }, { signal });
  const daily = every === "day" ? statistics.map((one) => ({ day: civil(one.startDate), average: amount(one.sum, unit, type), isPartial: one.partial === true })) : [];
  const values = sortedIn(parts, statistics).map((list) => {
    if (!list.length) return null;
    const sum = list.reduce((total, one) => total + amount(one.sum, unit, type), 0);
    // The average is over finished days, or over all if none is finished.
    const over = list.filter((one) => !one.partial);
    const counted = over.length ? over : list;
    const finished = counted.reduce((total, one) => total + amount(one.sum, unit, type), 0);
    return { sum, finished, days: counted.length, isOver: over.length > 0, isPartial: over.length < list.length,
      average: finished / counted.length };
  });
  const known = values.filter(Boolean);
  const sum = known.reduce((total, one) => total + one.sum, 0);
  const counted = known.some((one) => one.isOver) ? known.filter((one) => one.isOver) : known;
  const days = counted.reduce((total, one) => total + one.days, 0);
  const finished = counted.reduce((total, one) => total + one.finished, 0);
  return { values, daily, whole: known.length ? { sum, days, average: finished / days } : null };
}

const figures = "discreteAverage,discreteMin,discreteMax,mostRecent";

/** Loads the figures of days (or hours): in the average of a period, each finished day counts once. */
async function ranges(type, period, parts, unit, signal) {
  const [days, all] = await Promise.all([period.view === "day" ? "hour" : "day", whole(period)].map((every) =>
    get("/v1/statistics", { type, options: figures, ...queryOf(period, every) }, { signal })));
  const values = sortedIn(parts, days.statistics).map((list) => (list.length ? ofDays(list.map((one) => inWords(one, unit, type))) : null));
  const one = inside(period, all.statistics).map((found) => inWords(found, unit, type))[0] ?? null;
  if (!one || period.view === "day") return { values, daily: [], whole: one };
  const daily = inside(period, days.statistics).map((found) => ({ day: civil(found.startDate), ...inWords(found, unit, type) }));
  const { average, days: count } = ofDays(daily);
  return { values, daily, whole: { ...one, average: average ?? one.average, days: count } };
}

/** Returns the average of the finished days of a part of a period, and their number; null if there are none. */
export function averageOf(daily, part) {
  const list = daily.filter((one) => !one.isPartial && isIn(part, one.day));
  return list.length ? { average: list.reduce((sum, one) => sum + one.average, 0) / list.length, days: list.length } : null;
}

/** Returns the figures of several days: the average of the finished ones, and the range of all readings. */
function ofDays(list) {
  const over = list.filter((one) => !one.isPartial);
  const counted = over.length ? over : list;
  const latest = list.at(-1);
  return { average: counted.length ? counted.reduce((sum, one) => sum + one.average, 0) / counted.length : null, days: counted.length,
    low: Math.min(...list.map((one) => one.low)), high: Math.max(...list.map((one) => one.high)),
    latest: latest?.latest, latestDate: latest?.latestDate, isPartial: over.length < list.length };
}

const inWords = (one, unit, type) => ({
  average: amount(one.average, unit, type), low: amount(one.minimum, unit, type), high: amount(one.maximum, unit, type),
  latest: amount(one.mostRecent, unit, type), latestDate: one.mostRecentInterval?.startDate, sum: amount(one.sum, unit, type),
  isPartial: one.partial === true,
});

/** Loads the figures of each source of a type in a period: [{source, …figures}] beside {merged}. */
export async function bySource(type, period, unit, signal) {
  const options = `${isCumulative(type) ? "cumulativeSum" : figures},separateBySource`;
  const { statistics } = await get("/v1/statistics", { type, options, ...queryOf(period, whole(period)) }, { signal });
  const [one] = inside(period, statistics);
  if (!one) return { merged: null, sources: [] };
  const sources = (one.sources ?? []).map((entry) => ({ source: entry.source, ...inWords(entry, unit, type) }));
  return { merged: inWords(one, unit, type), sources };
}
