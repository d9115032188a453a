// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { number } from "./format.js";
import { t } from "./strings.js";
import { unitFor } from "./units.js";
import { activityName } from "./value-names.js";
import { card } from "./sample-facts.js";
import { distanceText } from "./sample-metadata.js";
import { fastestParts, highestSpeed, lengthsOf } from "./workout-bests.js";
import { distanceName, placesOf } from "./workout-records.js";
import { clockText, paceText } from "./workout-splits.js";
import { speedText as speedIn } from "./workout-speed.js";

const heads = (...keys) => h("thead", {}, h("tr", {}, keys.map((key, index) => h("th", { scope: "col", class: index ? "number" : null }, t(key)))));

/**
 * Returns the card of the fastest parts of a workout; null if its way is too short or measured too coarsely.
 * @param {Array} curve the distance over time.
 * @param {Object} more the pauses, the type of the distance, the length of splits, and whether to show the speed instead of the pace.
 */
export function bestsCard(curve, { breaks, type, step, isFast }) {
  const speedText = (speed) => (isFast ? speedIn(speed) : paceText(step / speed, step));
  const parts = fastestParts(curve, { breaks, type, lengths: lengthsOf(type, unitFor("distanceWalkingRunning") === "mi") });
  const peak = highestSpeed(curve, type);
  if (!parts.length) return null;
  const row = (name, speed, time, from) => h("tr", {},
    h("th", { scope: "row" }, name, h("br"), h("span", { class: "small" }, t("workout_best_from", { distance: distanceText(from, 1) }))),
    h("td", { class: "number" }, speedText(speed)), h("td", { class: "number" }, time));
  return card(t("workout_bests"), h("table", { class: "bests" },
    h("caption", { class: "hidden" }, t("workout_bests")),
    heads("workout_best_part", isFast ? "workout_point_speed" : "workout_pace", "workout_time"),
    h("tbody", {}, peak && row(t("workout_best_moment"), peak.speed, clockText(30), peak.from),
      parts.map((part) => row(distanceName(part.length), part.metres / part.seconds, clockText(part.seconds), part.from)))),
  h("p", { class: "hint" }, t("workout_bests_method")));
}

/** Returns the card of the places of a workout among all workouts of its activity; null if there is nothing to compare. */
export function placesCard(workouts, workout) {
  const places = placesOf(workouts.filter((one) => one.activityType === workout.activityType), workout);
  if (!places.length) return null;
  const place = (one) => t("workout_place_of", { place: number(one.place), count: number(one.count) });
  return card(t("workout_records"), h("table", { class: "places" },
    h("caption", { class: "hidden" }, t("workout_records")),
    heads("workout_record", "workout_place_value", "workout_place"),
    h("tbody", {}, places.map((one) => h("tr", { class: one.place === 1 ? "first" : null },
      h("th", { scope: "row" }, one.name), h("td", { class: "number" }, one.text), h("td", { class: "number" }, place(one)))))),
  h("p", { class: "hint" }, t("workout_places_note", { activity: activityName(workout.activityType) })),
  h("p", { class: "actions" }, h("a", { class: "button", href: "/types/workout" }, t("workout_records_all"))));
}
