// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { readNumber, typedNumber } from "./add-number.js";
import { announce } from "./dialogs.js";
import { h, newId } from "./dom.js";
import { convert, digitsOf } from "./format.js";
import { factsOf, typeName, unitName } from "./names.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";
import { changePreferences, loadUnits, preferences, unitFor } from "./units.js";

/** The types with goals on this page; the page of each type has its own goal as well. The goal of sleep is a duration. */
const types = ["stepCount", "activeEnergyBurned", "appleExerciseTime", "distanceWalkingRunning", "bodyMass", "dietaryWater", "sleepAnalysis"];

const unitOf = (type) => (factsOf(type).unit ? unitFor(type) : "hr");

/** Returns a field for the goal of each type. */
export async function goalSettings() {
  await loadUnits(types);
  const { goals = {} } = await preferences();
  return types.map((type) => row(type, goals[type]));
}

function row(type, goal) {
  const [id, unit] = [newId("goal"), unitOf(type)];
  const value = goal && (goal.unit === unit ? goal.value : convert(goal.value, goal.unit, unit, type));
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const field = h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", placeholder: t("settings_goal_none"), "aria-describedby": `${id}-unit ${id}-fault`,
    value: value === undefined || value === null ? "" : typedNumber(value, digitsOf(type, unit)), onchange: () => save(type, unit, field, fault) });
  return h("div", { class: "setting" }, h("label", { for: id }, typeName(type)),
    h("span", { class: "entry" }, field, h("span", { id: `${id}-unit` }, unitName(unit, { type }))), fault);
}

/** Saves a valid goal; an empty field removes the goal. */
async function save(type, unit, field, fault) {
  const read = readNumber(field.value);
  const isEmpty = read.fault === "missing";
  const isWrong = !isEmpty && !(read.value > 0);
  fault.textContent = isWrong ? t("settings_goal_wrong") : "";
  if (isWrong) return field.setAttribute("aria-invalid", "true");
  field.removeAttribute("aria-invalid");
  try {
    await changePreferences({ goals: { [type]: isEmpty ? null : { value: read.value, unit } } });
    announce(t("settings_saved"));
  } catch (error) {
    alertProblem(error, { retry: () => save(type, unit, field, fault) });
  }
}
