// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { t } from "./strings.js";

/** The number of days of a moving average, and the minimum number of days with a figure among them. */
const [DAYS, LEAST] = [7, 3];

/**
 * Returns the moving average of a weight: of each day with the six days before, over the days with a figure; null where fewer than three
 * have one. A single weighing moves by more than a week's change does, through water and food.
 * @param {Array<number|null>} values the figure of each day.
 */
export function movingAverage(values) {
  const last = values.findLastIndex((value) => value !== null);
  return values.map((_, at) => {
    if (at > last) return null;
    const known = values.slice(Math.max(0, at - DAYS + 1), at + 1).filter((value) => value !== null);
    return known.length < LEAST ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/**
 * Returns the layer of a chart with the moving average; undefined if it has fewer than two figures.
 * @param {Array<number|null>} values the figure of each day.
 * @param {function(number): string} format formats a figure with its unit.
 */
export function trendLayer(values, format) {
  const averages = movingAverage(values);
  if (averages.filter((value) => value !== null).length < 2) return undefined;
  return { label: t("chart_trend"), values: averages, texts: averages.map((value) => value === null ? null : format(value)) };
}
