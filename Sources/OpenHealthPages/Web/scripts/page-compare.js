// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { brush } from "./compare-brush.js";
import { twoLines } from "./compare-chart.js";
import { correlationCard } from "./compare-correlation.js";
import { canCompare, loadSeries, periodIn, unitOf, windowOf } from "./compare-data.js";
import { fill, find, h, newId } from "./dom.js";
import { addDays, date, dateRange, digitsOf, duration, moment, number, quantity, today, valueText } from "./format.js";
import { grouped } from "./groups.js";
import { follow } from "./live.js";
import { shortName, typeName } from "./names.js";
import { guarded, showNoData } from "./problems.js";
import { t } from "./strings.js";
import { colorOf } from "./type-colors.js";
import { partsOf } from "./type-period.js";
import { loadUnits } from "./units.js";

const app = find("#app");
/** The types that are shown first, if there is data of them. */
const usual = ["stepCount", "restingHeartRate", "sleepAnalysis", "heartRate", "bodyMass"];
/** The colours that look alike, and the one of the second line if both types have one of these. */
const similar = [{ all: ["--steps", "--heart", "--energy"], other: "--weight" }, { all: ["--weight", "--sleep", "--gain"], other: "--energy" },
  { all: ["--other", "--loss", "--good"], other: "--steps" }];
const query = new URLSearchParams(location.search);

const state = { types: [], window: undefined };
let entries = [];
let names = [];
const place = h("div", {});
const range = h("h2", { "aria-live": "polite" });
const note = h("p", { class: "small" });
const strip = brush({ onChange: (window) => { state.window = window; later(); } });
const relation = correlationCard();
let chart;
let asking;
let waiting;

const colours = () => {
  const [one, two] = state.types.map(colorOf);
  return [one, similar.find(({ all }) => all.includes(one) && all.includes(two))?.other ?? two];
};

/** Loads the window soon: it changes many times while it is dragged. */
function later() {
  describe();
  clearTimeout(waiting);
  waiting = setTimeout(show, 150);
}

function describe() {
  const noon = (day) => moment(day, "12:00");
  const text = dateRange(noon(state.window.first), noon(state.window.last), "day");
  if (range.textContent !== text) fill(range, text);
  const { every } = periodIn(state.window);
  fill(note, t(`compare_every_${every}`), " ", t("compare_hint"));
  const parameters = new URLSearchParams({ a: state.types[0], b: state.types[1], from: state.window.first, to: state.window.last });
  history.replaceState(history.state, "", `?${parameters}`);
}

/** Shows both types in the window. */
async function show() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  await guarded(place, async () => {
    const period = periodIn(state.window);
    const values = await Promise.all(state.types.map((type) => loadSeries(type, period, signal)));
    if (signal.aborted) return;
    draw(partsOf(period), period, values);
  }, { type: state.types[0], retry: show });
}

function draw(parts, period, values) {
  if (values.every((list) => list.every((value) => value === null))) {
    chart?.destroy();
    chart = undefined;
    return showNoData(place);
  }
  const data = {
    label: state.types.map(typeName).join(", "), labels: parts.map(({ from }) => date(moment(from, "12:00"), period.every === "month" ? "month" : "short")),
    names: parts.map(({ title }) => title), head: t(`type_head_${period.every}`), selected: null,
    series: state.types.map((type, at) => ({ label: typeName(type), colour: colours()[at], values: values[at], ...formats(type) })),
  };
  if (chart?.element.isConnected) return chart.update(data);
  fill(place);
  chart = twoLines(place, data);
}

/** Returns how figures of a type are written, at the axis and elsewhere. */
function formats(type) {
  if (type === "sleepAnalysis") return { format: (hours) => duration(hours * 3600), axisFormat: (hours) => number(hours, 1), axisUnit: undefined };
  const unit = unitOf(type);
  return { format: (value) => quantity(value, unit, type), axisFormat: (value) => valueText(value, unit, type, Math.max(digitsOf(type, unit), 0)) };
}

/** Begins with two types: their whole span is the strip. */
async function begin() {
  const mine = entries.filter(({ name }) => state.types.includes(name));
  const all = windowOf(mine);
  const isDay = (day) => /^\d{4}-\d\d-\d\d$/.test(day ?? "") && !Number.isNaN(Date.parse(day));
  const year = addDays(today(), -364);
  const [from, to] = [query.get("from"), query.get("to")];
  state.window ??= isDay(from) && isDay(to) && from < to ? { first: from, last: to } : { first: year, last: today() };
  state.window = { first: state.window.first > all.first ? state.window.first : all.first, last: state.window.last < all.last ? state.window.last : all.last };
  if (state.window.first >= state.window.last) state.window = { ...all };
  strip.set({ all, window: state.window, series: [] });
  describe();
  relation.set(state.types);
  await show();
  // The picture of the strip is behind the window; the chart does not wait for it.
  const series = await Promise.all(state.types.map((type) => loadSeries(type, periodIn(all))));
  strip.set({ all, window: state.window, series: series.map((values, at) => ({ values, colour: colours()[at] })) });
}

function choice(at, key) {
  const id = newId("type");
  const select = h("select", { id, onchange: () => { state.types[at] = select.value; guarded(place, begin, { type: select.value }); } },
    grouped(names).map(({ group, types }) => h("optgroup", { label: t(`group_${group}`) },
      types.map((name) => h("option", { value: name, selected: name === state.types[at] }, typeName(name))))));
  return h("div", {}, h("label", { for: id }, t(key)), select);
}

function build() {
  if (names.length < 2) return showNoData(app, h("p", {}, t("compare_none")));
  const zoom = (key, sign, factor) => h("button", { type: "button", class: "icon-text", "aria-label": t(key), title: t(key), onclick: () => strip.zoom(factor) }, sign);
  const card = h("section", { class: "card compare" },
    h("header", {}, range, h("div", { class: "compare-zoom" }, zoom("compare_out", "−", 1.6), zoom("compare_in", "+", 0.625),
      h("button", { type: "button", onclick: () => strip.all() }, t("compare_all")))),
    place, strip.element, note);
  // Plus and minus zoom wherever the focus is in the card.
  card.addEventListener("keydown", (event) => {
    const factor = { "+": 0.625, "=": 0.625, "-": 1.6, "−": 1.6 }[event.key];
    if (!factor || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    strip.zoom(factor);
  });
  // The strip has its own pinch.
  place.addEventListener("chart-pinch", (event) => { event.preventDefault(); strip.pinch(event.detail); });
  fill(app, h("div", { class: "compare-types" }, choice(0, "compare_first"), choice(1, "compare_second")), card, relation.element);
}

await guarded(app, async () => {
  entries = (await get("/v1/types")).types.filter(canCompare);
  names = entries.map(({ name }) => name);
  // The list is also empty before the person has decided; a request for data says so.
  if (!names.length) await get("/v1/samples", { type: usual[0], limit: 1 });
  const known = (name, others) => (names.includes(shortName(name ?? "")) ? shortName(name) : others.find((one) => names.includes(one)));
  state.types[0] = known(query.get("a"), [...usual, ...names]);
  state.types[1] = known(query.get("b"), [...usual, ...names].filter((name) => name !== state.types[0]));
  await loadUnits(names);
  build();
});
if (names.length > 1) {
  await guarded(place, begin, { type: state.types[0] });
  follow(names, show);
}
