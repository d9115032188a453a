// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { post } from "./api.js";
import { announce, toast } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";

const key = "health-saved";

/**
 * Goes to a page and shows a message there about the saved data, with an undo action.
 * @param {string} path the page.
 * @param {string} message the message.
 * @param {string[]} uuids the samples that undo deletes.
 */
export function goAndTell(path, message, uuids) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ message, uuids }));
  } catch {
    // Only the message is lost.
  }
  location.assign(path);
}

/** Shows a message about saved data. */
export function tellSaved(message, uuids) {
  toast(message, { label: t("dialog_undo"), act: () => undo(uuids) });
}

async function undo(uuids) {
  try {
    await post("/v1/samples/delete", { uuids });
    toast(t("add_undone"));
  } catch (error) {
    // The data was already deleted, as requested.
    if (error.status === 404 || error.status === 422) return announce(t("add_undone"));
    alertProblem(error, { retry: () => undo(uuids) });
  }
}

/** Shows a pending message, on every page after a form. */
function tellWaiting() {
  const waiting = sessionStorage.getItem(key);
  if (!waiting) return;
  sessionStorage.removeItem(key);
  const { message, uuids } = JSON.parse(waiting);
  tellSaved(message, uuids);
}

tellWaiting();
// The browser shows a cached page again without running its scripts.
window.addEventListener("pageshow", (event) => event.persisted && tellWaiting());
