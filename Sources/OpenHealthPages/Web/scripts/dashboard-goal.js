// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { t } from "./strings.js";
import { typeName, unitName } from "./names.js";
import { convert, digitsOf, quantity } from "./format.js";
import { changePreferences, unitFor } from "./units.js";
import { describe } from "./problems.js";
import { announce } from "./dialogs.js";

/** The range of plausible weights in kilograms, beyond which the input is an error. */
const [LEAST, MOST] = [1, 700];

/**
 * Asks the person for a goal and saves it.
 * @param {string} type the short name of a type of mass.
 * @param {{value: number, unit: string}} [goal] the current goal.
 * @returns {Promise<{value: number, unit: string}|null|undefined>} the goal, null for none; undefined if nothing has changed.
 */
export function askGoal(type, goal) {
  const unit = unitFor(type);
  const [title, field, fault] = [newId("title"), newId("goal"), newId("fault")];
  const value = goal ? convert(goal.value, goal.unit, unit, type) : null;
  const input = h("input", { id: field, type: "number", step: "any", inputmode: "decimal", "aria-describedby": fault,
    value: value === null ? "" : String(Number(value.toFixed(digitsOf(type, unit)))) });
  const wrong = h("p", { class: "fault", id: fault, role: "alert" });
  const before = document.activeElement;
  let result;

  async function save(next) {
    try {
      await changePreferences({ goals: { [type]: next } });
    } catch (error) {
      const { title: what, why } = describe(error);
      wrong.textContent = `${what}. ${why}`;
      return;
    }
    result = next;
    announce(next ? t("dashboard_goal", { value: quantity(next.value, next.unit, type) }) : t("dashboard_goal_removed"));
    dialog.close();
  }

  function submit(event) {
    event.preventDefault();
    const number = input.valueAsNumber;
    const least = Math.ceil(convert(LEAST, "kg", unit, type));
    const most = Math.floor(convert(MOST, "kg", unit, type));
    if (!(number >= least && number <= most)) {
      wrong.textContent = t("dashboard_goal_invalid", { low: quantity(least, unit, type, 0), high: quantity(most, unit, type, 0) });
      input.setAttribute("aria-invalid", "true");
      input.select();
      return;
    }
    save({ value: number, unit });
  }

  const dialog = h("dialog", { "aria-labelledby": title },
    h("form", { onsubmit: submit, novalidate: true }, h("h2", { id: title }, t("dashboard_goal_title", { type: typeName(type) })),
      h("label", { for: field }, t("dashboard_goal_label", { unit: unitName(unit, { type }) })), input, wrong,
      h("div", { class: "actions" },
        goal && h("button", { type: "button", class: "danger", onclick: () => save(null) }, t("dashboard_goal_remove")),
        h("button", { type: "button", onclick: () => dialog.close() }, t("problem_cancel")),
        h("button", { class: "main" }, t("dashboard_save")))));
  // Within the main landmark, so that screen readers find it there.
  (document.getElementById("main") ?? document.body).append(dialog);
  dialog.showModal();
  input.focus();
  input.select();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(result);
    });
  });
}
