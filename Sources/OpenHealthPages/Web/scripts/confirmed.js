// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { post } from "./api.js";
import { ask } from "./dialogs.js";
import { h, newId } from "./dom.js";
import { t } from "./strings.js";

/**
 * Runs an action that the server allows only soon after the passphrase was entered, and asks for the passphrase if it has to
 * be entered again.
 * @param {function(): Promise} act the action.
 * @returns {Promise} the result of the action; undefined if the person does not enter the passphrase.
 * @throws {ApiError|OfflineError}
 */
export async function confirmed(act) {
  try {
    return await act();
  } catch (error) {
    if (!error.needsPassphrase) throw error;
  }
  for (let wrong = ""; ; wrong = t("signin_wrong")) {
    const id = newId("passphrase");
    const field = h("input", { type: "password", id, autocomplete: "current-password", "aria-describedby": `${id}-fault` });
    const body = [h("p", {}, t("signin_confirm_why")), h("label", { for: id }, t("signin_passphrase")), field,
      h("p", { class: "fault", id: `${id}-fault`, role: "alert" }, wrong)];
    // The Enter key presses the first button.
    const actions = [{ label: t("permission_continue"), value: "act", isMain: true }, { label: t("problem_cancel"), value: "" }];
    if ((await ask({ title: t("signin_confirm_title"), body, actions })) !== "act") return undefined;
    try {
      await post("/v1/owner/session/confirmation", { passphrase: field.value });
    } catch (error) {
      if (error.status !== 403) throw error;
      continue;
    }
    return await act();
  }
}
