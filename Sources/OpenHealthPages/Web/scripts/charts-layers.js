// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Additions of charts to their own figures: the period before as a muted line, and the usual range as a band.

import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { colour } from "./charts-style.js";

/**
 * The layers of a chart, as parts of its data.
 * @typedef {Object} Layers
 * @property {{label: string, lines: Array<Array<number|null>>, texts: string[]}} [before] the figures of the period before, by column.
 * @property {{ranges: Array<{low: number, high: number}|null>, outliers: boolean[], values: Array<number|null>, texts: string[],
 *   summary: string, hasPoints: boolean}} [band] the usual range of each column; `values` are the figures that are compared with it, and
 *   `hasPoints` says whether they are drawn, since the chart itself does not show them.
 * @property {{label: string, values: Array<number|null>, texts: Array<string|null>}} [trend] the moving average of each column.
 */

const layersOf = ({ before, band, trend }) => [
  trend && { head: trend.label, texts: trend.texts, say: (text) => t("chart_selected", { label: trend.label, value: text }) },
  before && { head: before.label, texts: before.texts, say: (text) => t("chart_selected", { label: before.label, value: text }) },
  band && { head: t("chart_band"), texts: band.texts, say: (text) => text },
].filter(Boolean);

/** Adds the layers to the configuration of a chart. */
export function withLayers(config, data) {
  const { before, band, trend } = data;
  // A line over bars would cross days without data as if they had some, so that it ends there and has points.
  const isBar = config.type === "bar";
  for (const values of before?.lines ?? []) {
    config.data.datasets.push({
      layer: "before", type: "line", data: values.slice(0, data.labels.length), borderColor: colour("--quiet"), borderWidth: 2,
      borderDash: [2, 4], borderCapStyle: "round", pointRadius: isBar ? 2.5 : 0, pointBorderWidth: 0, pointBackgroundColor: colour("--quiet"),
      fill: false, spanGaps: !isBar, stack: "before", order: isBar ? -1 : 1 });
  }
  if (trend) {
    config.data.datasets.push({
      layer: "trend", type: "line", data: trend.values.slice(0, data.labels.length), borderColor: colour(data.colour ?? "--other"), borderWidth: 3,
      pointRadius: 0, fill: false, spanGaps: true, order: -1 });
  }
  if (band) {
    config.options.plugins.healthBand = band;
    // The area below a line would cover the band.
    config.data.datasets[0].fill = false;
    const { y } = config.options.scales;
    const known = [...band.ranges.filter(Boolean).flatMap(({ low, high }) => [low, high]), ...band.values.filter((value) => value !== null)];
    y.suggestedMin = Math.min(y.suggestedMin ?? Infinity, ...known);
    y.suggestedMax = Math.max(y.suggestedMax ?? -Infinity, ...known);
  }
  return config;
}

/** Returns the entries of a chart with what its layers say about each. */
export const withLayerTexts = (entries, data) => {
  const layers = layersOf(data);
  if (!layers.length) return entries;
  return entries.map((entry, at) => (entry.text == null ? entry
    : { ...entry, size: entry.size && [].concat(entry.size).length === 2 ? entry.size : [entry.size ?? 0, entry.text],
      text: [entry.text, ...layers.map(({ texts, say }) => texts[at] && say(texts[at]))].filter(Boolean).join(", ") }));
};

/** Returns the table of a chart with a column for each layer. */
export function withLayerColumns({ heads, rows }, data) {
  const layers = layersOf(data);
  return { heads: [...heads, ...layers.map(({ head }) => head)],
    rows: rows.map((row, at) => [...row, ...layers.map(({ texts }) => texts[at] ?? null)]) };
}

/** Shows the names of the layers below a chart. */
export function showLayerNames(view, { before, band, trend, colour: name }) {
  if (!before && !band && !trend && !view.layers) return;
  view.layers ??= view.box.insertAdjacentElement("afterend", h("ul", { class: "chart-legend plain" }));
  const swatch = trend && h("span", { class: "swatch swatch-trend" });
  if (swatch) swatch.style.background = `var(${name ?? "--other"})`;
  fill(view.layers,
    trend && h("li", {}, swatch, trend.label),
    before && h("li", {}, h("span", { class: "swatch swatch-before" }), before.label),
    band && h("li", {}, h("span", { class: "swatch swatch-band" }), t("chart_band")),
    band?.outliers.some(Boolean) && h("li", {}, h("span", { class: "swatch swatch-outlier" }), t("chart_outlier")));
}

/** Draws the usual range behind the figures, and marks those far outside of it. */
export const bandPlugin = {
  id: "healthBand",
  beforeDatasetsDraw(chart, _, { ranges }) {
    if (!ranges) return;
    const { ctx, chartArea: area, scales: { x, y } } = chart;
    const half = (x.getPixelForValue(1) - x.getPixelForValue(0)) / 2;
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.right - area.left, area.bottom - area.top);
    ctx.clip();
    ctx.fillStyle = colour("--other", 0.18);
    ranges.forEach((range, at) => {
      if (!range) return;
      const [left, right] = [x.getPixelForValue(at) - half, x.getPixelForValue(at) + half];
      const [top, bottom] = [y.getPixelForValue(range.high), y.getPixelForValue(range.low)];
      ctx.fillRect(left, top, right - left, bottom - top);
      ctx.fillRect(left, top - 0.75, right - left, 1.5);
      ctx.fillRect(left, bottom - 0.75, right - left, 1.5);
    });
    ctx.restore();
  },
  afterDatasetsDraw(chart, _, { values, outliers, hasPoints }) {
    if (!values) return;
    const { ctx, scales: { x, y } } = chart;
    ctx.save();
    values.forEach((value, at) => {
      if (value === null || !(outliers[at] || hasPoints)) return;
      const [left, top] = [x.getPixelForValue(at), y.getPixelForValue(value)];
      ctx.beginPath();
      if (outliers[at]) {
        ctx.moveTo(left, top - 7);
        for (const [dx, dy] of [[7, 0], [0, 7], [-7, 0]]) ctx.lineTo(left + dx, top + dy);
        ctx.closePath();
      } else {
        ctx.arc(left, top, 3.5, 0, 2 * Math.PI);
      }
      ctx.fillStyle = colour(outliers[at] ? "--danger" : "--text");
      ctx.strokeStyle = colour("--card");
      ctx.lineWidth = 1.5;
      ctx.fill();
      ctx.stroke();
    });
    ctx.restore();
  },
};
