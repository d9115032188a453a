// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { announce } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { changePreferences, preferences } from "./units.js";

/** Returns the icon of a pin, filled if it is set. */
const icon = () => h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true", class: "pin-icon" },
  h("path", { d: "M9 3h6l-1 6 4 4v2H6v-2l4-4zM12 15v6" }));

/**
 * Creates a switch that pins a type to the dashboard.
 * @param {string} type a short name.
 * @param {string[]} pins the current pins.
 * @param {{isLabelled: boolean}} [options] whether the pin has a visible label, where there is space for it.
 */
export function pinSwitch(type, pins, { isLabelled = false } = {}) {
  const name = t("type_pin", { type: typeName(type) });
  const button = h("button", { type: "button", class: isLabelled ? "pin" : "pin icon", "aria-pressed": String(pins.includes(type)),
    "aria-label": name, title: name, onclick: turn }, icon(), isLabelled && h("span", {}, t("type_pin_short")));
  async function turn() {
    const isIn = button.getAttribute("aria-pressed") === "true";
    button.setAttribute("aria-pressed", String(!isIn));
    try {
      // Another page may have changed the pins since.
      const others = ((await preferences()).pins ?? []).filter((pin) => pin !== type);
      await changePreferences({ pins: isIn ? others : [...others, type] });
      announce(t(isIn ? "type_unpinned" : "type_pinned", { type: typeName(type) }));
    } catch (error) {
      button.setAttribute("aria-pressed", String(isIn));
      alertProblem(error, { retry: turn });
    }
  }
  return button;
}
