// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// What the dashboard asks the server for, and what of it has to be asked again.

import { get } from "./api.js";
import { civil } from "./format.js";
import { loadUnits, preferences } from "./units.js";
import { current, isOld, windowTo } from "./dashboard-data.js";
import { loadSteps } from "./dashboard-steps.js";
import { loadWeights } from "./dashboard-weight.js";

const loaders = { stepCount: loadSteps, bodyMass: loadWeights };

/** An answer that may fail before anybody waits for it. */
function early(answer) {
  answer.catch(() => {});
  return answer;
}

const askTypes = () => early(get("/v1/types").then(({ types }) => types));
const askDays = (type, window = current()) => ({ window, days: early(loaders[type](window)) });

let types = askTypes();
const asked = { stepCount: askDays("stepCount"), bodyMass: askDays("bodyMass") };
const units = early(loadUnits(["bodyMass"]));

/**
 * The types that there is data of, as the server lists them.
 * @returns {Promise<Array<{name: string, kind: string, latest: string}>>}
 */
export const entries = () => types;

/** The figures have changed: asks again for those of some types; of all where none are named. */
export function askAgain(changed) {
  const isOther = !changed || [...changed].some((type) => !(type in loaders));
  if (isOther) types = askTypes();
  for (const type of Object.keys(loaders)) if (!changed || changed.has(type)) asked[type] = askDays(type);
}

/** The figures of a chart: those of the days up to today, or where the newest are older, of the days up to these. */
async function figures(type) {
  const { window, days: answer } = asked[type];
  const days = await answer;
  if (!isOld(days)) return { days, window, isOlder: false };
  const entry = (await types).find(({ name }) => name === type);
  const last = entry ? civil(entry.latest) : window.last;
  if (last >= window.last) return { days, window, isOlder: false };
  const older = windowTo(last);
  return { days: await loaders[type](older), window: older, isOlder: true };
}

/** What the chart of the steps shows. */
export async function stepFigures() {
  const [result, { goals }] = await Promise.all([figures("stepCount"), preferences()]);
  return { ...result, goal: goals?.stepCount ?? null };
}

/** What the charts of the weight show. */
export async function weightFigures() {
  const [result, { goals }] = await Promise.all([figures("bodyMass"), preferences(), units]);
  return { ...result, goal: goals?.bodyMass ?? null };
}
