// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The figures of the screen of today: those of the newest day of each kind, which may be an earlier one.

import { get } from "./api.js";
import { addDays, civil, moment, today, zone } from "./format.js";
import { factsOf, shortName } from "./names.js";
import { rings } from "./type-rings-picture.js";
import { daily, nightSpan, nightsOf, windowTo } from "./dashboard-data.js";

/** The number of days among which the newest figures are searched. */
const span = 14;
/** The maximum number of changes and of measurements. */
const [MOST_CHANGES, MOST_MEASUREMENTS] = [3, 4];

/** The measurements that people look for first; others follow by the time of their newest value. */
const first = ["bodyMass", "bloodPressure", "heartRate", "bloodGlucose", "bodyTemperature", "oxygenSaturation", "vo2Max",
  "bodyFatPercentage", "walkingSpeed"];
/** The types whose single values say little by themselves. */
const minor = /^(environmental|headphone|walking(Step|Asym|Double)|running|cycling|stair|physicalEffort|height|rowing|paddle|cross)/;
/** The types of sums that can have a goal on this screen. */
const summed = ["activeEnergyBurned", "appleExerciseTime", "distanceWalkingRunning", "dietaryWater"];

/** The types whose changes affect the screen. */
export const todayTypes = ["stepCount", "sleepAnalysis", "restingHeartRate", "heartRateVariabilitySDNN",
  "heartRateVariabilityRMSSD", "respiratoryRate", "oxygenSaturation", "appleSleepingWristTemperature", "appleStandHour", ...summed, ...first];

/** Returns what a request answers: nothing without permission, and the error if it fails, which the others do not have to wait for. */
const optional = (response, nothing) => response.catch((error) => (error.isNotDetermined || error.isDenied ? nothing : error));

/** Returns whether a part could not be loaded. */
export const isFailed = (part) => part instanceof Error;

/** Returns the rings of the last day with some, until a day: null without any. */
async function lastRings(end) {
  const { activitySummaries: days } = await get("/v1/activity-summaries", { from: addDays(end, 1 - span), to: end });
  // A day before the first movement has rings without figures.
  return days.findLast((one) => rings.some((ring) => ring.of(one)[0]?.value > 0)) ?? null;
}

/** Returns the latest night, and the average of the last 28 finished days with its first and last day, as in the highlights: null without any. */
async function lastNight(end) {
  const byDay = await nightsOf(addDays(end, -nightSpan), addDays(end, 1));
  const days = [...byDay.keys()].filter((day) => byDay.get(day).asleep > 0).sort();
  const day = days.at(-1);
  if (!day || day <= addDays(end, -span)) return null;
  const last = days.findLast((one) => !byDay.get(one).isPartial);
  const first = last && addDays(last, 1 - nightSpan);
  const over = days.filter((one) => last && first <= one && one <= last);
  const average = over.length > 1 ? over.reduce((sum, one) => sum + byDay.get(one).asleep, 0) / over.length : null;
  return { day, ...byDay.get(day), average, first, last };
}

/** Returns the latest day of each type with a usual range, and the day before: those furthest from their range come first. */
async function lastChanges(end) {
  const { ranges } = await get("/v1/insights/ranges", { timeZone: zone, from: addDays(end, 1 - span), to: end });
  const found = ranges.flatMap(({ type, unit, days }) => {
    // Only today is unfinished while it lasts; the last day of an old export never ends.
    const known = days.filter(({ value, partial, day }) => value !== undefined && (!partial || day === today()));
    const now = known.at(-1);
    if (!now) return [];
    // An unfinished day is not compared.
    const before = now.partial ? null : known.at(-2);
    return [{ type: shortName(type), unit, ...now, before: before ?? null, distance: distance(now) }];
  });
  return found.sort((a, b) => b.distance - a.distance || (a.day < b.day ? 1 : a.day > b.day ? -1 : 0)).slice(0, MOST_CHANGES);
}

/** Returns how far a figure is outside of its range, in units of the range; 0 within it, -1 without a range. */
function distance({ value, range }) {
  if (!range) return -1;
  return Math.max(0, value - range.high, range.low - value) / (range.high - range.low || 1);
}

/** Returns the types whose newest measurements are shown: of those of the last month, the ones that people look for come first. */
function measured(entries, others) {
  const known = entries.filter(({ name, kind }) => !others.has(name) && !minor.test(name)
    && (name === "bloodPressure" || (kind === "quantity" && factsOf(name)?.style === "discrete" && !/^bloodPressure./.test(name))));
  // A type with a sample of the future counts as one of today.
  const newestDay = known.map(({ latest }) => civil(latest)).filter((day) => day <= today()).sort().at(-1) ?? today();
  const isOld = ({ latest }) => civil(latest) < addDays(newestDay, -30);
  const place = ({ name }) => (first.includes(name) ? first.indexOf(name) : first.length);
  return known.sort((a, b) => isOld(a) - isOld(b) || place(a) - place(b) || (a.latest < b.latest ? 1 : -1)).slice(0, MOST_MEASUREMENTS);
}

/** Returns the newest value of a type: {type, value, unit, second, date}; null if there is none. */
async function newest({ name }) {
  const { samples: [sample] } = await get("/v1/samples", { type: name, order: "newestFirst", limit: 1, to: moment(addDays(today(), 1)) });
  if (!sample) return null;
  if (name !== "bloodPressure") return { type: name, value: sample.value, unit: sample.unit, date: sample.startDate };
  const member = (which) => sample.objects?.find(({ type }) => shortName(type) === which);
  const [high, low] = [member("bloodPressureSystolic"), member("bloodPressureDiastolic")];
  return high && low ? { type: name, value: high.value, second: low.value, unit: high.unit, date: sample.startDate } : null;
}

/** Returns the sums of today for the types with a goal that no ring has. */
async function sumsOf(goals, shown) {
  const types = summed.filter((type) => goals[type] && !shown.has(type));
  return Promise.all(types.map(async (type) => {
    const [day] = await daily(type, "cumulativeSum", windowTo(today(), 1));
    return { type, sum: day.statistics?.sum ?? null, goal: goals[type] };
  }));
}

/** Returns the steps of days until a day: those that the dashboard has asked for, unless the day is before them. */
async function stepsUntil(end, asked) {
  if (end === today()) return asked;
  return (await daily("stepCount", "cumulativeSum", windowTo(end, span))).map(
    ({ day, statistics }) => ({ day, value: statistics?.sum?.value ?? null }));
}

/**
 * Loads the screen.
 * @param {{entries: Promise<Array>, steps: Promise<Array>, preferences: Promise<Object>}} shared the requests of the dashboard: the
 *   types with data, the steps of days, and the preferences.
 * @returns {Promise<Object>} {latest, steps, rings, goals, others, night, changes, measurements}
 */
export async function loadToday({ entries, steps, preferences }) {
  const [{ goals = {} }, all] = await Promise.all([preferences, entries]);
  // Without types that these pages may read, the other requests would be refused.
  if (!all.length) return { latest: null, steps: [], rings: null, goals, others: [], night: null, changes: [], measurements: [] };
  const latest = all.map((entry) => civil(entry.latest)).filter((day) => day <= today()).sort().at(-1) ?? null;
  // Old data is shown as it was on its last day.
  const end = latest && latest <= addDays(today(), -span) ? latest : today();
  const [rings, night, changes, days] = await Promise.all([optional(lastRings(end), null), optional(lastNight(end), null),
    optional(lastChanges(end), []), optional(stepsUntil(end, steps), [])]);
  const taken = new Set(["stepCount", ...(isFailed(changes) ? [] : changes.map(({ type }) => type))]);
  const [values, others] = await Promise.all([
    Promise.all(measured(all, taken).map((entry) => optional(newest(entry), null))),
    optional(sumsOf(goals, new Set(rings && !isFailed(rings) ? ["activeEnergyBurned", "appleExerciseTime"] : [])), [])]);
  const failed = [rings, night, changes, days, others, ...values].find(isFailed);
  return { latest, steps: days, rings, goals, others, night, changes, failed,
    measurements: values.find(isFailed) ?? values.filter(Boolean).sort((a, b) => (a.date < b.date ? 1 : -1)) };
}

/** Returns the last day with steps; undefined if there is none. */
export const lastSteps = (days) => days.findLast(({ value }) => value !== null);

/** Returns noon of a day, by which days are named. */
export const noonOf = (day) => moment(day, "12:00");
