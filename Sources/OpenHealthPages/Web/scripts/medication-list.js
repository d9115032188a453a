// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { patch } from "./api.js";
import { announce } from "./dialogs.js";
import { h } from "./dom.js";
import { t } from "./strings.js";
import { typeName } from "./names.js";
import { alertProblem } from "./problems.js";

/** Returns the name of a medication, with the person's name for it. */
export const nameOf = ({ name, nickname }) => (nickname ? t("dose_name", { name, nickname }) : name);

/**
 * Returns the card of the medications, each with a button to archive or restore it; null without medications.
 * @param {Object[]} medications the medications in the form of the server.
 * @param {function(): Promise} changed shows the list again after a change.
 * @param {...Node} more further content.
 */
export function medicationsCard(medications, changed, ...more) {
  if (!medications.length) return null;
  const archived = medications.filter((one) => one.isArchived);
  const rows = (some) => h("ul", { class: "plain medications" }, some.map((one) => row(one, changed)));
  const current = medications.filter((one) => !one.isArchived);
  return h("section", { class: "card" }, h("h2", {}, typeName("userAnnotatedMedication")),
    current.length ? rows(current) : h("p", { class: "quiet" }, t("dose_all_archived")),
    archived.length > 0 && [h("h3", { class: "part" }, t("dose_archived")), h("p", { class: "hint" }, t("dose_archived_why")), rows(archived)], more);
}

function row(medication, changed) {
  const { isArchived, identifier } = medication;
  const name = nameOf(medication);
  const button = h("button", { type: "button", data: { medication: identifier }, onclick: change,
    "aria-label": t(isArchived ? "dose_restore_name" : "dose_archive_name", { name }) }, t(isArchived ? "dose_restore" : "dose_archive"));

  async function change() {
    button.disabled = true;
    try {
      await patch("/v1/owner/medications", { identifier, isArchived: !isArchived });
      await changed();
      announce(t(isArchived ? "dose_is_restored" : "dose_is_archived", { name }));
      // The medication is in the other list now, and its button has the opposite effect.
      document.querySelector(`button[data-medication="${CSS.escape(identifier)}"]`)?.focus();
    } catch (error) {
      button.disabled = false;
      alertProblem(error, { retry: change });
    }
  }

  return h("li", { class: "row" }, h("span", { class: "medication" }, name), button);
}
