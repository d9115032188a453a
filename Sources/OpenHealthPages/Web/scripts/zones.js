// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { browserZone, homeZone } from "./format.js";

/**
 * Creates a choice of a time zone, by continent; the home zone is selected, or that of the browser.
 * @param {Object<string, *>} attributes the attributes of the select element.
 * @returns {HTMLSelectElement}
 */
export function zoneSelect(attributes) {
  const chosen = homeZone ?? browserZone;
  const names = new Set(["UTC", ...(Intl.supportedValuesOf?.("timeZone") ?? []), browserZone, chosen]);
  const continents = new Map();
  for (const name of [...names].sort()) {
    const continent = name.includes("/") ? name.split("/")[0] : "UTC";
    continents.set(continent, [...(continents.get(continent) ?? []), name]);
  }
  return h("select", { class: "zone", ...attributes }, [...continents].map(([continent, zones]) => h("optgroup", { label: continent },
    zones.map((name) => h("option", { value: name, selected: name === chosen }, name.replaceAll("_", " "))))));
}
