// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h, newId } from "./dom.js";
import { weekdayName } from "./format.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";
import { changePreferences, preferences } from "./units.js";
import { zoneSelect } from "./zones.js";

/** Returns the choices of the home time zone and of the first day of the week. */
export async function zoneSettings() {
  const { firstWeekday } = await preferences();
  const [zoneId, weekId] = [newId("zone"), newId("week")];
  const zone = zoneSelect({ id: zoneId, onchange: () => choose({ timeZone: zone.value }) });
  const week = h("select", { id: weekId, onchange: () => choose({ firstWeekday: week.value ? Number(week.value) : null }) },
    h("option", { value: "", selected: !firstWeekday }, t("settings_week_usual")),
    [1, 2, 3, 4, 5, 6, 7].map((day) => h("option", { value: day, selected: day === firstWeekday }, weekdayName(day - 1))));
  return [
    h("p", { class: "hint" }, t("settings_zone_why")),
    h("div", { class: "setting" }, h("label", { for: zoneId }, t("settings_zone")), zone),
    h("div", { class: "setting" }, h("label", { for: weekId }, t("settings_week")), week),
  ];
}

/** Stores a choice and reloads the page, since all of its dates depend on it. */
async function choose(change) {
  try {
    await changePreferences(change);
    location.reload();
  } catch (error) {
    alertProblem(error, { retry: () => choose(change) });
  }
}
