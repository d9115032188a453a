// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { enums } from "./enums.js";
import { date, moment } from "./format.js";
import { factsOf } from "./names.js";
import { enumValueName } from "./value-names.js";

const enumerations = ["HKBloodType", "HKBiologicalSex", "HKReferenceSex", "HKFitzpatrickSkinType", "HKWheelchairUse", "HKActivityMoveMode"];

/** Returns a characteristic as text: a date, or the full name of an enumeration's case. */
export function characteristicText(value) {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(moment(value, "12:00"), "day");
  for (const name of enumerations) {
    if (!value.startsWith(name)) continue;
    const found = Object.entries(enums[name] ?? {}).find(([, text]) => text.toLowerCase() === value.slice(name.length).toLowerCase());
    if (found) return enumValueName(name, found[0]);
  }
  return value;
}

/** Returns the known and readable characteristics as text, by short name. */
export async function characteristicTexts() {
  const values = Object.entries(await get("/v1/characteristics"));
  return new Map(values.filter(([name, value]) => factsOf(name) && value !== null).map(([name, value]) => [name, characteristicText(value)]));
}
