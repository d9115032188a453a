// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { h, fill } from "./dom.js";
import { t } from "./strings.js";
import { showNoData } from "./problems.js";
import { addDays, moment, number, quantity, relativeDay, today } from "./format.js";
import { loadUnits, shown } from "./units.js";

const daysAtOnce = 100;

/**
 * Lists the rings of each day, newest first. They are not samples: there is one per day, and they cannot be opened or deleted.
 */
export async function showSummaries(app) {
  await loadUnits(["activeEnergyBurned"]);
  const body = h("tbody", {});
  const more = h("button", { type: "button", class: "more" }, t("samples_more"));
  let until = today();

  /** Returns the next rows, newest first; none if there are no older days. */
  const next = async () => {
    const from = addDays(until, 1 - daysAtOnce);
    const { activitySummaries: days } = await get("/v1/activity-summaries", { from, to: until });
    until = addDays(from, -1);
    if (days.length) return days.reverse();
    // Only after a gap, all older days are read to find the newest of them.
    const { activitySummaries: older } = await get("/v1/activity-summaries", { to: until });
    if (!older.length) return [];
    until = older.at(-1).date;
    return next();
  };
  let waiting = await next();
  let isLoading = false;
  const show = async () => {
    if (isLoading) return;
    isLoading = true;
    try {
      body.append(...waiting.splice(0).map(row));
      // Only a request shows whether there are older ones.
      waiting = await next();
      more.hidden = !waiting.length;
    } finally {
      isLoading = false;
    }
  };
  more.addEventListener("click", show);
  await show();
  if (!body.childElementCount) return showNoData(app);
  const head = ["samples_day", "samples_move", "samples_exercise", "samples_stand"];
  fill(app, h("section", { class: "card" }, h("table", {},
    h("thead", {}, h("tr", {}, head.map((key, index) => h("th", { scope: "col", class: index ? "number" : null }, t(key))))), body)),
  h("p", { class: "after" }, more));
}

const row = (day) => h("tr", {}, h("th", { scope: "row" }, relativeDay(moment(day.date, "12:00"))),
  h("td", { class: "number" }, day.activityMoveMode === "appleMoveTime"
    ? minutes(day.appleMoveTime) : shown(day.activeEnergyBurned.value, day.activeEnergyBurned.unit, "activeEnergyBurned")),
  h("td", { class: "number" }, minutes(day.appleExerciseTime)),
  h("td", { class: "number" }, number(day.appleStandHours.value)));

const minutes = (value) => quantity(value.value, value.unit, undefined, 0);
