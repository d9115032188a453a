// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { post } from "./api.js";
import { announce, toast } from "./dialogs.js";
import { savingPath } from "./owner-samples.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";

const key = "health-saved";

/**
 * Goes to a page and shows a message there about the saved data, with an undo action.
 * @param {string} path the page.
 * @param {string} message the message.
 * @param {{uuids: string[], path: string, before: Object[]=}} saved the samples that undo deletes, the path at which it does, and those that it
 *   saves again.
 */
export function goAndTell(path, message, saved) {
  try {
    sessionStorage.setItem(key, JSON.stringify({ message, saved }));
  } catch {
    // Only the message is lost.
  }
  location.assign(path);
}

/** Shows a message about saved data. */
export function tellSaved(message, saved) {
  toast(message, { label: t("dialog_undo"), act: () => undo(saved) });
}

async function undo({ uuids, path, before }) {
  try {
    await post(path, { uuids });
    if (before) await post(savingPath(before), { samples: before });
    toast(t("add_undone"));
  } catch (error) {
    // The data was already deleted, as requested.
    if (error.status === 404 || error.status === 422) return announce(t("add_undone"));
    alertProblem(error, { retry: () => undo({ uuids, path, before }) });
  }
}

/** Shows a pending message, on every page after a form. */
function tellWaiting() {
  const waiting = sessionStorage.getItem(key);
  if (!waiting) return;
  sessionStorage.removeItem(key);
  const { message, saved } = JSON.parse(waiting);
  tellSaved(message, saved);
}

tellWaiting();
// The browser shows a cached page again without running its scripts.
window.addEventListener("pageshow", (event) => event.persisted && tellWaiting());
