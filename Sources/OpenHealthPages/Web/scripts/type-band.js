// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { addDays, convert, date, daysBetween, moment, number, today, zone } from "./format.js";
import { t } from "./strings.js";
import { rangeWords } from "./type-amounts.js";

/** The types whose usual range is drawn. */
const types = new Set(["restingHeartRate", "heartRateVariabilitySDNN", "heartRateVariabilityRMSSD", "respiratoryRate", "oxygenSaturation",
  "appleSleepingWristTemperature"]);

/** The longest period of one request, in days. */
const longest = 400;

/**
 * Loads the usual range of a type on the days of a period: day → {value, low, high, isOutlier}; null for other types and periods.
 * @param {string} type a short name.
 */
export async function loadBand(type, period, unit, signal) {
  if (!types.has(type) || period.every === "hour" || daysBetween(period.from, period.to) > longest || period.from > today()) return null;
  const { ranges: [found] } = await get("/v1/insights/ranges",
    { type, from: period.from, to: addDays(period.to, -1), timeZone: zone }, { signal });
  const inUnit = (value) => (value === undefined ? null : convert(value, found.unit, unit, type) ?? value);
  return new Map(found.days.map(({ day, value, range, outlier }) => [day, {
    value: inUnit(value), low: inUnit(range?.low), high: inUnit(range?.high), isOutlier: outlier === true }]));
}

/**
 * Returns the layer of a chart with the usual range of each part: of a week or a month, the average of its days.
 * @param {Map|null} byDay the result of `loadBand`.
 * @param {{type: string, period: Object, parts: Object[], unit: string, hasPoints: boolean}} now the chart.
 */
export function bandLayer(byDay, { type, period, parts, unit, hasPoints }) {
  if (!byDay || ![...byDay.values()].some(({ low }) => low !== null)) return undefined;
  const isDaily = period.every === "day";
  const lists = parts.map(({ from, to }) => [...byDay].filter(([day]) => day >= from && day < to).map(([, entry]) => entry));
  const mean = (list, key) => list.reduce((sum, entry) => sum + entry[key], 0) / list.length;
  const ranges = lists.map((list) => {
    const known = list.filter(({ low }) => low !== null);
    return known.length ? { low: mean(known, "low"), high: mean(known, "high") } : null;
  });
  const outside = [...byDay].filter(([, { isOutlier }]) => isOutlier).map(([day]) => day);
  const count = (list) => list.filter(({ isOutlier }) => isOutlier).length;
  return {
    ranges, hasPoints: isDaily && hasPoints,
    values: lists.map((list) => (isDaily ? (list[0]?.value ?? null) : null)),
    outliers: lists.map((list) => isDaily && list[0]?.isOutlier === true),
    texts: ranges.map((range, at) => range && [t("chart_band_text", { range: rangeWords(range.low, range.high, unit, type) }),
      count(lists[at]) && (isDaily ? t("chart_outlier") : t.plural("chart_outlier_days", count(lists[at]), { count: number(count(lists[at])) }))]
      .filter(Boolean).join(", ")),
    summary: summary(outside),
  };
}

/** Returns the days that are far outside of the usual range, the last ones first, as a sentence. */
function summary(days) {
  if (!days.length) return t("chart_outliers_none");
  const named = days.slice(-5).reverse().map((day) => date(moment(day, "12:00"), "short"));
  return t.plural("chart_outliers", days.length, { count: number(days.length), days: named.join(", ") + (days.length > 5 ? " …" : "") });
}
