// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { post } from "./api.js";
import { announce, toast } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";

const key = "health-saved";

/**
 * Goes to a page and says there what was saved, with a way to undo it.
 * @param {string} path the page.
 * @param {string} message what is said.
 * @param {string[]} uuids the samples that undoing deletes.
 */
export function goAndTell(path, message, uuids) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ message, uuids }));
  } catch {
    // The message is lost, and nothing else.
  }
  location.assign(path);
}

/** Says what was saved. */
export function tellSaved(message, uuids) {
  toast(message, { label: t("dialog_undo"), act: () => undo(uuids) });
}

async function undo(uuids) {
  try {
    await post("/v1/samples/delete", { uuids });
    toast(t("add_undone"));
  } catch (error) {
    // Somebody has deleted it already: it is gone, as was wished.
    if (error.status === 404 || error.status === 422) return announce(t("add_undone"));
    alertProblem(error, { retry: () => undo(uuids) });
  }
}

/** Every page that comes after a form says what was saved there. */
function tellWaiting() {
  const waiting = sessionStorage.getItem(key);
  if (!waiting) return;
  sessionStorage.removeItem(key);
  const { message, uuids } = JSON.parse(waiting);
  tellSaved(message, uuids);
}

tellWaiting();
// A page that the browser had kept is shown again without being run again.
window.addEventListener("pageshow", (event) => event.persisted && tellWaiting());
