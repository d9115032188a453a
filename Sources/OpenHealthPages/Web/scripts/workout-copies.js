// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get, pages, post } from "./api.js";
import { ask, toast } from "./dialogs.js";
import { fill, find, h } from "./dom.js";
import { dateRange } from "./format.js";
import { alertProblem } from "./problems.js";
import { card } from "./sample-facts.js";
import { briefWorkout } from "./sample-text.js";
import { t } from "./strings.js";
import { activityName } from "./value-names.js";

const path = "/v1/owner/workout-copies";

/** Returns the UUIDs of the workouts that are copies of workouts of other sources; none if they cannot be loaded. */
export async function copyUUIDs() {
  const { copies } = await get(path).catch(() => ({ copies: [] }));
  return new Set(copies.map(({ uuid }) => uuid));
}

/**
 * Shows the workouts that are one effort with a workout, why, and buttons to separate and join them; nothing if there are no workouts at
 * the same time.
 * @param {HTMLElement} place the element to fill.
 * @param {Object} workout the workout.
 * @param {boolean} [isFocused] whether the heading receives the focus, after a button of the card has disappeared.
 */
export async function showCopies(place, workout, isFocused = false) {
  const effort = await get(`${path}/${workout.uuid}`).catch(() => null);
  if (!effort) return;
  const again = () => showCopies(place, workout, true);
  const others = await candidates(workout, effort).catch(() => []);
  const join = others.length > 0 && h("button", { type: "button", onclick: () => joinWith(workout, others, again) }, t("workout_copies_join"));
  const content = effort.workouts.length > 1 ? copiesCard(workout, effort, join, again)
    : (join || effort.decision === "person") && card(t("workout_copies_other"),
      effort.decision === "person" && h("p", { class: "hint" }, t("workout_copies_separate")), join && h("p", { class: "actions" }, join));
  fill(place, content);
  const heading = isFocused && find("h2", place);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}

function copiesCard(workout, effort, join, again) {
  const others = effort.workouts.filter(({ uuid }) => uuid !== workout.uuid);
  const shown = effort.workouts.find((one) => one.shown);
  // Of two workouts, the copy becomes separate, so that later workouts are linked with the shown one.
  const separated = (other) => (others.length === 1 && other.shown ? workout.uuid : other.uuid);
  const itself = others.length > 1 && h("button", { type: "button", onclick: () => separate(workout.uuid, again) }, t("workout_copies_split_this"));
  const when = (one) => dateRange(new Date(one.startDate), new Date(one.endDate), "minute");
  return card(t("workout_copies"),
    h("ul", { class: "plain" }, others.map((other) => h("li", {},
      h("a", { href: `/samples/${other.uuid}` }, other.source), " ",
      h("span", { class: "small" }, when(other)), " ",
      h("span", { class: "small" }, reasonText(effort, workout.uuid === shown.uuid ? other.uuid : workout.uuid)), " ",
      h("button", { type: "button", class: "link", "aria-label": t("workout_copies_split_label", { source: other.source, date: when(other) }),
        onclick: () => separate(separated(other), again) }, t("workout_copies_split"))))),
    h("p", { class: "hint" }, t(shown.uuid === workout.uuid ? "workout_copies_shown" : "workout_copies_copy", { source: shown.source })),
    (itself || join) && h("p", { class: "actions" }, itself, join));
}

const names = {
  time: "workout_copies_time", activity: "workout_copies_activity", distance: "workout_copies_distance",
  route: "workout_copies_route", heartRate: "workout_copies_heart", clock: "workout_copies_clock",
  routesApart: "workout_copies_apart",
};

/** Returns the reasons why a workout is a copy, and what contradicts it. */
function reasonText(effort, copy) {
  const kinds = [...new Set(effort.reasons.filter((reason) => reason.copy === copy).map(({ kind }) => kind))];
  const isChosen = effort.decision === "person" && kinds.every((kind) => kind === "routesApart");
  return [...(isChosen ? ["workout_copies_person"] : []), ...kinds.map((kind) => names[kind])].map((name) => t(name)).join(", ");
}

/** The distance of the starts of workouts from which they are not offered unless they overlap: the largest error of a time zone. */
const reach = 15 * 3600 * 1000;
/** The maximum number of workouts to choose from. */
const mostChoices = 12;

/** Returns the workouts of other efforts that overlap a workout or are near in time, the nearest first. */
async function candidates(workout, effort) {
  const [start, end] = [Date.parse(workout.startDate), Date.parse(workout.endDate)];
  const same = new Set([workout.uuid, ...effort.workouts.map(({ uuid }) => uuid)]);
  const canJoin = (one) => Math.abs(Date.parse(one.startDate) - start) <= reach
    || (Date.parse(one.startDate) <= end && Date.parse(one.endDate) >= start);
  const found = [];
  for await (const page of pages("/v1/samples", { type: "workout", from: new Date(start - reach), to: new Date(end + reach), limit: 100 })) {
    found.push(...page.filter(({ uuid }) => !same.has(uuid)).map(briefWorkout).filter(canJoin));
  }
  const distance = (one) => Math.abs(Date.parse(one.startDate) - start) + Math.abs(Date.parse(one.endDate) - end);
  return found.sort((a, b) => distance(a) - distance(b)).slice(0, mostChoices);
}

async function separate(uuid, again) {
  await change(() => post(`${path}/${uuid}/split`), "workout_copies_separated", again);
}

/** Asks which of the other workouts is the same effort, and joins it. */
async function joinWith(workout, others, again) {
  const choices = others.map((other, index) => h("label", { class: "inline" },
    h("input", { type: "radio", name: "workout", value: other.uuid, checked: index === 0 }),
    ` ${activityName(other.activityType)} · ${other.source.name} · ${dateRange(new Date(other.startDate), new Date(other.endDate), "minute")}`));
  const list = h("fieldset", {}, h("legend", { class: "hidden" }, t("workout_copies_join_title")), choices.map((choice) => h("div", {}, choice)));
  const actions = [{ label: t("permission_continue"), value: "join", isMain: true }, { label: t("problem_cancel"), value: "" }];
  const body = [h("p", { class: "hint" }, t("workout_copies_join_hint")), list];
  if ((await ask({ title: t("workout_copies_join_title"), body, actions })) !== "join") return;
  const chosen = find("input:checked", list).value;
  await change(() => post(`${path}/join`, { uuids: [workout.uuid, chosen] }), "workout_copies_joined", again);
}

/** Changes the effort, and shows the result. */
async function change(act, message, again) {
  try {
    await act();
  } catch (error) {
    return alertProblem(error, { type: "workout", retry: () => change(act, message, again) });
  }
  await again();
  toast(t(message));
}
