// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { axes, colour, common } from "./charts-style.js";
import { chartView, nearestColumn } from "./charts-view.js";
import { t } from "./strings.js";

/**
 * Draws two lines over each other, each with an axis of its own: the first on the left, the second, which is dashed, on the right.
 * @param {HTMLElement} container the container.
 * @param {Object} data the data of a chart (charts.js), with `series`: two of {label, colour, values, format, axisFormat} instead of
 *   `values`.
 */
export const twoLines = (container, data) => chartView(container, data, {
  name: "line two",
  entries: (now) => now.labels.map((_, at) => ({ name: now.names[at], size: now.series[0].values[at] ?? 0, text: textAt(now, at) })),
  table: (now) => ({ heads: [now.head, ...now.series.map((one) => one.label)],
    rows: now.labels.map((_, at) => [now.names[at], ...now.series.map((one) => (one.values[at] === null ? null : one.format(one.values[at])))]) }),
  indexAt: (chart, point, now) => nearestColumn(chart, point, now.labels.length, (at) => textAt(now, at) !== null),
  config: (now, selected) => {
    const options = common();
    const [left, right] = now.series.map((one) => axis(one));
    options.scales = { x: { ...left.x, offset: false, ticks: { ...left.x.ticks, autoSkipPadding: 24 } }, y: left.y,
      right: { ...right.y, position: "right", grid: { display: false } } };
    options.plugins.healthRules = { rules: [], guide: selected };
    options.layout = { padding: { top: 6 } };
    return { type: "line", options, data: { labels: now.labels, datasets: now.series.map((one, at) => line(one, at, selected)) } };
  },
  after: (view, now) => {
    view.legend ??= view.box.insertAdjacentElement("afterend", h("ul", { class: "chart-legend plain" }));
    fill(view.legend, now.series.map((one, at) => {
      const swatch = h("span", { class: at ? "swatch swatch-line dashed" : "swatch swatch-line" });
      swatch.style.color = `var(${one.colour})`;
      return h("li", {}, swatch, one.label);
    }));
  },
});

/** Returns what both lines say at a place; null if neither has a figure. */
function textAt(now, at) {
  const parts = now.series.filter((one) => one.values[at] !== null)
    .map((one) => t("chart_selected", { label: one.label, value: one.format(one.values[at]) }));
  return parts.length ? parts.join(", ") : null;
}

/** Returns the axes of a line; the figures at the vertical one have the colour of the line. */
function axis(one) {
  const known = one.values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const margin = (high - low || Math.abs(high) * 0.02 || 1) * 0.08;
  return axes(one, { y: { ticks: { color: colour(one.colour) }, ...(known.length ? { suggestedMin: low - margin, suggestedMax: high + margin } : {}) } });
}

const line = (one, at, selected) => ({
  label: one.label, data: one.values, yAxisID: at ? "right" : "y", borderColor: colour(one.colour), borderWidth: 2, borderDash: at ? [6, 4] : [],
  spanGaps: true, fill: false, pointBorderWidth: 0, pointBackgroundColor: colour(one.colour),
  pointRadius: one.values.map((_, index) => (index === selected ? 6 : one.values.length > 70 ? 0 : 2.5)) });
