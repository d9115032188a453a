// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { announce } from "./dialogs.js";
import { h, newId } from "./dom.js";
import { unitsOf } from "./format.js";
import { unitName } from "./names.js";
import { alertProblem } from "./problems.js";
import { t } from "./strings.js";
import { changePreferences, loadUnits, unitFor } from "./units.js";

/** The types with a common unit, and the units to choose from; the first type represents all. */
const families = {
  weight: { types: ["bodyMass", "leanBodyMass"], units: ["kg", "lb", "st"] },
  height: { types: ["height", "waistCircumference"], units: ["cm", "m", "ft", "in"] },
  distance: {
    types: ["distanceWalkingRunning", "distanceCycling", "distanceWheelchair", "distanceDownhillSnowSports", "distanceCrossCountrySkiing",
      "distancePaddleSports", "distanceRowing", "distanceSkatingSports"],
    units: ["km", "mi"],
  },
  swimming: { types: ["distanceSwimming"], units: ["m", "yd"] },
  speed: { types: ["walkingSpeed", "runningSpeed", "cyclingSpeed", "crossCountrySkiingSpeed", "paddleSportsSpeed", "rowingSpeed"], units: ["km/hr", "mi/hr", "m/s"] },
  energy: { types: ["activeEnergyBurned", "basalEnergyBurned", "dietaryEnergyConsumed"], units: ["kcal", "kJ"] },
  temperature: { types: ["bodyTemperature", "basalBodyTemperature", "appleSleepingWristTemperature", "waterTemperature"], units: ["degC", "degF"] },
  water: { types: ["dietaryWater"], units: ["mL", "L", "fl_oz_us", "cup_us"] },
  glucose: { types: ["bloodGlucose"], units: ["mg/dL", "mmol"] },
  pressure: { types: ["bloodPressureSystolic", "bloodPressureDiastolic"], units: ["mmHg", "kPa"] },
};

/** Returns the units of a type among some; the unit of moles contains the molar mass. */
const among = (type, wanted) => wanted.map((unit) => unitsOf(type).find((known) => known === unit || (unit === "mmol" && known.startsWith("mmol<")))).filter(Boolean);

/** Returns a choice of a unit for each family of types. */
export async function unitSettings() {
  await loadUnits(Object.values(families).flatMap((family) => family.types));
  return Object.entries(families).map(([name, family]) => {
    const [id, first] = [newId("unit"), family.types[0]];
    const choices = among(first, family.units);
    if (choices.length < 2) return null;
    const now = unitFor(first);
    const select = h("select", { id, onchange: () => choose(family, select) },
      [...new Set([...choices, now])].map((unit) => h("option", { value: unit, selected: unit === now }, unitName(unit, { type: first }))));
    return h("div", { class: "setting" }, h("label", { for: id }, t(`settings_unit_${name}`)), select);
  });
}

async function choose(family, select) {
  try {
    await changePreferences({ units: Object.fromEntries(family.types.map((type) => [type, select.value])) });
    announce(t("settings_saved"));
  } catch (error) {
    alertProblem(error, { retry: () => choose(family, select) });
  }
}
