// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { duration, number } from "./format.js";
import { t } from "./strings.js";
import { unitName } from "./names.js";
import { card } from "./sample-facts.js";
import { clockText } from "./workout-splits.js";
import { maximumNote, zonesNote } from "./workout-heart.js";
import { secondsIn, zonesOf } from "./workout-zones.js";

/** Returns the card of the time in each zone of the heart rate; null if there is nothing to show. */
export function zonesCard(heart, beats, { end, breaks, length }) {
  if (!heart.maximum || beats.length < 2) return null;
  const zones = zonesOf(heart);
  const seconds = secondsIn(zones, beats, end, breaks);
  const all = seconds.reduce((sum, value) => sum + value, 0);
  if (!(all > 0)) return null;
  const most = Math.max(...seconds);
  const head = (key, isNumber = true) => h("th", { scope: "col", class: isNumber ? "number" : null }, t(key));
  const rows = zones.map((zone, index) => row(zone, seconds[index], seconds[index] / all, seconds[index] / most)).reverse();
  const text = (value) => duration(value, { exact: value < 3600 });
  const note = [all < length * 0.9 && t("workout_zones_part", { part: text(all), whole: text(length) }), zonesNote(heart), maximumNote(heart)];
  return card(t("workout_zones"),
    h("table", { class: "splits zones" },
      h("thead", {}, h("tr", {}, head("workout_zone", false), h("th", { scope: "col", class: "number" }, unitName("count/min")),
        head("workout_time"), head("workout_zones_share"))),
      h("tbody", {}, rows)),
    h("p", { class: "hint" }, note.filter(Boolean).join(" ")));
}

function row(zone, seconds, share, size) {
  const bar = h("span", { class: "bar", data: { zone: zone.number } });
  bar.style.width = `${Math.round(size * 100)}%`;
  return h("tr", {},
    h("th", { scope: "row" }, zone.number ? t("workout_zone_number", { number: number(zone.number) }) : t("workout_zone_below")),
    h("td", { class: "number range" }, rangeText(zone)),
    h("td", { class: "number pace" }, bar, h("span", {}, clockText(seconds))),
    h("td", { class: "number" }, number(share * 100) + "%"));
}

/** Returns the whole heart rates of a zone. */
function rangeText({ low, high }) {
  const [first, last] = [Math.ceil(low), Math.ceil(high) - 1];
  if (high === Infinity) return `≥ ${number(first)}`;
  return low === 0 ? `< ${number(Math.ceil(high))}` : `${number(first)}–${number(last)}`;
}
