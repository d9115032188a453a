// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { quantity } from "./format.js";
import { t } from "./strings.js";
import { moved, periodOf } from "./type-period.js";

/** Returns the period before another one; null for all data, before which there is none. */
export const periodBefore = ({ view, day }) => (view === "all" ? null : periodOf(view, moved(view, day, -1)));

/** The units of values without a zero that means nothing, of which percentages say nothing. */
const withoutShares = new Set(["degC", "degF", "%"]);

/**
 * Returns the figure of the period before, for a list of figures.
 * @param {Object|null} period the period before.
 * @param {{now: (number|null|undefined), before: (number|null|undefined), isLoading: boolean, format: function(number): string,
 *   unit: string=, round: function(number): number=}} figures both figures, their unit, and how they are rounded where they are shown.
 */
export function figureBefore(period, { now, before, isLoading, format, unit, round = (value) => value }) {
  if (!period) return null;
  const name = t("type_before", { period: period.label });
  // The space of the answer is kept, so that nothing below moves.
  if (isLoading) return { name, text: "…", note: "\u00a0" };
  if (before === null || before === undefined) return { name, text: "–", note: t("problem_nodata") };
  const text = format(before);
  if (now === null || now === undefined) return { name, text, note: "\u00a0" };
  return { name, text, note: change(round(now), round(before), format, unit) };
}

/** Returns the difference of two figures as they are shown, with its share of the one before. */
function change(now, before, format, unit) {
  if (format(now) === format(before)) return t("type_before_same");
  const difference = signed(now - before, format);
  const share = before > 0 && !withoutShares.has(unit) ? Math.round((100 * (now - before)) / before) / 100 : null;
  if (share === null || Math.abs(share) > 10) return t("type_before_difference", { difference });
  return t("type_before_change", { difference, share: signed(share, (value) => quantity(value, "%", undefined, 0)) });
}

/** Formats a number with its sign; what is shown as zero has none. */
export function signed(value, format) {
  const text = format(Math.abs(value));
  return text === format(0) ? `±${text}` : `${value < 0 ? "−" : "+"}${text}`;
}

/** Whether the period before is drawn; the choice holds while the page is open. */
let isDrawn = false;

/**
 * Creates the button that draws the period before in the chart.
 * @param {function(boolean)} redraw is called when the figures have arrived, and when the choice changes: with whether the chart changes.
 * @returns {{element: HTMLElement, begin: function(Object, (Promise|undefined)), answer: function(): (Object|null|undefined), drawn:
 *   function(): (Object|null)}} `begin(period, answer)` begins with another period before; `answer()` is undefined until it arrives.
 */
export function beforeSwitch(redraw) {
  let [found, asked, from] = [null, undefined, undefined];
  const button = h("button", { type: "button", "aria-pressed": String(isDrawn), onclick: () => {
    isDrawn = !isDrawn;
    button.setAttribute("aria-pressed", String(isDrawn));
    redraw(true);
  } });
  const element = h("p", { class: "actions type-before" }, button);

  function begin(period, answer) {
    asked = answer;
    element.hidden = !period;
    if (!period) {
      found = null;
      return;
    }
    // While the same period is loaded again, its figures stay.
    if (from !== period.label) {
      found = undefined;
      button.disabled = true;
    }
    from = period.label;
    button.textContent = t("type_before_draw", { period: period.label });
    const arrive = (result) => {
      if (asked !== answer) return;
      found = result;
      button.disabled = !result;
      redraw(isDrawn);
    };
    // The figures of the period itself are there; without those of the other one the page is whole.
    answer.then((result) => arrive(result ?? null), () => arrive(null));
  }
  return { element, begin, answer: () => found, drawn: () => (isDrawn ? (found ?? null) : null) };
}
