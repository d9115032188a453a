// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The chart of a large card: the days of the last four weeks.

import { barChart, lineChart } from "./charts.js";
import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { colorOf } from "./type-colors.js";
import { span } from "./dashboard-data.js";
import { hasPicture, loadCard } from "./dashboard-cards.js";
import { dayLabel, dayName, daysTable } from "./dashboard-panel.js";
import { twoRanges } from "./type-pressure-chart.js";

/** Loads the content of a large card, which has more days than that of a small one. */
export const loadLarge = (entry) => loadCard(entry, span);

const charts = new WeakMap();

/**
 * Shows the chart of a large card. It stays while its figures change.
 * @param {HTMLElement} place the element for the chart.
 * @param {string} type a short name.
 * @param {Object} content the content of the card.
 */
export function showLarge(place, type, content) {
  const old = charts.get(place);
  if (!hasPicture(content)) {
    old?.chart.destroy();
    charts.delete(place);
    return fill(place, h("p", { class: "quiet" }, t("dashboard_large_none")));
  }
  const data = content.pair ? ranges(content) : plain(type, content);
  if (old) return old.chart.update(data);
  fill(place);
  const draw = content.pair ? twoRanges : content.kind === "bars" ? barChart : lineChart;
  charts.set(place, { chart: draw(place, data) });
}

const common = (type, { days }) => ({ label: typeName(type), labels: days.map(dayLabel), names: days.map(dayName) });

function plain(type, { days, values, format, axisFormat = format, axisStep }) {
  const entries = days.map((day, at) => ({ day, value: values[at] }));
  return { ...common(type, { days }), colour: colorOf(type), values, format, axisFormat, axisStep, table: daysTable(entries, typeName(type), format) };
}

/** Returns the chart of both blood pressures. */
function ranges({ days, pair, format }) {
  const both = (at) => (pair.every((list) => list[at] !== null) ? format(...pair.map((list) => list[at])) : null);
  return { ...common("bloodPressure", { days }), texts: days.map((_, at) => both(at)), format: (value) => String(value), axisFormat: (value) => String(value),
    series: [["type_systolic", "--heart"], ["type_diastolic", "--weight"]].map(([key, colour], which) => ({ label: t(key), colour,
      values: pair[which].map((value) => (value === null ? null : [value, value])) })),
    table: { heads: [t("chart_head"), typeName("bloodPressure")], rows: days.map((day, at) => [dayName(day), both(at)]) } };
}
