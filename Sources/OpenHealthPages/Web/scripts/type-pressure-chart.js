// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { axes, colour, common, dim } from "./charts-style.js";
import { chartView, nearestColumn, shades, showLegend } from "./charts-view.js";

const bar = { borderRadius: 4, borderSkipped: false, minBarLength: 5, maxBarThickness: 16, categoryPercentage: 0.86, barPercentage: 0.86, grouped: false };

/**
 * Draws bars of two ranges in each column, one above the other, such as both blood pressures.
 * @param {HTMLElement} container the container.
 * @param {Object} data the data of a chart (charts.js), with `series`: [{label, colour, values: [[minimum, maximum]|null]}]
 *   instead of `values`, and `texts`: the description of each column.
 */
export const twoRanges = (container, data) => chartView(container, data, {
  name: "ranges",
  entries: (now) => now.labels.map((_, at) => ({ name: now.names[at], text: now.texts[at], size: now.series[0].values[at]?.[1] })),
  table: (now) => now.table,
  indexAt: (chart, point, now) => nearestColumn(chart, point, now.labels.length, (at) => now.texts[at] !== null),
  config: (now, selected) => {
    const all = now.series.flatMap((one) => one.values.filter(Boolean).flat());
    const options = common();
    options.scales = axes(now, { y: { beginAtZero: false, suggestedMin: Math.max(0, Math.min(...all) - 10), suggestedMax: Math.max(...all) + 10 } });
    options.plugins.healthRules = { rules: [], guide: null };
    options.layout = { padding: { top: 6 } };
    return {
      type: "bar",
      data: { labels: now.labels, datasets: now.series.map((one) => ({ ...bar, data: one.values, label: one.label,
        borderColor: colour("--card"), backgroundColor: shades(now.labels.length, selected, one.colour, dim()) })) },
      options,
    };
  },
  after: (view, now) => showLegend(view, now.series),
});
