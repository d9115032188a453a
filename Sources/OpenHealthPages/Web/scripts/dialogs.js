// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { t } from "./strings.js";

/** Announces a message to screen readers. */
export function announce(message) {
  const region = document.getElementById("notices");
  if (region) region.append(h("p", { class: "hidden" }, message));
  while (region && region.children.length > 5) region.firstChild.remove();
}

/**
 * Shows a message at the edge of the page for a while, with an optional action.
 * @param {string} message the message.
 * @param {{label: string, act: function}} [action] the action, such as undo.
 * @returns {function} removes the message.
 */
export function toast(message, action) {
  const region = document.getElementById("notices");
  const close = () => item.remove();
  const item = h("div", { class: "toast" }, h("span", {}, message),
    action && h("button", { type: "button", class: "link", onclick: () => { close(); action.act(); } }, action.label),
    h("button", { type: "button", class: "icon", "aria-label": t("dialog_close"), onclick: close }, "×"));
  region.append(item);
  // A message with an action stays until it is closed, since people read at different speeds.
  if (!action) setTimeout(close, 8000);
  return close;
}

/**
 * Shows a dialog and returns the selected action.
 * @param {{title: string, body: (string|Node|Array), actions: Array<{label: string, value: string, isMain: boolean, isDangerous:
 *   boolean}>}} content
 * @returns {Promise<string>} the value of the action; "" if the dialog was closed.
 */
export function ask({ title, body, actions }) {
  const id = newId("dialog");
  const dialog = h("dialog", { "aria-labelledby": id, class: "alert" },
    h("form", { method: "dialog" }, h("h2", { id }, title), typeof body === "string" ? h("p", {}, body) : body,
      h("div", { class: "actions" }, actions.map((action) =>
        h("button", { value: action.value, class: action.isDangerous ? "danger" : action.isMain ? "main" : "" }, action.label)))));
  // Within the main landmark, so that screen readers find it there.
  (document.getElementById("main") ?? document.body).append(dialog);
  const before = document.activeElement;
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(dialog.returnValue);
    });
  });
}

/** Shows a message until it is confirmed. */
export const alert = (title, body) => ask({ title, body, actions: [{ label: t("problem_ok"), value: "ok", isMain: true }] });
