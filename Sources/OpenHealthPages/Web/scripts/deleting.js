// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { post, onceKey } from "./api.js";
import { toast } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { number } from "./format.js";
import { deletingPath, savingPath } from "./owner-samples.js";
import { isOwn } from "./sample-text.js";
import { t } from "./strings.js";

let undoLast;
let closeLast;

/** Returns the UUIDs of a sample and its members. The database would keep the two figures of a blood pressure. */
const parts = (sample) => [sample, ...(sample.objects ?? [])].filter(isOwn).map((one) => one.uuid);

/**
 * Deletes entries of these pages immediately, and offers to undo it.
 * @param {Array} samples the samples, as they were read.
 * @param {{gone: function(Array), back: function(Array)}} told callbacks for the deletion and for the undo.
 */
export async function deleteOwn(samples, told) {
  try {
    await post(deletingPath(samples), { uuids: samples.flatMap(parts) }, { headers: onceKey() });
  } catch (error) {
    return alertProblem(error, { type: samples[0].type, retry: () => deleteOwn(samples, told) });
  }
  told.gone(samples);
  const key = onceKey();
  const undo = async () => {
    closeLast?.();
    undoLast = closeLast = undefined;
    try {
      await post(savingPath(samples), { samples }, { headers: key });
    } catch (error) {
      return alertProblem(error, { type: samples[0].type, retry: undo });
    }
    told.back(samples);
    toast(t.plural("samples_restored", samples.length, { count: number(samples.length) }));
  };
  closeLast?.();
  undoLast = undo;
  closeLast = toast(t.plural("samples_deleted", samples.length, { count: number(samples.length) }), { label: t("dialog_undo"), act: undo });
}

// The usual keys for undo restore the last deleted entries.
document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (!isUndo || !undoLast || event.target.matches("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  undoLast();
});
