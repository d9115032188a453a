// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h } from "./dom.js";
import { t } from "./strings.js";
import { number, quantity, weekdayName } from "./format.js";
import { barChart, ringChart } from "./charts.js";
import { average, byWeekday, daily, finished, known, openPlace, weekdays } from "./dashboard-data.js";
import { dayLabel, dayName, daysTable, panelHead, showNothing } from "./dashboard-panel.js";

const type = "stepCount";
const steps = (value) => quantity(Math.round(value), "count", type, 0);

/** Loads the steps of the days of a window: [{day, value}]. */
export const loadSteps = async (window) => (await daily(type, "cumulativeSum", window)).map(
  ({ day, statistics }) => ({ day, value: statistics?.sum?.value ?? null, isPartial: statistics?.partial === true }));

/**
 * Creates the charts of steps: bars of each day, and a ring with the averages by weekday.
 * @param {{days: HTMLElement, weekdays: HTMLElement}} cards the elements for the charts.
 * @returns {function({days: Array, window: Object, isOlder: boolean, goal: Object}): Promise} updates the figures; the selection stays
 *   on its day.
 */
export function stepsPanel(cards) {
  const head = panelHead(type, t("dashboard_steps"));
  let now;
  let chosenDay = null;
  let chosenWeekday = -1;
  let bars;
  let ring;

  function showFigure() {
    const entry = now.days.find(({ day }) => day === chosenDay);
    const mean = average(known(finished(now.days)));
    head.show({ window: entry ? null : now, ...(entry
      ? { label: calledName(now.days, entry), value: steps(entry.value) } : { label: t("dashboard_average_of"), value: steps(mean) }) });
  }

  function daysData() {
    const mean = average(known(finished(now.days)));
    return {
      label: t("dashboard_steps"), colour: "--steps",
      labels: now.days.map(({ day }) => dayLabel(day)), names: now.days.map((entry) => calledName(now.days, entry)),
      partial: openPlace(now.days),
      values: now.days.map(({ value }) => value), format: steps, axisFormat: (value) => number(value),
      table: daysTable(now.days, t("dashboard_steps"), steps, openPlace(now.days)),
      average: { value: mean, label: t("dashboard_average", { value: number(mean) }) },
      goal: now.goal?.unit === "count"
        ? { value: now.goal.value, label: t("dashboard_goal", { value: number(now.goal.value) }), colour: "--steps" } : undefined,
      selected: placeOf(now.days.findIndex(({ day, value }) => day === chosenDay && value !== null)),
      onSelect: (index) => {
        chosenDay = index === null ? null : now.days[index].day;
        showFigure();
      },
    };
  }

  function weekdaysData() {
    const means = byWeekday(finished(now.days));
    return {
      label: t("dashboard_steps"), head: t("dashboard_weekday"), colour: "--steps", values: means, format: steps,
      labels: weekdays.map((index) => weekdayName(index, "weekdayShort")), names: weekdays.map((index) => weekdayName(index)),
      middle: { name: t("dashboard_average_of"), text: number(average(known(finished(now.days)))) },
      middleFormat: (value) => number(value),
      selected: placeOf(weekdays.indexOf(chosenWeekday)),
      onSelect: (index) => (chosenWeekday = index === null ? -1 : weekdays[index]),
    };
  }

  return async function show(next) {
    now = next;
    if (!known(now.days).length) {
      showNothing(cards, type, t("dashboard_steps"), [bars, ring]);
      [bars, ring] = [undefined, undefined];
      return;
    }
    if (!bars) {
      cards.weekdays.hidden = false;
      fill(cards.days, head.element);
      bars = barChart(cards.days, daysData());
      showFigure();
      fill(cards.weekdays, h("header", {}, h("h2", {}, t("dashboard_weekdays"))));
      // The other chart is a task of its own, so that the page reacts in between.
      await new Promise((resolve) => setTimeout(resolve));
      if (bars && !ring) ring = ringChart(cards.weekdays, weekdaysData());
    } else {
      bars.update(daysData());
      ring?.update(weekdaysData());
      showFigure();
    }
  };
}

/** Returns the name of a day, with a note for an unfinished day. */
const calledName = (days, { day }) => (day === days[openPlace(days)]?.day ? t("chart_sofar", { name: dayName(day) }) : dayName(day));

const placeOf = (index) => (index < 0 ? null : index);
