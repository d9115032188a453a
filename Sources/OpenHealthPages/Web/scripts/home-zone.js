// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { homeZone } from "./format.js";
import { t } from "./strings.js";
import { changePreferences } from "./units.js";
import { zoneSelect } from "./zones.js";

let kept = homeZone;
const choice = zoneSelect({ id: "zone" });

/** Returns the question for the home time zone; null if it has been answered. */
export const zoneQuestion = () => (kept ? null : h("section", { class: "card" },
  h("div", { class: "setting" }, h("label", { for: "zone" }, t("welcome_zone")), choice), h("p", { class: "hint" }, t("welcome_zone_why"))));

/** Stores the answer. Imports and permissions call this first, so that the first chart has the days of the home. */
export async function keepZone() {
  if (kept) return;
  const { timeZone } = await changePreferences({ timeZone: choice.value });
  kept = timeZone;
}
