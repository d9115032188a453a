// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { barChart } from "./charts.js";
import { pages } from "./api.js";
import { fill, h, newId } from "./dom.js";
import { addDays, civil, date, dateRange, duration, moment, number, startOfWeek, today } from "./format.js";
import { follow } from "./live.js";
import { briefWorkout } from "./sample-text.js";
import { t } from "./strings.js";
import { loadUnits } from "./units.js";
import { activityName } from "./value-names.js";
import { figureList } from "./type-figures.js";
import { heartOf, loadNote, maximumNote } from "./workout-heart.js";
import { copyUUIDs } from "./workout-copies.js";
import { loadEfforts, loadedEfforts } from "./workout-efforts.js";
import { groupsOf, loadOf, recordsOf } from "./workout-records.js";

/** The number of weeks of the load. */
const WEEKS = 12;

/** Returns all workouts without copies, oldest first. Pages are so small that the browser reads each in a short task. */
export async function allWorkouts() {
  const found = [];
  const copies = await copyUUIDs();
  for await (const page of pages("/v1/samples", { type: "workout", limit: 100 })) found.push(...page.map(briefWorkout));
  return found.filter(({ uuid }) => !copies.has(uuid));
}

/** Ends a task, so that the page reacts before the next one. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Creates the cards about all workouts: the load of the last weeks, and personal records.
 * @returns {{element: HTMLElement, show: function(): Promise}}
 */
export function workoutHistory() {
  const element = h("div", {});
  let chosen;
  let records;

  async function show() {
    const [workouts, heart] = await Promise.all([allWorkouts(), heartOf(new Date()),
      loadUnits(["distanceWalkingRunning", "walkingSpeed", "activeEnergyBurned", "heartRate"])]);
    if (!workouts.length) return fill(element);
    const load = loadCard(workouts, heart);
    fill(element, load, records);
    await pause();
    // Another change may have shown newer figures meanwhile.
    if (load.parentNode !== element) return;
    records?.remove();
    records = recordsCard(workouts, chosen, (activity) => { chosen = activity; });
    element.append(records);
  }

  follow(["workout"], () => show().catch(() => {
    // The cards stay as they are; the state of the connection is displayed elsewhere.
  }));
  return { element, show };
}

const isBetween = (time, start, end) => time >= start && time < end;

const card = (title, ...children) => h("section", { class: "card" }, h("h2", {}, title), children);

/** Returns the card of the load of the last weeks. */
function loadCard(workouts, heart) {
  const first = addDays(startOfWeek(today()), -7 * (WEEKS - 1));
  const weeks = Array.from({ length: WEEKS }, (_, index) => ({ from: addDays(first, 7 * index), load: 0, seconds: 0, count: 0 }));
  let missing = 0;
  const [start, end] = [moment(first), moment(addDays(first, 7 * WEEKS))];
  // Naming the day of each of thousands of workouts would take long.
  for (const workout of workouts.filter(({ startDate }) => isBetween(Date.parse(startDate), start, end))) {
    const day = civil(workout.startDate);
    const week = weeks.findLast(({ from }) => from <= day);
    const load = loadOf(workout, heart);
    week.seconds += workout.duration;
    week.count += 1;
    if (load === undefined) missing += 1;
    else week.load += load;
  }
  const noon = (day) => moment(day, "12:00");
  const names = weeks.map(({ from }) => dateRange(noon(from), noon(addDays(from, 6)), "day"));
  const hasLoad = weeks.some((week) => week.load > 0);
  const values = weeks.map((week) => (hasLoad ? week.load : week.seconds / 60) || null);
  const format = (value) => (hasLoad ? number(value) : duration(value * 60));
  const box = h("div", {});
  const before = weeks.slice(-5, -1);
  const average = before.reduce((sum, week) => sum + (hasLoad ? week.load : week.seconds / 60), 0) / before.length;
  if (values.some((value) => value !== null)) {
    queueMicrotask(() => barChart(box, {
      label: t("workout_load"), labels: weeks.map(({ from }) => date(noon(from), "short")), names, head: t("type_head_week"), values, format,
      axisFormat: (value) => number(value), colour: "--energy", partial: WEEKS - 1,
      table: { heads: [t("type_head_week"), t("workout_load"), t("workout_duration"), t("type_workouts")],
        rows: weeks.map((week, index) => [names[index], hasLoad ? number(week.load) : null, duration(week.seconds), number(week.count)]) },
    }));
  }
  const why = [
    hasLoad ? t("workout_load_method") : t("workout_load_minutes"),
    hasLoad && !heart.hasSex && t("workout_load_sex"), hasLoad && loadNote(heart), hasLoad && maximumNote(heart),
    hasLoad && missing > 0 && t.plural("workout_load_missing", missing, { count: number(missing) })].filter(Boolean);
  return card(t("workout_load"),
    figureList([{ name: t("workout_load_now"), text: format(values.at(-1) ?? 0) }, { name: t("workout_load_before"), text: format(average) }]),
    values.every((value) => value === null) ? h("p", { class: "quiet" }, t("workout_load_none")) : box, h("p", { class: "hint" }, why.join(" ")));
}

/** Returns the card of the personal records, by activity. */
function recordsCard(workouts, wanted, choose) {
  const groups = groupsOf(workouts);
  const id = newId("activity");
  const place = h("div", {});
  const select = h("select", { id }, groups.map(({ activity, workouts: some }) =>
    h("option", { value: activity }, t("workout_records_option", { activity: activityName(activity), count: number(some.length) }))));
  select.value = groups.some(({ activity }) => activity === wanted) ? wanted : groups[0].activity;
  const chosen = () => groups.find(({ activity }) => activity === select.value);
  const draw = () => {
    const records = recordsOf(chosen(), loadedEfforts());
    fill(place, records.length ? h("table", { class: "records" },
      h("caption", { class: "hidden" }, t("workout_records")),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("workout_record")), h("th", { scope: "col", class: "number" }, t("workout_record_value")),
        h("th", { scope: "col", class: "number" }, t("workout_record_date")))),
      h("tbody", {}, records.map((record) => h("tr", {}, h("th", { scope: "row" }, record.name),
        h("td", { class: "number" }, record.text, record.note && [h("br"), h("span", { class: "small" }, record.note)]),
        h("td", { class: "number" }, h("a", { href: `/samples/${record.workout.uuid}` }, date(record.workout.startDate, "day")))))))
      : h("p", { class: "quiet" }, t("workout_records_none")));
  };
  const show = () => {
    draw();
    const { activity, workouts: some } = chosen();
    // The fastest parts follow, since each needs the way of its workout.
    loadEfforts(some, () => { if (select.value === String(activity)) draw(); }).catch(() => {});
  };
  select.addEventListener("change", () => { choose(select.value); show(); });
  show();
  return card(t("workout_records"), h("label", { for: id }, t("workout_activity")), select, place,
    h("p", { class: "hint" }, t("workout_records_method")));
}
