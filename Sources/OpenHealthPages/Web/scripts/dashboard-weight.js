// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { convert, digitsOf, number, quantity, weekdayName } from "./format.js";
import { trendLayer } from "./charts-trend.js";
import { changeChart, lineChart } from "./charts.js";
import { inUnit, unitFor } from "./units.js";
import { average, byWeekday, changes, known, weekdays } from "./dashboard-data.js";
import { dayLabel, dayName, daysTable, panelHead, showNothing } from "./dashboard-panel.js";

const type = "bodyMass";

/**
 * Creates the charts of weight: a line with the goal, and the changes by weekday.
 * @param {{days: HTMLElement, weekdays: HTMLElement}} cards the elements for the charts.
 * @returns {function({days: Array, window: Object, isOlder: boolean, goal: Object})} updates the figures; the selection stays.
 */
export function weightPanel(cards) {
  const head = panelHead(type, t("dashboard_weight"));
  const goalButton = h("button", { type: "button", onclick: changeGoal });
  const text = (value) => quantity(value, unitFor(type), type);
  const digits = () => digitsOf(type, unitFor(type));
  const signed = (value) => `${value > 0 ? "+" : ""}${text(value)}`;
  let now;
  let days;
  let chosenDay = null;
  let chosenWeekday = null;
  let line;
  let bars;

  async function changeGoal() {
    // Few visits need the dialog, so it is loaded on demand.
    const { askGoal } = await import("./dashboard-goal.js");
    const goal = await askGoal(type, now.goal);
    if (goal !== undefined) show({ ...now, goal });
  }

  /** Returns the goal in the displayed unit; null without a goal. */
  function goalValue() {
    return now.goal ? convert(now.goal.value, now.goal.unit, unitFor(type), type) : null;
  }

  function showFigure() {
    const entry = days.find(({ day }) => day === chosenDay);
    head.show({ window: entry ? null : now, ...(entry
      ? { label: dayName(entry.day), value: text(entry.value) }
      : { label: t("dashboard_average_weight"), value: text(periodAverage()) }) });
  }

  /** Returns the average of the days, as on the page of the type: that of each day counts once. */
  function periodAverage() {
    return average(now.days.slice(1).filter((one) => one.average).map((one) => inUnit(one.average.value, one.average.unit, type).value));
  }

  function daysData() {
    const goal = goalValue();
    return {
      label: t("dashboard_weight"), colour: "--weight",
      labels: days.map(({ day }) => dayLabel(day)), names: days.map(({ day }) => dayName(day)),
      values: days.map(({ value }) => value), trend: trendLayer(days.map(({ value }) => value), text), format: text, axisFormat: (value) => number(value, digits(), digits()),
      table: daysTable(days, t("dashboard_weight"), text),
      goal: goal === null ? undefined : { value: goal, label: t("dashboard_goal", { value: text(goal) }) },
      selected: placeOf(days.findIndex(({ day, value }) => day === chosenDay && value !== null)),
      onSelect: (index) => {
        chosenDay = index === null ? null : days[index].day;
        showFigure();
      },
    };
  }

  function weekdaysData(all) {
    const means = byWeekday(changes(all));
    const place = chosenWeekday === null ? -1 : weekdays.indexOf(chosenWeekday);
    return {
      label: t("dashboard_change"), head: t("dashboard_weekday"), values: means, format: signed,
      axisFormat: (value) => number(value, digits()),
      labels: weekdays.map((index) => weekdayName(index, "weekdayShort")), names: weekdays.map((index) => weekdayName(index)),
      selected: placeOf(place), onSelect: (index) => {
        chosenWeekday = index === null ? null : weekdays[index];
        showChange(means);
      },
    };
  }

  const changeFigure = h("p", { class: "panel-figure" });
  function showChange(means) {
    const place = chosenWeekday === null ? -1 : weekdays.indexOf(chosenWeekday);
    const isChosen = place >= 0 && means[place] !== null;
    fill(changeFigure, h("span", { class: "quiet" }, isChosen ? weekdayName(chosenWeekday) : t("dashboard_change_why")),
      isChosen && h("strong", { class: "figure" }, signed(means[place])));
  }

  function show(next) {
    now = next;
    const all = now.days.map(({ day, quantity: found }) => ({ day, value: found ? inUnit(found.value, found.unit, type).value : null }));
    days = all.slice(1);
    if (!known(days).length) {
      showNothing(cards, type, t("dashboard_weight"), [line, bars]);
      [line, bars] = [undefined, undefined];
      return;
    }
    fill(goalButton, t(now.goal ? "dashboard_goal_change" : "dashboard_goal_set"));
    if (!line) {
      cards.weekdays.hidden = false;
      fill(cards.days, head.element);
      line = lineChart(cards.days, daysData());
      head.element.append(goalButton);
    } else {
      line.update(daysData());
    }
    showFigure();
    showChanges(all);
  }

  function showChanges(all) {
    const data = weekdaysData(all);
    if (data.values.every((value) => value === null)) {
      bars?.destroy();
      bars = undefined;
      fill(cards.weekdays, h("header", {}, h("h2", {}, t("dashboard_change"))), h("p", { class: "quiet" }, t("dashboard_change_none")));
      return;
    }
    if (!bars) {
      fill(cards.weekdays, h("header", {}, h("h2", {}, t("dashboard_change"))), changeFigure);
      bars = changeChart(cards.weekdays, data);
      bars.box.after(legend());
    } else {
      bars.update(data);
    }
    showChange(data.values);
  }
  return show;
}

function legend() {
  return h("ul", { class: "chart-legend plain" }, ["gain", "loss"].map((name) =>
    h("li", {}, h("span", { class: `swatch swatch-${name}` }), t(`dashboard_${name}`))));
}

const placeOf = (index) => (index < 0 ? null : index);
