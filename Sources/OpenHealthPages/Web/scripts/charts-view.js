// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The common part of all charts: drawing, selection by pointer or key, announcing the selection, and the table of the figures.

import { h, fill, newId } from "./dom.js";
import { t } from "./strings.js";
import { scrollBox } from "./scroll-box.js";
import { reportPinch } from "./charts-pinch.js";
import { colour, forgetColours, rulesPlugin, ringPlugin } from "./charts-style.js";
import { bandPlugin, showLayerNames, withLayerColumns, withLayers, withLayerTexts } from "./charts-layers.js";

/** The charts of the page, for changes that affect all of them. */
const views = new Set();
let hasTold = false;

/**
 * Adds a chart to a container.
 * @param {HTMLElement} container the container to which it is appended.
 * @param {Object} data the data of the chart.
 * @param {Object} kind the functions of the kind of chart: `config(data, selected)` → the configuration for Chart.js,
 *   `entries(data)` → [{name, text, size, low}] (text null: no figure; `size` and `low` are [number, text] for the summary, or a
 *   number if the text is the entry's), `table(data)` → {heads, rows}, `indexAt(chart, point, data)` → the index at a pointer,
 *   `after(view, data)` for elements around the chart. The layers of charts-layers.js are added to all of them.
 * @returns {{element: HTMLElement, selected: (number|null), update: function, select: function, destroy: function}}
 */
export function chartView(container, data, plainKind) {
  const kind = { ...plainKind, entries: (now) => withLayerTexts(plainKind.entries(now), now),
    config: (now, selected) => withLayers(plainKind.config(now, selected), now) };
  const view = { selected: data.selected ?? null, chart: undefined };
  const region = h("p", { class: "hidden", "aria-live": "polite" });
  const hint = h("p", { class: "hidden", id: newId("hint") }, t("chart_hint"));
  const canvas = h("canvas", { tabindex: 0, role: "application", "aria-describedby": hint.id });
  const box = h("div", { class: "chart" }, canvas);
  const table = h("details", { class: "chart-table" }, h("summary", {}, t("chart_table")));
  view.element = h("div", { class: `chart-view ${kind.name}` }, box, hint, region, table);
  view.box = box;
  table.addEventListener("toggle", () => table.open && writeTable());

  function writeTable() {
    const { heads, rows } = withLayerColumns(data.table ?? kind.table(data), data);
    const cells = ([first, ...rest]) => [h("th", { scope: "row" }, first), rest.map((text) => h("td", { class: "number" }, text ?? "–"))];
    fill(table, table.firstChild, scrollBox(data.label, h("table", {}, h("caption", { class: "hidden" }, data.label),
      h("thead", {}, h("tr", {}, heads.map((text, at) => h("th", { scope: "col", class: at ? "number" : null }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, cells(row)))))));
  }

  function describe() {
    canvas.setAttribute("aria-label", t("chart_name", { text: data.summary ?? summary(data, kind) }));
    if (table.open) writeTable();
    kind.after?.(view, data);
    showLayerNames(view, data);
  }

  /** Updates the data, or a part of it: other parts stay. */
  view.update = (changed, { isStill = false } = {}) => {
    data = { ...data, ...changed };
    if ("selected" in changed) view.selected = changed.selected ?? null;
    if (view.selected !== null && kind.entries(data)[view.selected]?.text == null) view.selected = null;
    describe();
    if (!view.chart) return;
    const { options, data: { labels, datasets } } = kind.config(data, view.selected);
    // The new figures go into the existing objects, so that the chart animates to them without flickering.
    view.chart.data.labels = labels;
    const before = view.chart.data.datasets;
    view.chart.data.datasets = datasets.map((set, at) => Object.assign(before[at]?.layer === set.layer ? (before[at] ?? {}) : {}, set));
    view.chart.options = options;
    view.chart.update(isStill ? "none" : undefined);
  };

  /** Selects an index, or nothing with null, without calling back. */
  view.select = (index) => {
    if (view.selected === index) return;
    view.update({ selected: index }, { isStill: true });
  };

  /** Removes the chart. */
  view.destroy = () => {
    views.delete(view);
    view.chart?.destroy();
    view.element.remove();
  };

  /** Selects an index for the person, and calls back. */
  view.choose = (index) => {
    if (index === view.selected) return;
    view.select(index);
    const entry = index === null ? null : kind.entries(data)[index];
    region.textContent = entry ? t("chart_selected", { label: entry.name, value: entry.text }) : t("chart_none");
    data.onSelect?.(index);
  };

  /** Redraws everything in the current colours. */
  view.restyle = () => view.update({}, { isStill: true });

  container.append(view.element);
  describe();
  if (globalThis.Chart) {
    const config = kind.config(data, view.selected);
    // The first drawing is not animated, only later changes.
    view.chart = new globalThis.Chart(canvas, {
      ...config, options: { ...config.options, animation: false }, plugins: [rulesPlugin, ringPlugin, bandPlugin] });
    listen(view, canvas, kind, () => data);
    views.add(view);
  } else {
    missing(view, table);
  }
  return view;
}

/** Shows the table, and once a page a message that charts are not available and how to install them. */
function missing(view, table) {
  if (hasTold) {
    view.box.remove();
  } else {
    hasTold = true;
    fill(view.box, h("h3", {}, t("problem_charts")), h("p", {}, t("problem_charts_why")),
      h("p", {}, h("code", {}, document.body.dataset.chartCommand ?? "")));
    view.box.className = "wrong";
  }
  table.open = true;
}

/** Returns a sentence that summarizes a chart. */
function summary(data, kind) {
  const entries = kind.entries(data).filter((entry) => entry.text != null);
  if (!entries.length) return t("chart_empty", { label: data.label });
  const sized = (entry, size) => (Array.isArray(size) ? size : [size ?? 0, entry.text]);
  const [above, below] = [(entry) => sized(entry, entry.size), (entry) => sized(entry, entry.low ?? entry.size)];
  const [high] = [...entries].sort((a, b) => above(b)[0] - above(a)[0]);
  const [low] = [...entries].sort((a, b) => below(a)[0] - below(b)[0]);
  const parts = [entries.length === 1
    ? t("chart_one", { label: data.label, name: entries[0].name, value: entries[0].text })
    : t("chart_summary", { label: data.label, first: entries[0].name, last: entries.at(-1).name,
      low: below(low)[1], lowName: low.name, high: above(high)[1], highName: high.name })];
  for (const rule of [data.average, data.goal]) if (rule?.label) parts.push(rule.label);
  if (data.band) parts.push(data.band.summary);
  return parts.join(" ");
}

/** Handles pointers and keys. A horizontal drag selects; vertical movements still scroll the page. */
function listen(view, canvas, kind, data) {
  let before;
  let hasMoved;
  let isPinched = false;
  const at = (event) => {
    const frame = canvas.getBoundingClientRect();
    return kind.indexAt(view.chart, { x: event.clientX - frame.left, y: event.clientY - frame.top }, data());
  };
  canvas.addEventListener("pointerdown", (event) => {
    // The second finger of a pinch selects nothing.
    if (event.button !== 0 || !event.isPrimary) return;
    isPinched = false;
    canvas.setPointerCapture(event.pointerId);
    [before, hasMoved] = [view.selected, false];
    const index = at(event);
    if (index !== null) view.choose(index);
  });
  const tip = view.box.appendChild(h("div", { class: "chart-tip", hidden: true, "aria-hidden": "true" }));
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") showTip(tip, view, at(event), kind.entries(data()), event);
    if (isPinched || !canvas.hasPointerCapture(event.pointerId)) return;
    const index = at(event);
    if (index === null || index === view.selected) return;
    hasMoved = true;
    view.choose(index);
  });
  canvas.addEventListener("pointerup", (event) => {
    // A second tap on the selection clears it.
    if (!hasMoved && before !== null && before === view.selected && at(event) === before) view.choose(null);
  });
  // The browser has begun to scroll: the touch was not a selection.
  canvas.addEventListener("pointercancel", () => view.choose(before ?? null));
  reportPinch(canvas, () => view.chart.chartArea, () => {
    if (isPinched) return;
    [isPinched, hasMoved] = [true, true];
    view.choose(before ?? null);
  });
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = byKey(event.key, view.selected, kind.entries(data()));
    if (index === undefined) return;
    event.preventDefault();
    view.choose(index);
  });
}

/** Shows the figure at the pointer beside it. Keyboards and screen readers get it from the selection. */
function showTip(tip, view, index, entries, event) {
  const entry = index === null ? undefined : entries[index];
  tip.hidden = entry?.text == null;
  if (tip.hidden) return;
  fill(tip, h("span", {}, entry.name), " ", h("strong", {}, entry.text));
  const frame = view.box.getBoundingClientRect();
  const x = event.clientX - frame.left;
  const beside = x + 14 + tip.offsetWidth <= frame.width ? x + 14 : x - 14 - tip.offsetWidth;
  tip.style.left = `${Math.max(0, beside)}px`;
}

/** Returns the index that a key leads to, the next one with a figure; undefined for other keys. */
function byKey(key, selected, entries) {
  const places = entries.flatMap((entry, index) => (entry.text == null ? [] : [index]));
  if (!places.length) return undefined;
  const here = places.indexOf(selected);
  const step = Math.max(2, Math.round(places.length / 10));
  const to = (place) => places[Math.min(Math.max(place, 0), places.length - 1)];
  switch (key) {
    case "ArrowRight": case "ArrowUp": return here < 0 ? places[0] : to(here + 1);
    case "ArrowLeft": case "ArrowDown": return here < 0 ? places.at(-1) : to(here - 1);
    case "PageUp": return to((here < 0 ? 0 : here) + step);
    case "PageDown": return to((here < 0 ? places.length - 1 : here) - step);
    case "Home": return places[0];
    case "End": return places.at(-1);
    case "Escape": return selected === null ? undefined : null;
    default: return undefined;
  }
}

/** Redraws everything after a change of the colour scheme, for print, or after fonts have loaded. */
function restyleAll() {
  forgetColours();
  for (const view of views) {
    if (view.element.isConnected) view.restyle();
    else view.destroy();
  }
}
for (const query of ["(prefers-color-scheme: dark)", "print", "(prefers-reduced-motion: reduce)"]) {
  matchMedia(query).addEventListener("change", restyleAll);
}
window.addEventListener("beforeprint", () => {
  for (const view of views) if (view.box.offsetParent) view.chart.resize(Math.min(view.box.clientWidth, 640), view.box.clientHeight);
});
window.addEventListener("afterprint", () => {
  for (const view of views) view.chart.resize();
});

/** Returns the nearest column with a figure at a pointer. */
export function nearestColumn(chart, point, count, has) {
  const { x } = chart.scales;
  let best = null;
  let distance = Infinity;
  for (let index = 0; index < count; index += 1) {
    if (!has(index)) continue;
    const away = Math.abs(chart.getDatasetMeta(0).data[index]?.x - point.x);
    if (away < distance) [best, distance] = [index, away];
  }
  return point.x < x.left - 20 || point.x > x.right + 20 ? null : best;
}

/** Returns the colours of a row of bars, one of which can be selected. */
export const shades = (count, selected, name, rest) =>
  Array.from({ length: count }, (_, index) => {
    const own = typeof name === "function" ? name(index) : name;
    return colour(own, selected === null || selected === index ? 1 : rest);
  });

/** Shows the colours and labels of the parts of a chart below it. */
export function showLegend(view, parts) {
  view.legend ??= view.box.insertAdjacentElement("afterend", h("ul", { class: "chart-legend plain" }));
  fill(view.legend, parts.map((part) => {
    const swatch = h("span", { class: "swatch" });
    swatch.style.background = `var(${part.colour})`;
    return h("li", {}, swatch, part.label);
  }));
}
