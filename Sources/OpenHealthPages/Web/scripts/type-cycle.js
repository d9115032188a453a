// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { barChart } from "./charts.js";
import { fill, h } from "./dom.js";
import { addDays, date, dateRange, daysBetween, moment, number, today, zone } from "./format.js";
import { guarded } from "./problems.js";
import { t } from "./strings.js";
import { figureList, figureTable } from "./type-figures.js";
import * as calendar from "./type-calendar.js";

export { standard, views } from "./type-calendar.js";

/** The number of cycles in the chart and the table. */
const MOST = 24;
const noon = (day) => moment(day, "12:00");
const days = (count) => t.plural("type_count_days", count, { count: number(count) });

let parts;

/** Shows the calendar of the flow, and below it the cycles. */
export async function show(place, context) {
  if (!parts?.whole.isConnected) {
    parts = { calendar: h("div", {}), cycles: h("div", {}) };
    parts.whole = h("div", {}, parts.calendar, parts.cycles);
    fill(place, parts.whole);
  }
  await calendar.show(parts.calendar, context);
  await guarded(parts.cycles, async () => {
    const response = await get("/v1/insights/cycle", { timeZone: zone }, { signal: context.signal });
    if (!context.signal.aborted) showCycles(parts.cycles, response);
  });
}

/** Shows the cycles and the forecast. */
function showCycles(place, { periods, forecast }) {
  fill(place);
  if (!periods.length) return;
  const finished = periods.filter((period) => period.cycleLength !== undefined).slice(-MOST);
  const lengths = finished.map((period) => period.cycleLength);
  const card = h("section", { class: "card cycles" }, h("h2", {}, t("cycle_title")), figureList([
    { name: t("cycle_day"), text: number(daysBetween(periods.at(-1).firstDay, today()) + 1), note: t("cycle_since", { day: date(noon(periods.at(-1).firstDay), "day") }) },
    lengths.length > 0 && { name: t("cycle_length"), text: days(median(lengths)),
      note: t("cycle_range", { low: number(Math.min(...lengths)), high: number(Math.max(...lengths)) }) },
    { name: t("cycle_period"), text: days(median(periods.slice(-MOST).map(lengthOf))) },
  ]));
  place.append(forecastCard(forecast), card);
  if (lengths.length > 1) chart(card, finished);
  card.append(h("h3", { class: "part" }, t("cycle_periods")), figureTable(t("cycle_periods"), [t("cycle_period_one"), t("cycle_period_length"), t("cycle_length_one")],
    periods.slice(-MOST).reverse().map((period) => [dateRange(noon(period.firstDay), noon(period.lastDay), "day"), days(lengthOf(period)),
      period.cycleLength === undefined ? "–" : days(period.cycleLength)])));
}

const lengthOf = (period) => daysBetween(period.firstDay, period.lastDay) + 1;

function median(values) {
  const sorted = [...values].sort((first, second) => first - second);
  const middle = sorted.length / 2;
  return Number.isInteger(middle) ? Math.round((sorted[middle - 1] + sorted[middle]) / 2) : sorted[Math.floor(middle)];
}

/** Returns the card of the range in which the next period is expected. */
function forecastCard(forecast) {
  const note = h("p", { class: "hint" }, t("cycle_no_contraception"));
  if (!forecast) return h("section", { class: "card forecast" }, h("h2", {}, t("cycle_next")), h("p", {}, t("cycle_too_few")), note);
  const { earliest, latest, cycles, length } = forecast;
  const isOver = latest < today();
  return h("section", { class: "card forecast" }, h("h2", {}, t("cycle_next")),
    h("p", { class: "figure" }, dateRange(noon(earliest), noon(latest), "day")),
    isOver && h("p", {}, t("cycle_over")),
    h("p", { class: "hint" }, t("cycle_method", { cycles: number(cycles), length: number(length, 1) })), note);
}

function chart(card, finished) {
  const box = h("div", {});
  card.append(h("h3", { class: "part" }, t("cycle_lengths")), box);
  const values = finished.map((period) => period.cycleLength);
  const names = finished.map((period) => dateRange(noon(period.firstDay), noon(addDays(period.firstDay, period.cycleLength - 1)), "day"));
  queueMicrotask(() => barChart(box, {
    label: t("cycle_length_one"), head: t("cycle_one"), names, labels: finished.map((period) => date(noon(period.firstDay), "short")), values,
    format: days, axisFormat: (value) => number(value), colour: "--heart",
  }));
}
