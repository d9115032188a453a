// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { number, quantity } from "./format.js";
import { card } from "./sample-facts.js";
import { distanceText } from "./sample-metadata.js";
import { speedText } from "./workout-speed.js";

/** Formats seconds as on a stopwatch: "5:28", "1:05:28". */
export function clockText(value) {
  const all = Math.round(value);
  const [hours, minutes, rest] = [Math.floor(all / 3600), Math.floor((all % 3600) / 60), all % 60];
  const two = (part) => String(part).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Returns the name of a split from its length in metres: "km", "mi", "100 m", "100 yd". */
function stepName(step) {
  if (step >= 1000) return t(step > 1000 ? "workout_per_mi" : "workout_per_km");
  return quantity(100, step < 100 ? "yd" : "m", undefined, 0);
}

/** Formats the duration of a split: "5:28 /km". */
export const paceText = (seconds, step) => t("workout_pace_text", { time: clockText(seconds), unit: stepName(step) });

/**
 * Returns a card with the splits.
 * @param {Array} all the splits.
 * @param {Object} more how they were measured, their length, the heart rates, and whether to show the speed instead of the pace.
 */
export function splitsCard(all, { measured, step, beats, isFast }) {
  if (!all.length) return null;
  const fastest = Math.min(...all.filter((split) => split.isWhole).map((split) => split.seconds));
  const slowest = Math.max(...all.map((split) => (split.seconds / split.metres) * step));
  const quickest = Math.min(...all.map((split) => (split.seconds / split.metres) * step));
  const hasBeats = beats.length > 1;
  const isPart = measured.whole && measured.total < measured.whole * 0.95;
  const note = [t(`workout_splits_${measured.from}`),
    isPart && t("workout_splits_part", { part: distanceText(measured.total), whole: distanceText(measured.whole) })].filter(Boolean);
  const about = { step, isFast, beats: hasBeats && beats, slowest, quickest };
  return card(t("workout_splits"),
    h("table", { class: "splits" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, stepName(step)), head("workout_time"),
        head(isFast ? "workout_point_speed" : "workout_pace"), hasBeats && head("workout_heart_short"))),
      h("tbody", {}, all.map((split) => row(split, { ...about, isFastest: split.isWhole && all.length > 2 && split.seconds === fastest })))),
    h("p", { class: "hint" }, note.join(" ")));
}

const head = (key) => h("th", { scope: "col", class: "number" }, t(key));

function row(split, { step, isFast, beats, isFastest, slowest, quickest }) {
  const pace = (split.seconds / split.metres) * step;
  const text = isFast ? speedText(split.metres / split.seconds) : clockText(pace);
  const bar = h("span", { class: "bar" });
  // The longest bar is the slowest split, or the fastest one if speeds are shown.
  bar.style.width = `${Math.round((isFast ? quickest / pace : pace / slowest) * 100)}%`;
  const inside = beats ? beats.filter((beat) => beat.time >= split.start && beat.time <= split.end) : [];
  const average = inside.length ? inside.reduce((sum, beat) => sum + beat.value, 0) / inside.length : undefined;
  return h("tr", {},
    h("th", { scope: "row" }, split.isWhole ? number(split.number) : distanceText(split.metres)),
    h("td", { class: "number" }, clockText(split.seconds)),
    h("td", { class: "number pace" }, bar, h("span", {}, text), isFastest && h("span", { class: "small" }, t("workout_fastest"))),
    beats && h("td", { class: "number" }, average === undefined ? "–" : number(average)));
}
