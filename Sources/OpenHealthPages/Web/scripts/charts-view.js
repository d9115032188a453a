// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// What all charts do: draw, let somebody choose a place by pointer or key, speak what is chosen, show the figures as a table.

import { h, fill, newId } from "./dom.js";
import { t } from "./strings.js";
import { colour, forgetColours, rulesPlugin, ringPlugin } from "./charts-style.js";

/** The charts of the page, for what changes all of them. */
const views = new Set();
let hasTold = false;

/**
 * Puts a chart into a container.
 * @param {HTMLElement} container where it is put, after what is there.
 * @param {Object} data what is shown.
 * @param {Object} kind how: `config(data, selected)` → what Chart.js takes, `entries(data)` → [{name, text, size, low}] (text null: no
 *   figure; `size` and `low` are [number, text] for the summary, or a number where the text is the entry's), `table(data)` →
 *   {heads, rows}, `indexAt(chart, point, data)` → the place of a pointer, `after(view, data)` for what stands around the chart.
 * @returns {{element: HTMLElement, selected: (number|null), update: function, select: function, destroy: function}}
 */
export function chartView(container, data, kind) {
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
    const { heads, rows } = data.table ?? kind.table(data);
    const cells = ([first, ...rest]) => [h("th", { scope: "row" }, first), rest.map((text) => h("td", { class: "number" }, text ?? "–"))];
    fill(table, table.firstChild, h("div", { class: "scroll" }, h("table", {}, h("caption", { class: "hidden" }, data.label),
      h("thead", {}, h("tr", {}, heads.map((text, at) => h("th", { scope: "col", class: at ? "number" : null }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, cells(row)))))));
  }

  function describe() {
    canvas.setAttribute("aria-label", t("chart_name", { text: data.summary ?? summary(data, kind) }));
    if (table.open) writeTable();
    kind.after?.(view, data);
  }

  /** Takes other figures, or a part of them: what is not named stays. */
  view.update = (changed, { isStill = false } = {}) => {
    data = { ...data, ...changed };
    if ("selected" in changed) view.selected = changed.selected ?? null;
    if (view.selected !== null && kind.entries(data)[view.selected]?.text == null) view.selected = null;
    describe();
    if (!view.chart) return;
    const { options, data: { labels, datasets } } = kind.config(data, view.selected);
    // The same objects take the new figures, so that what is drawn moves there and nothing flickers.
    view.chart.data.labels = labels;
    view.chart.data.datasets = datasets.map((set, at) => Object.assign(view.chart.data.datasets[at] ?? {}, set));
    view.chart.options = options;
    view.chart.update(isStill ? "none" : undefined);
  };

  /** Selects a place, or none with null, and tells nobody. */
  view.select = (index) => {
    if (view.selected === index) return;
    view.update({ selected: index }, { isStill: true });
  };

  /** Takes the chart away. */
  view.destroy = () => {
    views.delete(view);
    view.chart?.destroy();
    view.element.remove();
  };

  /** Somebody has chosen. */
  view.choose = (index) => {
    if (index === view.selected) return;
    view.select(index);
    const entry = index === null ? null : kind.entries(data)[index];
    region.textContent = entry ? t("chart_selected", { label: entry.name, value: entry.text }) : t("chart_none");
    data.onSelect?.(index);
  };

  /** Draws everything anew in the colours of now. */
  view.restyle = () => view.update({}, { isStill: true });

  container.append(view.element);
  describe();
  if (globalThis.Chart) {
    const config = kind.config(data, view.selected);
    // What comes first is there at once: only what changes later moves.
    view.chart = new globalThis.Chart(canvas, {
      ...config, options: { ...config.options, animation: false }, plugins: [rulesPlugin, ringPlugin] });
    listen(view, canvas, kind, () => data);
    views.add(view);
  } else {
    missing(view, table);
  }
  return view;
}

/** Says that there are no charts and how to get them, once a page; and shows the figures. */
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

/** What a chart is about, in a sentence. */
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
  return parts.join(" ");
}

/** Pointers and keys. A drag along the chart selects as it goes; up and down still scrolls the page. */
function listen(view, canvas, kind, data) {
  let before;
  let hasMoved;
  const at = (event) => {
    const frame = canvas.getBoundingClientRect();
    return kind.indexAt(view.chart, { x: event.clientX - frame.left, y: event.clientY - frame.top }, data());
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    [before, hasMoved] = [view.selected, false];
    const index = at(event);
    if (index !== null) view.choose(index);
  });
  const tip = view.box.appendChild(h("div", { class: "chart-tip", hidden: true, "aria-hidden": "true" }));
  canvas.addEventListener("pointerleave", () => { tip.hidden = true; });
  canvas.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") showTip(tip, view, at(event), kind.entries(data()), event);
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    const index = at(event);
    if (index === null || index === view.selected) return;
    hasMoved = true;
    view.choose(index);
  });
  canvas.addEventListener("pointerup", (event) => {
    // Once more on what is selected takes the selection back.
    if (!hasMoved && before !== null && before === view.selected && at(event) === before) view.choose(null);
  });
  // The finger has begun to scroll: it did not mean to select.
  canvas.addEventListener("pointercancel", () => view.choose(before ?? null));
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const index = byKey(event.key, view.selected, kind.entries(data()));
    if (index === undefined) return;
    event.preventDefault();
    view.choose(index);
  });
}

/** Writes the place below the pointer beside it. Who uses keys or listens has the same of what is chosen. */
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

/** Where a key leads: to the next place with a figure; undefined where the key is none of the chart's. */
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

/** Light and dark, paper, and letters that came late: everything is drawn anew. */
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

/** The place of a pointer among columns: the nearest one with a figure. */
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

/** The colours of a row of bars, one of which may be selected. */
export const shades = (count, selected, name, rest) =>
  Array.from({ length: count }, (_, index) => {
    const own = typeof name === "function" ? name(index) : name;
    return colour(own, selected === null || selected === index ? 1 : rest);
  });
