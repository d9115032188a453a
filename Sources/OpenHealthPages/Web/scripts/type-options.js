// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { readNumber, typedNumber } from "./add-number.js";
import { h, newId } from "./dom.js";
import { announce } from "./dialogs.js";
import { digitsOf } from "./format.js";
import { groupOf } from "./groups.js";
import { unitName } from "./names.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";
import { isCumulative } from "./type-quantity-data.js";
import { card } from "./type-figures.js";
import { unitChoices } from "./unit-choices.js";
import { changePreferences } from "./units.js";

/** Returns whether a type can have a goal: what adds up, measures of the body and cardio fitness. A heart rate is no aim. */
export const canHaveGoal = (type) => isCumulative(type) || groupOf(type) === "body" || type === "vo2Max";

/** Creates the card to choose the unit and to set a goal. The choices apply to all pages. */
export function optionsCard(type) {
  const part = card(t("type_options"));
  const [unitId, goalId, faultId] = [newId("unit"), newId("goal"), newId("fault")];
  const select = h("select", { id: unitId, onchange: () => change({ units: { [type]: select.value } }, t("type_unit_saved")) });
  const input = h("input", { id: goalId, inputmode: "decimal", autocomplete: "off", size: 8, "aria-describedby": faultId });
  const fault = h("p", { class: "fault", id: faultId });
  const after = h("span", { class: "quiet" });
  const remove = h("button", { type: "button", onclick: () => change({ goals: { [type]: null } }, t("type_goal_removed")) }, t("type_goal_remove"));
  const form = h("form", { class: "type-goal", onsubmit: save, novalidate: true },
    h("label", { for: goalId }, t(isCumulative(type) ? "type_goal_daily" : "type_goal")),
    h("div", { class: "type-line" }, input, after, h("button", {}, t("type_goal_save")), remove), fault);
  part.fill(h("div", { class: "type-options" },
    unitChoices(type).length > 1 && h("div", {}, h("label", { for: unitId }, t("type_unit")), select), canHaveGoal(type) && form));
  part.element.hidden = unitChoices(type).length < 2 && !canHaveGoal(type);
  let now;

  async function change(preferences, message) {
    try {
      await changePreferences(preferences);
      announce(message);
      now.refresh();
    } catch (error) {
      alertProblem(error, { type, retry: () => change(preferences, message) });
    }
  }

  function save(event) {
    event.preventDefault();
    const { value } = readNumber(input.value);
    const isRight = value > 0;
    fault.textContent = isRight ? "" : t("type_goal_wrong");
    input.setAttribute("aria-invalid", String(!isRight));
    if (!isRight) return input.focus();
    change({ goals: { [type]: { value: now.unit === "%" ? value / 100 : value, unit: now.unit } } }, t("type_goal_saved"));
  }

  function set(context) {
    now = context;
    const usual = unitChoices(type);
    const units = usual.includes(now.unit) ? usual : [now.unit, ...usual];
    select.replaceChildren(...units.map((unit) => h("option", { value: unit, selected: unit === now.unit }, unitName(unit, { type }) || unit)));
    select.value = now.unit;
    after.textContent = unitName(now.unit, { type });
    remove.hidden = now.goal === undefined;
    // An update does not overwrite the field while the person types.
    if (document.activeElement !== input) {
      const goal = now.unit === "%" ? now.goal * 100 : now.goal;
      input.value = now.goal === undefined ? "" : typedNumber(goal, Math.max(1, digitsOf(type, now.unit)));
    }
  }
  return { element: part.element, set };
}
