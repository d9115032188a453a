// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The requests of the dashboard, and which of them to repeat after a change.

import { get } from "./api.js";
import { addDays, civil } from "./format.js";
import { loadUnits, preferences } from "./units.js";
import { current, daily, forgetNights, isOld, windowTo } from "./dashboard-data.js";
import { loadSteps } from "./dashboard-steps.js";

/** Loads the last weight of each day of a window and of the day before it, for the first change: [{day, quantity, value}]. */
const loadWeights = async ({ first, last }) => (await daily("bodyMass", "mostRecent,discreteAverage", { first: addDays(first, -1), last })).map(
  ({ day, statistics }) => ({ day, quantity: statistics?.mostRecent ?? null, value: statistics?.mostRecent?.value ?? null, average: statistics?.average ?? null }));

const loaders = { stepCount: loadSteps, bodyMass: loadWeights };

/** Returns a promise whose rejection is handled although nothing awaits it yet. */
function early(response) {
  response.catch(() => {});
  return response;
}

const askTypes = () => early(get("/v1/types").then(({ types }) => types));
const askDays = (type, window = current()) => ({ window, days: early(loaders[type](window)) });

let types = askTypes();
const asked = { stepCount: askDays("stepCount"), bodyMass: askDays("bodyMass") };
const units = early(loadUnits(["bodyMass"]));

/**
 * Returns the types with data, as the server lists them.
 * @returns {Promise<Array<{name: string, kind: string, latest: string}>>}
 */
export const entries = () => types;

/** Returns the steps of the days until today. */
export const stepDays = () => asked.stepCount.days;

/** Loads the figures of types again after a change; of all types if none are passed. */
export function askAgain(changed) {
  const isOther = !changed || [...changed].some((type) => !(type in loaders));
  if (isOther) types = askTypes();
  if (!changed || changed.has("sleepAnalysis")) forgetNights();
  for (const type of Object.keys(loaders)) if (!changed || changed.has(type)) asked[type] = askDays(type);
}

/** Returns the figures of a chart for the days until today, or until the newest data if that is older. */
async function figures(type) {
  const { window, days: response } = asked[type];
  const days = await response;
  if (!isOld(days)) return { days, window, isOlder: false };
  const entry = (await types).find(({ name }) => name === type);
  const last = entry ? civil(entry.latest) : window.last;
  if (last >= window.last) return { days, window, isOlder: false };
  const older = windowTo(last);
  return { days: await loaders[type](older), window: older, isOlder: true };
}

/** Returns the data of the chart of steps. */
export async function stepFigures() {
  const [result, { goals }] = await Promise.all([figures("stepCount"), preferences()]);
  return { ...result, goal: goals?.stepCount ?? null };
}

/** Returns the data of the charts of weight. */
export async function weightFigures() {
  const [result, { goals }] = await Promise.all([figures("bodyMass"), preferences(), units]);
  return { ...result, goal: goals?.bodyMass ?? null };
}
