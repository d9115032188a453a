// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { fill, h, newId } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { grouped } from "./groups.js";
import { announce } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { dragRow } from "./sortable.js";
import { changePreferences } from "./units.js";

const icon = (d) => h("svg", { viewBox: "0 0 24 24", width: 20, height: 20, "aria-hidden": "true" },
  h("path", { d, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }));
const UP = "M6 15l6-6 6 6";
const DOWN = "M6 9l6 6 6-6";
const AWAY = "M6 6l12 12M18 6L6 18";
const HANDLE = "M5 8h14M5 16h14";
const SIZE = "M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5";

let saving = Promise.resolve();

/**
 * Creates the editor of the pinned types, which orders, sizes, removes and adds them. Each change is saved immediately.
 * @param {{pins: string[], large: string[], hidesCharts: boolean, entries: Array, onChange: function({pins: string[], large: string[],
 *   hidesCharts: boolean})}} options the pinned types, those with large cards, whether the charts of steps and weight are left out, all
 *   types with data, and a callback for changes.
 */
export function pinEditor({ pins, large, hidesCharts, entries, onChange }) {
  const list = h("ol", { class: "plain pin-list" });
  const select = h("select", { id: newId("pin") });
  const add = h("button", { type: "submit", class: "main" }, t("dashboard_pin"));
  const form = h("form", { class: "pin-form", onsubmit: submit }, h("label", { for: select.id }, t("dashboard_pin_choose")), select, add);
  const charts = h("input", { type: "checkbox", checked: !hidesCharts, onchange: () => change({ hidesCharts: !charts.checked }, t("settings_saved")) });
  const element = h("div", { class: "card pin-editor" }, h("p", { class: "small" }, t("dashboard_edit_hint")),
    h("label", { class: "inline" }, charts, t("dashboard_charts_shown")), list, form);

  let saved = { pins, large, hidesCharts };

  /** Saves after the changes before, which could otherwise arrive later. */
  function save({ pins, large, hidesCharts }) {
    const done = saving.then(() => changePreferences({ pins, largePins: large, hidesCharts }));
    saving = done.catch(() => {});
    return done;
  }

  /** Changes {pins, large, hidesCharts}, or some of them. The change is shown at once, and what was saved again if saving fails. */
  async function change(next, message) {
    const wanted = { pins, large, hidesCharts, ...next };
    wanted.large = wanted.large.filter((name) => wanted.pins.includes(name));
    ({ pins, large, hidesCharts } = wanted);
    draw();
    onChange(wanted);
    try {
      await save(wanted);
      saved = wanted;
      announce(message);
    } catch (error) {
      ({ pins, large, hidesCharts } = saved);
      charts.checked = !hidesCharts;
      draw();
      onChange(saved);
      alertProblem(error, { retry: () => change(next, message) });
    }
  }

  /** Saves the order of the rows after one was dragged. */
  function drag(event, name) {
    dragRow(event, (isKept) => {
      const order = [...list.children].map(({ dataset }) => dataset.name);
      if (!isKept || order.join() === pins.join()) return draw();
      const done = change({ pins: order }, t("dashboard_pin_moved", { type: typeName(name), place: order.indexOf(name) + 1, count: order.length }));
      list.children[order.indexOf(name)].querySelector("[data-handle]").focus();
      return done;
    });
  }

  /** Moves a row with the arrow keys on its handle, which keeps the focus. */
  async function press(event, name) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const to = pins.indexOf(name) + step;
    if (!step) return;
    event.preventDefault();
    if (to < 0 || to >= pins.length) return;
    const done = move(name, step);
    list.children[to].querySelector("[data-handle]").focus();
    await done;
  }

  async function resize(name) {
    const isLarge = !large.includes(name);
    const done = change({ large: isLarge ? [...large, name] : large.filter((one) => one !== name) },
      t(isLarge ? "dashboard_pin_is_large" : "dashboard_pin_is_small", { type: typeName(name) }));
    list.children[pins.indexOf(name)].querySelector("[data-size]").focus();
    await done;
  }

  async function move(name, step) {
    const from = pins.indexOf(name);
    const to = from + step;
    const next = pins.filter((pin) => pin !== name);
    next.splice(to, 0, name);
    const moved = change({ pins: next }, t("dashboard_pin_moved", { type: typeName(name), place: to + 1, count: next.length }));
    // The focus stays on the pressed button, which has moved with the type; at an end of the list, on the other button.
    const buttons = list.children[to].querySelectorAll("button:not(:disabled)");
    (list.children[to].querySelector(`[data-step="${step}"]:not(:disabled)`) ?? buttons[0]).focus();
    await moved;
  }

  async function remove(name) {
    const place = pins.indexOf(name);
    const done = change({ pins: pins.filter((pin) => pin !== name) }, t("dashboard_pin_removed", { type: typeName(name) }));
    const near = list.children[Math.min(place, list.children.length - 1)];
    (near?.querySelector("[data-remove]") ?? select).focus();
    await done;
  }

  function submit(event) {
    event.preventDefault();
    if (select.value) change({ pins: [...pins, select.value] }, t("dashboard_pin_added", { type: typeName(select.value) }));
    select.focus();
  }

  function row(name, index) {
    const button = (key, path, attributes) =>
      h("button", { type: "button", class: "icon", "aria-label": t(key, { type: typeName(name) }), ...attributes }, icon(path));
    return h("li", { class: "row", data: { name } }, h("span", {}, typeName(name)), h("span", { class: "pin-buttons" },
      button("dashboard_pin_large", SIZE, { data: { size: "" }, "aria-pressed": String(large.includes(name)), onclick: () => resize(name) }),
      button("dashboard_pin_up", UP, { data: { step: "-1" }, disabled: index === 0, onclick: () => move(name, -1) }),
      button("dashboard_pin_down", DOWN, { data: { step: "1" }, disabled: index === pins.length - 1, onclick: () => move(name, 1) }),
      button("dashboard_pin_remove", AWAY, { data: { remove: "" }, onclick: () => remove(name) }),
      button("dashboard_pin_drag", HANDLE, { class: "icon handle", data: { handle: "" }, onkeydown: (event) => press(event, name),
        onpointerdown: (event) => drag(event, name) })));
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
