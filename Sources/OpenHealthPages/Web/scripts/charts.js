// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The charts of the pages, over Chart.js. Each function adds one to a container and returns its view:
//
// - `update(data)` changes the data; missing fields stay, also the selection if it still has a figure.
// - `select(index)` selects an index (null: none) without calling back. `selected` contains the selection.
// - `destroy()` removes the chart. `element` is the element in the container.
//
// All charts support pointer, touch and keys, announce the selection, follow the colour scheme, and have a table.

import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { axes, colour, common, dim } from "./charts-style.js";
import { chartView, nearestColumn, shades, showLegend } from "./charts-view.js";

/**
 * The data of a chart.
 * @typedef {Object} ChartData
 * @property {string} label the name of the figures, "Steps", which is the head of their column in the table.
 * @property {string[]} labels the short label below each column: "22".
 * @property {string[]} [names] the full name of each column, also for screen readers: "Sunday, 22 November".
 * @property {string} [head] the head of the column of names in the table; "Day" by default.
 * @property {Array<number|null>} values the figures, null for none. (Ranges: [minimum, maximum] or null.)
 * @property {function(number): string} format formats a figure with its unit.
 * @property {function(number): string} [axisFormat] formats a figure at the axis; `format` by default.
 * @property {string} [colour] a variable of the style sheet: "--steps".
 * @property {{value: number, label: string, colour: string=}} [average] a dashed line; its label contains the figure: "Average
 *   8,412".
 * @property {{value: number, label: string, colour: string=}} [goal] another line.
 * @property {number} [partial] (bars only) the index of an unfinished period, such as today; -1 for none.
 * @property {string} [axisUnit] the unit of the figures at the axis.
 * @property {number} [axisStep] the figures at the axis are multiples of this.
 * @property {number|null} [selected] the selected index.
 * @property {function(number|null)} [onSelect] is called after a selection by pointer or key.
 * @property {string} [summary] the content of the chart for screen readers; by default it is derived from the figures.
 * @property {{heads: string[], rows: string[][]}} [table] the table of the chart if it contains more than the chart.
 * @property {number[]} [at] (lines only) the positions on the axis, such as seconds; then `formatAt` labels the axis.
 * @property {function(number): string} [formatAt] formats a position on the axis.
 * @property {boolean} [isReversed] (lines only) whether the smallest figure is at the top, such as the fastest pace.
 * @property {{label: string, values: Array<number|null>}} [trend] (lines only) a moving average, over the pale figures.
 * @property {boolean} [gaps] (lines only) whether the line is interrupted where a figure is missing.
 */

const nameOf = (data, index) => data.names?.[index] ?? data.labels?.[index] ?? "";
const rulesOf = (data) => [data.average, data.goal].filter((rule) => Number.isFinite(rule?.value));
const plain = {
  entries: (data) => data.values.map((value, index) => ({
    name: nameOf(data, index), text: value === null ? null : data.format(value), size: value !== null && [value, data.format(value)] })),
  table: (data) => ({
    heads: [data.head ?? t("chart_head"), data.label],
    rows: data.values.map((value, index) => [nameOf(data, index), value === null ? null : data.format(value)]) }),
  indexAt: (chart, point, data) => nearestColumn(chart, point, data.values.length, (index) => data.values[index] !== null),
};

/** The height of the row of names above a chart. */
const ROW = 24;

/** Returns the options of a chart with columns. */
function columns(data, { x, y, guide = null } = {}) {
  const options = common();
  options.scales = axes(data, { x, y });
  options.plugins.healthRules = {
    rules: rulesOf(data), guide, open: data.partial >= 0 ? { index: data.partial, label: t("chart_sofar_short") } : null };
  // Names of lines have a row above the figures, where nothing covers them.
  options.layout = { padding: { top: rulesOf(data).some((rule) => rule.label) || data.partial >= 0 ? ROW : 6 } };
  return options;
}

const greatest = (list) => list.reduce((most, value) => (value > most ? value : most), -Infinity);
const least = (list) => list.reduce((most, value) => (value < most ? value : most), Infinity);
/** Returns the outline of the selected bar, and of the pale bar of an unfinished period. */
const outline = (now, selected, name) => ({
  borderSkipped: false, borderColor: now.labels.map((_, index) => colour(index === selected ? "--text" : name)),
  borderWidth: now.labels.map((_, index) => (index === selected || index === now.partial ? 2 : 0)),
});

/** Returns the colours of bars; the bar of an unfinished period is pale within its outline. */
function fills(now, selected, name) {
  const all = shades(now.values.length, selected, name, dim());
  if (Number.isInteger(now.partial) && now.partial >= 0) all[now.partial] = colour(name, 0.25);
  return all;
}

const bar = { borderRadius: 4, maxBarThickness: 44, categoryPercentage: 0.86, barPercentage: 0.86 };

/**
 * Draws bars from zero, such as the steps of each day.
 * @param {HTMLElement} container the container.
 * @param {ChartData} data the data.
 */
export const barChart = (container, data) => chartView(container, data, {
  ...plain, name: "bars",
  config: (now, selected) => ({
    type: "bar",
    data: { labels: now.labels, datasets: [{ ...bar, ...outline(now, selected, now.colour ?? "--other"), data: now.values,
      backgroundColor: fills(now, selected, now.colour ?? "--other") }] },
    options: columns(now, { y: { beginAtZero: true, suggestedMax: greatest(rulesOf(now).map((rule) => rule.value * 1.05)) } }),
  }),
});

/**
 * Draws a line over an area, from the smallest figure, such as a weight.
 * @param {HTMLElement} container the container.
 * @param {ChartData} data the data.
 */
export const lineChart = (container, data) => chartView(container, data, {
  ...plain, name: "line",
  config: (now, selected) => {
    const name = now.colour ?? "--other";
    const all = [...now.values.filter((value) => value !== null), ...rulesOf(now).map((rule) => rule.value)];
    const margin = ((greatest(all) - least(all)) || Math.abs(all[0] ?? 1) * 0.02 || 1) * 0.12;
    const radius = now.values.map((value, index) => (index === selected ? 6 : now.values.length > 70 ? 0 : 3));
    return {
      type: "line",
      data: { labels: now.at ? undefined : now.labels, datasets: [{
        data: now.at ? now.values.map((value, index) => ({ x: now.at[index], y: value })) : now.values,
        borderColor: colour(name, now.trend ? 0.45 : selected === null ? 1 : dim()), borderWidth: now.trend ? 1.5 : 2, backgroundColor: colour(name, 0.14), fill: "start",
        spanGaps: !now.gaps, pointRadius: radius, pointBorderWidth: 0,
        pointBackgroundColor: shades(now.values.length, selected, name, dim()) }] },
      options: columns(now, {
        y: { reverse: now.isReversed, ...all.length ? { suggestedMin: least(all) - margin, suggestedMax: greatest(all) + margin } : {} },
        x: now.at
          ? { type: "linear", min: now.at[0], max: now.at.at(-1), ticks: { callback: now.formatAt ?? String, maxTicksLimit: 6 } }
          : { offset: false },
        guide: selected === null ? null : now.at ? now.at[selected] : selected,
      }),
    };
  },
});

/**
 * Draws bars from the minimum to the maximum of each column, such as the heart rate of each hour.
 * @param {HTMLElement} container the container.
 * @param {ChartData} data the data; `values` are [minimum, maximum] or null. `range(minimum, maximum)` can format both together.
 */
export const rangeChart = (container, data) => chartView(container, data, {
  ...plain, name: "ranges",
  entries: (now) => now.values.map((value, index) => ({
    name: nameOf(now, index), text: value && (now.range ?? rangeText(now))(...value),
    size: value && [value[1], now.format(value[1])], low: value && [value[0], now.format(value[0])] })),
  table: (now) => ({
    heads: [now.head ?? t("chart_head"), t("chart_least"), t("chart_greatest")],
    rows: now.values.map((value, index) => [nameOf(now, index), value && now.format(value[0]), value && now.format(value[1])]) }),
  config: (now, selected) => {
    const all = [...now.values.filter(Boolean).flat(), ...rulesOf(now).map((rule) => rule.value)];
    const margin = ((greatest(all) - least(all)) || 10) * 0.1;
    return {
      type: "bar",
      data: { labels: now.labels, datasets: [{ ...bar, data: now.values, borderSkipped: false, minBarLength: 5, maxBarThickness: 18,
        backgroundColor: shades(now.values.length, selected, now.colour ?? "--heart", dim()) }] },
      options: columns(now, { y: all.length ? {
        beginAtZero: false, suggestedMin: Math.max(least(all) - margin, least(all) >= 0 ? 0 : -Infinity),
        suggestedMax: greatest(all) + margin } : {} }),
    };
  },
});

const rangeText = (data) => (low, high) => (low === high ? data.format(low) : `${(data.axisFormat ?? data.format)(low)}–${data.format(high)}`);

/**
 * Draws bars of several parts, such as the stages of each night, with a legend of the parts' colours below.
 * @param {HTMLElement} container the container.
 * @param {ChartData & {series: Array<{label: string, colour: string, values: Array<number|null>}>}} data the data: the parts,
 *   from the bottom, instead of `values`.
 */
export const stackedChart = (container, data) => {
  const total = (now, index) => now.series.reduce((sum, part) => sum + (part.values[index] ?? 0), 0);
  const has = (now, index) => now.series.some((part) => part.values[index]);
  const parts = (now, index) => now.series.filter((part) => part.values[index]).map((part) =>
    t("chart_selected", { label: part.label, value: now.format(part.values[index]) }));
  return chartView(container, data, {
    ...plain, name: "stack",
    entries: (now) => now.labels.map((_, index) => ({ name: nameOf(now, index), size: [total(now, index), now.format(total(now, index))],
      text: has(now, index) ? [now.format(total(now, index)), ...parts(now, index)].join(", ") : null })),
    table: (now) => ({
      heads: [now.head ?? t("chart_head"), ...now.series.map((part) => part.label), now.label],
      rows: now.labels.map((_, index) => [nameOf(now, index),
        ...now.series.map((part) => (part.values[index] ? now.format(part.values[index]) : null)),
        has(now, index) ? now.format(total(now, index)) : null]) }),
    indexAt: (chart, point, now) => nearestColumn(chart, point, now.labels.length, (index) => has(now, index)),
    config: (now, selected) => {
      const options = columns(now, { x: { stacked: true }, 
        y: { stacked: true, beginAtZero: true, suggestedMax: greatest(rulesOf(now).map((rule) => rule.value * 1.05)) } });
      return {
        type: "bar",
        data: { labels: now.labels, datasets: now.series.map((part) => ({ ...bar, borderRadius: 2, data: part.values, label: part.label,
          borderColor: colour("--card"), borderWidth: { top: 1 }, backgroundColor: shades(now.labels.length, selected, part.colour, dim()) })) },
        options,
      };
    },
    after: (view, now) => showLegend(view, now.series),
  });
};

/**
 * Draws a ring of parts with the selected one in its middle, such as the average steps of each weekday.
 * @param {HTMLElement} container the container.
 * @param {ChartData & {middle: {name: string, text: string}=, middleFormat: function(number): string=}} data the data; `middle`
 *   is shown without a selection, and `middleFormat` formats a figure for the middle, more briefly than `format`.
 */
export const ringChart = (container, data) => chartView(container, data, {
  ...plain, name: "ring",
  indexAt: (chart, point, now) => {
    const parts = chart.getDatasetMeta(0).data;
    const turn = 2 * Math.PI;
    const angle = Math.atan2(point.y - parts[0].y, point.x - parts[0].x);
    const index = parts.findIndex((part) => (((angle - part.startAngle) % turn) + turn) % turn < part.endAngle - part.startAngle);
    return index < 0 || now.values[index] === null ? null : index;
  },
  config: (now, selected) => {
    const options = common();
    options.cutout = "62%";
    options.layout = { padding: { top: 20, bottom: 20, left: 34, right: 34 } };
    options.plugins.healthRing = { names: now.labels, selected };
    return {
      type: "doughnut",
      data: { labels: now.labels, datasets: [{ data: now.values, borderColor: colour("--card"), borderWidth: 3,
        offset: now.values.map((_, index) => (index === selected ? 8 : 0)),
        backgroundColor: shades(now.values.length, selected, now.colour ?? "--other", dim()) }] },
      options,
    };
  },
  after: (view, now) => {
    // The middle is for sighted people: screen readers read the chart itself.
    view.middle ??= view.box.appendChild(h("div", { class: "chart-middle", "aria-hidden": "true" }));
    const index = view.selected;
    const shown = index === null ? now.middle : { name: nameOf(now, index), text: (now.middleFormat ?? now.format)(now.values[index]) };
    fill(view.middle, shown && [h("span", { class: "small" }, shown.name), h("strong", { class: "figure" }, shown.text)]);
  },
});

/**
 * Draws bars up and down from zero in two colours, such as the change of weight on each weekday.
 * @param {HTMLElement} container the container.
 * @param {ChartData} data the data; `format` includes the sign.
 */
export const changeChart = (container, data) => chartView(container, data, {
  ...plain, name: "changes",
  config: (now, selected) => ({
    type: "bar",
    data: { labels: now.labels, datasets: [{ ...bar, data: now.values, borderSkipped: "start",
      backgroundColor: shades(now.values.length, selected, (index) => (now.values[index] > 0 ? "--gain" : "--loss"), dim()) }] },
    options: columns(now, { y: { beginAtZero: true, grace: "8%" } }),
  }),
});
