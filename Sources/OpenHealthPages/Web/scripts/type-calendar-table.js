// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { addDays, date, firstWeekday, moment, number, startOfWeek, today, weekdayName } from "./format.js";
import { t } from "./strings.js";

/**
 * Returns a month as a table with a button for each day. One button is a tab stop; the arrow keys move from day to day, and
 * beyond the month's edges into the next one.
 * @param {Object} period a month.
 * @param {string} caption the caption of the table.
 * @param {string} selected the selected day.
 * @param {function(string): {content: Node[], text: string}|null} cell returns the content of a day, and its description.
 * @param {{choose: function(string), leave: function(string)}} act callbacks for the selection of a day in the month or beyond
 *   it.
 */
export function monthTable(period, caption, selected, cell, { choose, leave }) {
  const weeks = [];
  for (let day = startOfWeek(period.from); day < period.to; day = addDays(day, 7)) weeks.push(Array.from({ length: 7 }, (_, at) => addDays(day, at)));
  const buttons = new Map();
  const start = period.from <= selected && selected < period.to ? selected : period.from;

  function button(day) {
    const shown = cell(day);
    const name = [date(moment(day, "12:00"), "full"), shown?.text ?? t("problem_nodata")].join(": ");
    const element = h("button", { type: "button", class: "calendar-day", "aria-label": name, "aria-pressed": String(day === selected),
      "aria-current": day === today() ? "date" : null, tabindex: day === start ? 0 : -1, disabled: day > today(),
      onclick: () => select(day), onkeydown: (event) => move(event, day) },
    h("span", { class: "calendar-number" }, number(Number(day.slice(8)))), shown?.content);
    buttons.set(day, element);
    return element;
  }

  function select(day) {
    for (const [other, element] of buttons) {
      element.setAttribute("aria-pressed", String(other === day));
      element.tabIndex = other === day ? 0 : -1;
    }
    choose(day);
  }

  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  function move(event, day) {
    const isHome = event.key === "Home";
    if (!(event.key in steps) && !isHome && event.key !== "End") return;
    event.preventDefault();
    const week = startOfWeek(day);
    const wanted = isHome ? week : event.key === "End" ? addDays(week, 6) : addDays(day, steps[event.key]);
    if (wanted > today()) return;
    if (!buttons.has(wanted)) return leave(wanted);
    buttons.get(wanted).focus();
    select(wanted);
  }

  const element = h("table", { class: "calendar" }, h("caption", { class: "hidden" }, caption),
    h("thead", {}, h("tr", {}, Array.from({ length: 7 }, (_, at) => (firstWeekday + at) % 7).map((day) =>
      h("th", { scope: "col" }, h("span", { "aria-hidden": "true" }, weekdayName(day, "weekdayShort")), h("span", { class: "hidden" }, weekdayName(day)))))),
    h("tbody", {}, weeks.map((week) => h("tr", {}, week.map((day) => h("td", {}, day >= period.from && day < period.to && button(day)))))));
  return { element, focus: (day) => buttons.get(day)?.focus() };
}
