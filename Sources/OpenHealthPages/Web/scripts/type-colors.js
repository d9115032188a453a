// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { groupOf } from "./groups.js";
import { shortName } from "./names.js";

const byGroup = {
  activity: "--steps", workouts: "--energy", body: "--weight", heart: "--heart", vitals: "--heart", sleep: "--sleep",
  nutrition: "--energy", mind: "--loss", medications: "--loss", cycle: "--steps",
};
const byType = { activeEnergyBurned: "--energy", basalEnergyBurned: "--energy", activitySummary: "--steps", bodyTemperature: "--energy" };

/** The CSS variable with the colour of a type's family. */
export const colorOf = (type) => byType[shortName(type)] ?? byGroup[groupOf(shortName(type))] ?? "--other";
