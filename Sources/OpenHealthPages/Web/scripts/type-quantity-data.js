// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { daysBetween } from "./format.js";
import { factsOf } from "./names.js";
import { amount } from "./type-amounts.js";
import { monthsBetween, partsOf, queryOf, sortedIn } from "./type-period.js";

/** Whether figures of a type add up. */
export const isCumulative = (type) => factsOf(type)?.style === "cumulative";

/** The interval that is a whole stretch, so that the server cuts samples at its edges and nowhere else. */
function whole(period) {
  switch (period.view) {
    case "sixMonths": return `${daysBetween(period.from, period.to) / 7}weeks`;
    case "year": return "12months";
    case "fiveYears": return "60months";
    case "all": return `${monthsBetween(period.from, period.to)}months`;
    default: return period.view;
  }
}

/** The intervals of an answer that lie in a stretch: samples that cross its edges have others. */
const inside = (period, statistics) => statistics.filter(
  (one) => new Date(one.startDate) >= period.start && new Date(one.startDate) < period.end);

/**
 * The figures of a type for each part of a stretch, and for all of it.
 * @param {string} type a quantity type.
 * @param {Object} period a stretch.
 * @param {string} unit the unit in which the figures are wanted.
 * @returns {Promise<{parts: Object[], values: Object[], whole: Object}>} `values` has one entry a part: null where there is none.
 */
export async function load(type, period, unit, signal) {
  const parts = partsOf(period);
  return { parts, ...(await (isCumulative(type) ? sums : ranges)(type, period, parts, unit, signal)) };
}

/** Sums come by days (or hours), since the average of a day is wanted whatever the stretch is. */
async function sums(type, period, parts, unit, signal) {
  const every = period.view === "day" ? "hour" : "day";
  const { statistics } = await get("/v1/statistics", { type, options: "cumulativeSum", ...queryOf(period, every) }, { signal });
  const values = sortedIn(parts, statistics).map((list) => {
    if (!list.length) return null;
    const sum = list.reduce((total, one) => total + amount(one.sum, unit, type), 0);
    // The average is of the days that are over; where there are none, of what there is.
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
  return { values, whole: known.length ? { sum, days, average: finished / days } : null };
}

const figures = "discreteAverage,discreteMin,discreteMax,mostRecent";

async function ranges(type, period, parts, unit, signal) {
  const [byParts, all] = await Promise.all([period.every, whole(period)].map((every) =>
    get("/v1/statistics", { type, options: figures, ...queryOf(period, every) }, { signal })));
  return {
    values: sortedIn(parts, byParts.statistics).map((list) => (list.length ? inWords(list[0], unit, type) : null)),
    whole: inside(period, all.statistics).map((one) => inWords(one, unit, type))[0] ?? null,
  };
}

const inWords = (one, unit, type) => ({
  average: amount(one.average, unit, type), low: amount(one.minimum, unit, type), high: amount(one.maximum, unit, type),
  latest: amount(one.mostRecent, unit, type), latestDate: one.mostRecentInterval?.startDate, sum: amount(one.sum, unit, type),
  isPartial: one.partial === true,
});

/** What each source has of a type in a stretch: [{source, …figures}] beside {merged}. */
export async function bySource(type, period, unit, signal) {
  const options = `${isCumulative(type) ? "cumulativeSum" : figures},separateBySource`;
  const { statistics } = await get("/v1/statistics", { type, options, ...queryOf(period, whole(period)) }, { signal });
  const [one] = inside(period, statistics);
  if (!one) return { merged: null, sources: [] };
  const sources = (one.sources ?? []).map((entry) => ({ source: entry.source, ...inWords(entry, unit, type) }));
  return { merged: inWords(one, unit, type), sources };
}
