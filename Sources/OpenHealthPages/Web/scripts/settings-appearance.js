// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";
import { changePreferences, preferences } from "./units.js";

/** The choice between light and dark pages, and those of the system. */
export async function appearanceSettings() {
  const { appearance } = await preferences();
  const id = newId("appearance");
  const options = [["", "settings_appearance_system"], ["light", "settings_appearance_light"], ["dark", "settings_appearance_dark"]];
  const select = h("select", { id, onchange: () => choose(select.value || null) },
    options.map(([value, key]) => h("option", { value, selected: value === (appearance ?? "") }, t(key))));
  return h("div", { class: "setting" }, h("label", { for: id }, t("settings_appearance_choice")), select);
}

/** Applies a choice; the page is loaded again, since charts are drawn in other colours. */
async function choose(appearance) {
  try {
    await changePreferences({ appearance });
    // Pages without the owner's preferences, such as the one to sign in, have the choice from the browser.
    document.cookie = `health_appearance=${appearance ?? ""}; Path=/; SameSite=Lax; Max-Age=${appearance ? 31536000 : 0}`;
    navigator.serviceWorker?.controller?.postMessage("appearance");
    location.reload();
  } catch (error) {
    alertProblem(error, { retry: () => choose(appearance) });
  }
}
