// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The common parts of the cards with charts.

import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { date, dateRange, moment } from "./format.js";
import { span } from "./dashboard-data.js";

/** Returns the arrow of a link to another page. */
export const chevron = () => h("svg", { class: "chevron", viewBox: "0 0 8 14", "aria-hidden": "true" },
  h("path", { d: "M1 1l6 6-6 6", fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round",
    "stroke-linejoin": "round" }));

/**
 * Creates the head of a card, which links to all data of a type: its name, and a figure for all days or for the selected one.
 * @returns {{element: HTMLElement, show: function({label: string, value: string, window: ({window: Object, isOlder:
 *   boolean}|null)})}} without a window, the figure is that of one day.
 */
export function panelHead(type, title) {
  const [label, value, days] = [h("span", { class: "quiet" }), h("strong", { class: "figure" }), h("p", { class: "small panel-days" })];
  const element = h("header", { class: "panel-head" },
    h("h2", {}, h("a", { href: `/types/${type}/samples` }, title, h("span", { class: "hidden" }, ` – ${t("dashboard_all")}`), chevron())),
    h("a", { class: "small more", href: `/types/${type}` }, t("dashboard_more"), h("span", { class: "hidden" }, ` (${typeName(type)})`)),
    h("p", { class: "panel-figure" }, label, value), days);
  const write = (part, text) => part.textContent === text || fill(part, text);
  return {
    element,
    show: (now) => {
      write(label, now.label);
      write(value, now.value);
      write(days, now.window ? windowNote(now.window) : "");
    },
  };
}

const noon = (day) => moment(day, "12:00");

/** Returns the name of a day below a chart and for screen readers. */
export const dayLabel = (day) => date(noon(day), "short");
export const dayName = (day) => date(noon(day), "full");

/**
 * Returns the table of a chart of days, with days that are short enough to fit beside their figures.
 * @param {number} [open] the index of the unfinished day; -1 for none.
 */
export const daysTable = (days, label, format, open = -1) => ({
  heads: [t("chart_head"), label],
  rows: days.map(({ day, value }, index) => {
    const name = date(noon(day), "day");
    return [index === open ? t("chart_sofar", { name }) : name, value === null ? null : format(value)];
  }),
});

/** Returns a note about the days of a chart, and why they do not end today. */
function windowNote({ window: { first, last }, isOlder }) {
  const range = dateRange(noon(first), noon(last), "day");
  return t(isOlder ? "dashboard_older" : "dashboard_window", { range, day: date(noon(last), "day"), count: span });
}

/** Returns the message in place of a chart without data. */
const nothing = (type, why = t("problem_nodata_why")) => h("div", { class: "problem", data: { kind: "noData" } },
  h("h3", {}, t("problem_nodata")), h("p", {}, why), h("a", { class: "button", href: `/add/${type}` }, t("frame_add")));

/** Replaces charts by the message that there is no data. */
export function showNothing(cards, type, title, charts) {
  for (const chart of charts) chart?.destroy();
  fill(cards.days, h("h2", {}, title), nothing(type));
  cards.weekdays.hidden = true;
}
