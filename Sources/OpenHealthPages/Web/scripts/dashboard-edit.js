// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h, newId } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { grouped } from "./groups.js";
import { announce } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { changePreferences } from "./units.js";

const icon = (d) => h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
  h("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }));
const UP = "M6 15l6-6 6 6";
const DOWN = "M6 9l6 6 6-6";
const AWAY = "M6 6l12 12M18 6L6 18";

/**
 * Creates the editor of the pinned types, which orders, removes and adds them. Each change is saved immediately.
 * @param {{pins: string[], entries: Array, onChange: function(string[])}} options the pinned types, all types with data, and a
 *   callback for changes.
 */
export function pinEditor({ pins, entries, onChange }) {
  const list = h("ol", { class: "plain pin-list" });
  const select = h("select", { id: newId("pin") });
  const add = h("button", { type: "submit", class: "main" }, t("dashboard_pin"));
  const form = h("form", { class: "pin-form", onsubmit: submit }, h("label", { for: select.id }, t("dashboard_pin_choose")), select, add);
  const element = h("div", { class: "card pin-editor" }, list, form);

  async function change(next, message) {
    const before = pins;
    pins = next;
    draw();
    try {
      await changePreferences({ pins });
      announce(message);
      onChange(pins);
    } catch (error) {
      pins = before;
      draw();
      alertProblem(error, { retry: () => change(next, message) });
    }
  }

  async function move(name, step) {
    const from = pins.indexOf(name);
    const to = from + step;
    const next = pins.filter((pin) => pin !== name);
    next.splice(to, 0, name);
    const moved = change(next, t("dashboard_pin_moved", { type: typeName(name), place: to + 1, count: next.length }));
    // The focus stays on the pressed button, which has moved with the type; at an end of the list, on the other button.
    const buttons = list.children[to].querySelectorAll("button:not(:disabled)");
    (list.children[to].querySelector(`[data-step="${step}"]:not(:disabled)`) ?? buttons[0]).focus();
    await moved;
  }

  async function remove(name) {
    const place = pins.indexOf(name);
    const done = change(pins.filter((pin) => pin !== name), t("dashboard_pin_removed", { type: typeName(name) }));
    const near = list.children[Math.min(place, list.children.length - 1)];
    (near?.querySelector("[data-remove]") ?? select).focus();
    await done;
  }

  function submit(event) {
    event.preventDefault();
    if (select.value) change([...pins, select.value], t("dashboard_pin_added", { type: typeName(select.value) }));
    select.focus();
  }

  function row(name, index) {
    const button = (key, path, attributes) =>
      h("button", { type: "button", class: "icon", "aria-label": t(key, { type: typeName(name) }), ...attributes }, icon(path));
    return h("li", { class: "row" }, h("span", {}, typeName(name)), h("span", { class: "pin-buttons" },
      button("dashboard_pin_up", UP, { data: { step: "-1" }, disabled: index === 0, onclick: () => move(name, -1) }),
      button("dashboard_pin_down", DOWN, { data: { step: "1" }, disabled: index === pins.length - 1, onclick: () => move(name, 1) }),
      button("dashboard_pin_remove", AWAY, { data: { remove: "" }, onclick: () => remove(name) })));
  }

  function draw() {
    fill(list, pins.map(row));
    const rest = grouped(entries.map((entry) => entry.name).filter((name) => !pins.includes(name)));
    fill(select, rest.map(({ group, types }) =>
      h("optgroup", { label: t(`group_${group}`) }, types.map((name) => h("option", { value: name }, typeName(name))))));
    form.hidden = !rest.length;
  }
  draw();
  return { element };
}
