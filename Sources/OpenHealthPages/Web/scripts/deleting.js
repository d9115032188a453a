// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { post, onceKey } from "./api.js";
import { toast } from "./dialogs.js";
import { alertProblem } from "./problems.js";
import { number } from "./format.js";
import { isOwn } from "./sample-text.js";
import { t } from "./strings.js";

let undoLast;
let closeLast;

/** A blood pressure goes with the two figures that it holds, which the health database keeps otherwise. */
const parts = (sample) => [sample, ...(sample.objects ?? [])].filter(isOwn).map((one) => one.uuid);

/**
 * Deletes entries that these pages have saved, at once, and offers to bring them back.
 * @param {Array} samples the samples, as they were read.
 * @param {{gone: function(Array), back: function(Array)}} told is called once they are gone, and once they are back.
 */
export async function deleteOwn(samples, told) {
  try {
    await post("/v1/samples/delete", { uuids: samples.flatMap(parts) }, { headers: onceKey() });
  } catch (error) {
    return alertProblem(error, { type: samples[0].type, retry: () => deleteOwn(samples, told) });
  }
  told.gone(samples);
  const key = onceKey();
  const undo = async () => {
    closeLast?.();
    undoLast = closeLast = undefined;
    try {
      await post("/v1/samples", { samples }, { headers: key });
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

// What was deleted last comes back with the keys that undo elsewhere too.
document.addEventListener("keydown", (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "z";
  if (!isUndo || !undoLast || event.target.matches("input:not([type=checkbox]), textarea")) return;
  event.preventDefault();
  undoLast();
});
