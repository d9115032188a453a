// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { addDays, dateRange, daysBetween, moment, number, quantity, today } from "./format.js";
import { t } from "./strings.js";
import { moved, periodBetween, periodOf } from "./type-period.js";

/**
 * Returns the period before another one, which ends where that begins; null for all data, before which there is none. Months and years are those of
 * the calendar; six months are whole weeks, so that the period before has as many.
 */
export function periodBefore({ view, day, from, to }) {
  if (view === "all") return null;
  if (view !== "sixMonths") return periodOf(view, moved(view, day, -1));
  const length = daysBetween(from, to);
  return periodBetween(view, addDays(day, -length), addDays(from, -length), from);
}

/** The day of the latest data of all types; undefined if it is not known. */
let dataEnd;
/** Sets the day of the latest data of all types, which may be that of an older export. */
export const setDataEnd = (day) => { dataEnd = day; };
/** Returns the first day that is not finished: today, or the day on which the data end. */
const firstOpenDay = () => (dataEnd && dataEnd < today() ? dataEnd : today());

/**
 * Returns what is compared of a period and of the one before it: all days, or of an unfinished period the finished days and as many from
 * the beginning of the other.
 * @param {string} [end] the first day that is not finished.
 * @returns {{now: {from: string, to: string}, before: {from: string, to: string, label: string}}|null} null without a period before.
 */
export function comparedParts(period, earlier, end = firstOpenDay()) {
  if (!earlier) return null;
  const days = Math.max(0, Math.min(daysBetween(period.from, period.to), daysBetween(period.from, end)));
  const now = { from: period.from, to: addDays(period.from, days) };
  if (days === 0 || now.to === period.to) return { now, before: { from: earlier.from, to: earlier.to, label: earlier.label } };
  const to = [addDays(earlier.from, days), earlier.to].sort()[0];
  return { now, before: { from: earlier.from, to, label: dateRange(moment(earlier.from, "12:00"), moment(addDays(to, -1), "12:00"), "day") } };
}

/** Returns whether a day is in a part. */
export const isIn = ({ from, to }, day) => from <= day && day < to;

/** The units of values without a zero that means nothing, of which percentages say nothing. */
const withoutShares = new Set(["degC", "degF", "%"]);

/**
 * Returns the figure of the period before, for a list of figures. Averages are compared if at least half of the days of both parts have data.
 * @param {Object|null} parts what is compared, by `comparedParts`.
 * @param {{now: (number|null|undefined), before: (number|null|undefined), days: {now: number, before: number}=, isLoading: boolean, format:
 *   function(number): string, unit: string=, round: function(number): number=}} figures both figures, of averages their numbers of days with data,
 *   their unit, and how they are rounded where they are shown.
 */
export function figureBefore(parts, { now, before, days, isLoading, format, unit, round = (value) => value }) {
  if (!parts) return null;
  const name = t("type_before", { period: parts.before.label });
  // The space of the answer is kept, so that nothing below moves.
  if (isLoading) return { name, text: "…", note: "\u00a0" };
  if (before === null || before === undefined) return { name, text: "–", note: t("problem_nodata") };
  const all = daysBetween(parts.before.from, parts.before.to);
  const count = days && t.plural("type_days", days.before, { days: number(days.before), all: number(all) });
  if (days && days.before * 2 < all) return { name, text: "–", note: count };
  const text = format(before);
  const isComparable = now !== null && now !== undefined && (!days || days.now * 2 >= daysBetween(parts.now.from, parts.now.to));
  return { name, text, note: [isComparable && change(round(now), round(before), format, unit), count].filter(Boolean).join(" · ") || "\u00a0" };
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
