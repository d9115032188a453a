// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { put } from "./api.js";
import { h, newId } from "./dom.js";
import { duration } from "./format.js";
import { alertProblem } from "./problems.js";
import { forget } from "./session.js";
import { t } from "./strings.js";

/** The minimum number of characters of a passphrase, which the server checks, too. */
const fewest = 10;

/** The form to set another passphrase, which ends all sessions. */
export function passphraseForm() {
  const id = newId("passphrase");
  const fault = h("p", { class: "fault", id: `${id}-fault`, role: "alert" });
  const field = (name, label, autocomplete) => {
    const input = h("input", { type: "password", id: `${id}-${name}`, name, autocomplete, required: true, "aria-describedby": `${id}-fault` });
    return { input, view: [h("label", { for: `${id}-${name}` }, t(label)), input] };
  };
  const old = field("old", "settings_old", "current-password");
  const next = field("new", "settings_new", "new-password");
  const again = field("again", "signin_again", "new-password");
  const wrong = (text, { input }) => {
    for (const each of [old, next, again]) each.input.removeAttribute("aria-invalid");
    input.setAttribute("aria-invalid", "true");
    fault.textContent = text;
    input.focus();
  };
  async function change(event) {
    event.preventDefault();
    if ([...next.input.value].length < fewest) return wrong(t.plural("signin_short", fewest, { count: fewest }), next);
    if (next.input.value !== again.input.value) return wrong(t("signin_differ"), again);
    try {
      await put("/v1/owner/passphrase", { old: old.input.value, new: next.input.value });
      // All sessions have ended, this one too.
      forget();
      location.assign("/owner/login?next=/settings");
    } catch (error) {
      if (error.status === 403) wrong(t("signin_wrong"), old);
      else if (error.status === 429) wrong(t("settings_locked", { time: duration(error.retryAfter ?? 60, { exact: true }) }), old);
      else if (error.faults?.length) wrong(t("settings_refused"), next);
      else alertProblem(error, { retry: () => form.requestSubmit() });
    }
  }
  const form = h("form", { onsubmit: change, novalidate: true },
    // Password managers need a user name.
    h("input", { class: "hidden", type: "text", name: "username", value: "health", autocomplete: "username", tabindex: -1, "aria-hidden": "true", readonly: true }),
    old.view, next.view, h("p", { class: "hint" }, t("settings_passphrase_hint")), again.view, fault,
    h("div", { class: "actions" }, h("button", { class: "main" }, t("settings_passphrase_do"))));
  return form;
}
