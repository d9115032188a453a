// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { h } from "./dom.js";
import { dateRange } from "./format.js";
import { card } from "./sample-facts.js";
import { t } from "./strings.js";

/** Returns the UUIDs of the workouts that are copies of workouts of other sources; none if they cannot be loaded. */
export async function copyUUIDs() {
  const { copies } = await get("/v1/owner/workout-copies").catch(() => ({ copies: [] }));
  return new Set(copies.map(({ uuid }) => uuid));
}

/** Returns the card of the workouts that are one effort with a workout, and why; nothing if there are none. */
export async function copiesCard(workout) {
  const effort = await get(`/v1/owner/workout-copies/${workout.uuid}`).catch(() => null);
  if (!effort || effort.workouts.length < 2) return null;
  const others = effort.workouts.filter(({ uuid }) => uuid !== workout.uuid);
  const shown = effort.workouts.find((one) => one.shown);
  return card(t("workout_copies"),
    h("ul", { class: "plain" }, others.map((other) => h("li", {},
      h("a", { href: `/samples/${other.uuid}` }, other.source), " ",
      h("span", { class: "small" }, dateRange(new Date(other.startDate), new Date(other.endDate), "minute")), " ",
      h("span", { class: "small" }, reasonText(effort, workout.uuid === shown.uuid ? other.uuid : workout.uuid))))),
    h("p", { class: "hint" }, t(shown.uuid === workout.uuid ? "workout_copies_shown" : "workout_copies_copy", { source: shown.source })));
}

const names = {
  time: "workout_copies_time", activity: "workout_copies_activity", distance: "workout_copies_distance",
  route: "workout_copies_route", heartRate: "workout_copies_heart", clock: "workout_copies_clock",
};

/** Returns the reasons why a workout is a copy. */
function reasonText(effort, copy) {
  const kinds = new Set(effort.reasons.filter((reason) => reason.copy === copy).map(({ kind }) => kind));
  if (!kinds.size) return effort.decision === "person" ? t("workout_copies_person") : "";
  return [...kinds].map((kind) => t(names[kind])).join(", ");
}
