// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The content of the card of a pinned type: a figure, its date, and the figures of the days before.

import { get } from "./api.js";
import { t } from "./strings.js";
import { factsOf } from "./names.js";
import { addDays, civil, duration, moment, number, quantity, relativeDay, today, valueText, zone } from "./format.js";
import { inUnit, shown } from "./units.js";
import { daily, known, nightsOf, windowTo } from "./dashboard-data.js";

/** The number of days in the small picture. */
const COUNT = 14;

/** The category types whose samples represent a duration. */
const lasting = new Set(["mindfulSession", "handwashingEvent", "toothbrushingEvent"]);

/**
 * Loads the content of a card.
 * @param {{name: string, kind: string, latest: string}} entry a type, as in the response of `GET /v1/types`.
 * @param {number} [count] the number of days.
 * @returns {Promise<{figure: string, when: string, values: Array<number|null>=, kind: ("bars"|"line")=, days: string[]=, format:
 *   function(number): string=, axisFormat: function(number): string=, axisStep: number=}>} `days` are those of the values, which `format` formats.
 */
export async function loadCard({ name, kind, latest }, count = COUNT) {
  const newest = civil(latest) > today() ? today() : civil(latest);
  const window = windowTo(newest, count);
  const facts = factsOf(name);
  if (kind === "quantity" && facts?.style === "cumulative") return summed(name, window);
  if (kind === "quantity") return latestOf(name, window);
  if (name === "sleepAnalysis") return slept(window);
  if (kind === "category") return counted(name, window);
  if (name === "bloodPressure") return pressure(window);
  if (name === "workout") return workouts(window);
  return { figure: relativeDay(latest), when: t("dashboard_latest") };
}

const noon = (day) => moment(day, "12:00");

/** Returns the newest day's sum of a cumulative type. */
async function summed(name, window) {
  const days = (await daily(name, "cumulativeSum", window)).map(({ day, statistics }) => ({
    day, sum: statistics?.sum, isOpen: day >= today() || statistics?.partial === true }));
  const last = days.findLast(({ sum }) => sum);
  // An unfinished day would look like one with little activity.
  const over = days.filter(({ day, isOpen }) => !isOpen || day === last?.day && days.every((one) => !one.sum || one.day === day));
  return { figure: last ? shown(last.sum.value, last.sum.unit, name) : "–", when: last ? relativeDay(noon(last.day)) : "",
    ...inShownUnit(over.map(({ day, sum }) => ({ day, quantity: sum })), name), kind: "bars" };
}

/** Returns quantities of days as numbers in the displayed unit, with how they are written. */
function inShownUnit(entries, name) {
  const values = entries.map(({ quantity: one }) => (one ? inUnit(one.value, one.unit, name) : null));
  const unit = values.find(Boolean)?.unit;
  return { values: values.map((one) => one?.value ?? null), days: entries.map(({ day }) => day),
    format: (value) => quantity(value, unit, name), axisFormat: (value) => valueText(value, unit, name) };
}

/** Returns the newest value of a discrete type; the picture is of the averages of finished days. */
async function latestOf(name, window) {
  const days = await daily(name, "mostRecent,discreteAverage", window);
  const last = days.findLast(({ statistics }) => statistics?.mostRecent)?.statistics;
  return { figure: last ? shown(last.mostRecent.value, last.mostRecent.unit, name) : "–",
    when: last ? relativeDay(last.mostRecentInterval?.startDate ?? last.startDate) : "",
    ...inShownUnit(days.filter(({ statistics }) => !statistics?.partial).map(({ day, statistics }) => ({ day, quantity: statistics?.average })),
      name), kind: "line" };
}

/** Returns both figures of blood pressure. */
async function pressure(window) {
  const [systolic, diastolic] = await Promise.all(
    ["bloodPressureSystolic", "bloodPressureDiastolic"].map((name) => daily(name, "mostRecent", window)));
  const at = systolic.findLastIndex(({ statistics }) => statistics?.mostRecent);
  const [above, below] = [systolic[at]?.statistics.mostRecent, diastolic[at]?.statistics?.mostRecent];
  if (!above || !below) return { figure: "–", when: "" };
  const type = "bloodPressureSystolic";
  const { unit } = inUnit(above.value, above.unit, type);
  const text = (high, low) => `${number(high)}/${quantity(low, unit, type)}`;
  const pair = [systolic, diastolic].map((list) => list.map(({ statistics: one }) => (one?.mostRecent
    ? inUnit(one.mostRecent.value, one.mostRecent.unit, type).value : null)));
  return { figure: text(pair[0][at], pair[1][at]), when: relativeDay(systolic[at].statistics.startDate), values: pair[0], pair,
    days: systolic.map(({ day }) => day), format: text, kind: "line" };
}

/** Returns the newest workout, and the total duration of each day. */
async function workouts({ first, last }) {
  // The names of activities are many, so they are loaded only for pinned workouts.
  const [{ samples }, { activityName }] = await Promise.all([
    get("/v1/samples", { type: "workout", from: moment(first), to: moment(addDays(last, 1)), order: "newestFirst", limit: 100 }),
    import("./value-names.js")]);
  if (!samples.length) return { figure: "–", when: "" };
  const [values, days] = [[], []];
  for (let day = first; day <= last; day = addDays(day, 1)) {
    days.push(day);
    const mine = samples.filter(({ startDate }) => civil(startDate) === day);
    values.push(mine.length ? mine.reduce((sum, workout) => sum + workout.duration, 0) : null);
  }
  const [{ duration: seconds, activityType, startDate }] = samples;
  return { figure: duration(seconds), when: `${activityName(activityType)} · ${relativeDay(startDate)}`, values, days, ...inDurations(values),
    kind: "bars" };
}

/** Returns how durations are written; at the axis, they are whole hours or ten minutes. */
const inDurations = (values) => ({ format: (seconds) => duration(seconds), axisStep: Math.max(...values.map(Number)) > 7200 ? 3600 : 600 });

/** Returns the nights, each of which belongs to the day on which it ends. */
async function slept({ first, last }) {
  const found = await nightsOf(first, addDays(last, 1));
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push(day);
  const values = days.map((day) => found.get(day)?.asleep || null);
  const at = values.findLastIndex((value) => value !== null);
  return { figure: at < 0 ? "–" : duration(values[at]), when: at < 0 ? "" : relativeDay(noon(days[at])), values, days,
    ...inDurations(values), kind: "bars" };
}

/** Returns the duration of category samples if it is their content, otherwise their number. */
async function counted(name, window) {
  const days = await categories(name, window);
  const count = ({ values }) => values.reduce((sum, part) => sum + (isCounted(name, part) ? part.samples : 0), 0);
  const values = days.map(({ entry }) => entry && (lasting.has(name) ? entry.covered : count(entry)));
  const at = values.findLastIndex((value) => value !== null);
  if (at < 0) return { figure: "–", when: "" };
  return { figure: countText(name, values[at]), when: relativeDay(noon(days[at].day)), values,
    days: days.map(({ day }) => day), kind: "bars",
    ...(lasting.has(name) ? inDurations(values) : { format: (value) => countText(name, value), axisFormat: (value) => number(value), axisStep: 1 }) };
}

function countText(name, value) {
  if (lasting.has(name)) return duration(value);
  if (name === "appleStandHour") return quantity(value, "hr", name, 0);
  return t.plural("dashboard_entries", value, { count: number(value) });
}

/** Returns whether a sample counts: of stand hours, only those in which the person stood, with value 0. */
const isCounted = (name, part) => name !== "appleStandHour" || part.value === 0;

/** Returns statistics of a category type by day. */
async function categories(type, { first, last }) {
  const { statistics } = await get("/v1/category-statistics", {
    type, every: "day", timeZone: zone, anchor: moment(first), from: moment(first), to: moment(addDays(last, 1)) });
  const byDay = new Map(statistics.map((entry) => [civil(new Date(entry.endDate).getTime() - 1000), entry]));
  const days = [];
  for (let day = first; day <= last; day = addDays(day, 1)) days.push({ day, entry: byDay.get(day) ?? null });
  return days;
}

/** Returns whether a card has enough figures for a picture. */
export const hasPicture = ({ values }) => Boolean(values) && known(values.map((value) => ({ value }))).length > 1;
