// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { addDays, date, duration, number, zoneName } from "./format.js";
import { showNoData } from "./problems.js";
import { otherZone } from "./sample-facts.js";
import { t } from "./strings.js";
import { timeScale } from "./time-scale.js";
import { comparedParts, figureBefore, periodBefore } from "./type-before.js";
import { card, figureList, figureTable } from "./type-figures.js";
import { nights, sampleOf, stages, stretches } from "./type-sleep-data.js";
import { categoryValueName } from "./value-names.js";

const height = 30;
const lengthOf = (one) => (one.end - one.start) / 1000;
const swatch = (colour) => {
  const element = h("span", { class: "swatch", "aria-hidden": "true" });
  element.style.background = `var(${colour})`;
  return element;
};

/** Shows one night: its start and end, its stages over time, and their durations. */
export async function showNight(place, { type, period, signal }) {
  const earlier = periodBefore(period);
  const [list, both, sample] = await Promise.all([stretches(period.day, signal), nights(earlier.day, addDays(period.day, 1), signal),
    // A night without its place is whole.
    sampleOf(period.day, signal).catch(() => null)]);
  const [night, before] = [both.get(period.day), both.get(earlier.day)];
  if (signal.aborted) return;
  if (!list.length || !night) return showNoData(place);
  const [start, end] = [list[0].start, list.at(-1).end];
  // The figures are those of the week's view, to the second; the picture has one stage for each minute.
  const { byValue, asleep } = night;
  const all = [...byValue.values()].reduce((sum, value) => sum + value, 0);
  const rows = [...stages].reverse().filter(({ value }) => byValue.get(value) > 0);
  const name = (value) => categoryValueName(type, value);
  const other = sample && otherZone(sample);
  /** Formats a time on the clocks of the place. */
  const clockText = (value) => (other ? `${date(value, "time", other)} (${zoneName(value, other)})` : date(value, "time"));
  const isOpen = place.querySelector("details")?.open;

  const [main, table] = [card(), card(t("type_sleep_stages"))];
  main.fill(
    figureList([
      { name: t("type_sleep_total"), text: duration(asleep) },
      figureBefore(comparedParts(period, earlier), { now: night.isPartial ? null : asleep, before: before?.asleep, isLoading: false, format: duration,
        round: (seconds) => Math.round(seconds / 60) * 60 }),
      { name: t("type_sleep_from"), text: clockText(start) },
      { name: t("type_sleep_to"), text: clockText(end) },
      { name: t("type_sleep_bed"), text: duration(night.covered) },
    ]),
    picture(list, rows, { start, end, name, label: t("type_sleep_picture", { asleep: duration(asleep), from: date(start, "time"), to: date(end, "time") }) }),
    h("details", { class: "chart-table", open: isOpen }, h("summary", {}, t("type_sleep_table")),
      figureTable(t("type_sleep_stages"), [t("type_why_time"), t("type_sleep_stage"), t("type_sleep_length")],
        list.map((one) => [date(one.start, "time"), name(one.value), duration(lengthOf(one))]))),
    h("p", { class: "small quiet" }, t("type_sleep_daynote")));
  table.fill(figureTable(t("type_sleep_stages"), [t("type_sleep_stage"), t("type_sleep_length"), t("type_sleep_share")],
    rows.map(({ value, colour }) => [
      h("span", { class: "type-name" }, swatch(colour), name(value)), duration(byValue.get(value)), `${number((100 * byValue.get(value)) / all)}%`])));
  fill(place, main.element, table.element);
}

/** Draws the stages over time: a row for each, from awake at the top to deep at the bottom. */
function picture(list, rows, { start, end, name, label }) {
  const span = end - start;
  const share = (moment) => (100 * (moment - start)) / span;
  const rowOf = new Map(rows.map(({ value, colour }, at) => [value, { at, colour }]));
  const bars = list.map((one) => {
    const { at, colour } = rowOf.get(one.value);
    const width = Math.max(0.2, share(one.end) - share(one.start));
    const bar = h("rect", { x: `${share(one.start)}%`, y: at * height + 4, width: `${width}%`, height: height - 8, rx: 3 });
    bar.style.fill = `var(${colour})`;
    return bar;
  });
  const steps = list.flatMap((one, at) => {
    const before = list[at - 1];
    if (!before || before.end.getTime() !== one.start.getTime()) return [];
    const [from, to] = [rowOf.get(before.value).at, rowOf.get(one.value).at];
    return h("line", { x1: `${share(one.start)}%`, x2: `${share(one.start)}%`, y1: from * height + height / 2, y2: to * height + height / 2 });
  });
  return h("div", { class: "hypnogram", role: "img", "aria-label": label },
    h("div", { class: "hypnogram-names", "aria-hidden": "true" }, rows.map(({ value }) => h("span", {}, name(value)))),
    h("div", {},
      h("svg", { width: "100%", height: rows.length * height, "aria-hidden": "true" },
        rows.slice(1).map((_, at) => h("line", { class: "grid", x1: 0, x2: "100%", y1: (at + 1) * height, y2: (at + 1) * height })), steps, bars),
      timeScale(start, end)));
}
