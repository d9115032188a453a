// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { fill, h } from "./dom.js";
import { enums } from "./enums.js";
import { date, moment } from "./format.js";
import { factsOf } from "./names.js";
import { everyType, showNoData } from "./problems.js";
import { unitTypes } from "./sample-text.js";
import { t } from "./strings.js";
import { sampleList } from "./type-samples.js";
import { loadUnits } from "./units.js";
import { enumValueName } from "./value-names.js";

const few = 50;
/** Kinds that are no samples: nobody tells of their changes. */
const still = new Set(["characteristic", "userAnnotatedMedication"]);

/** The types whose changes change the page. */
export const types = (type) => (still.has(factsOf(type)?.kind) ? [] : [type]);

/** Shows a type of which there is nothing to draw: its latest data as a list. */
export async function show(place, context) {
  try {
    await load(place, context);
  } catch (error) {
    // What the sheet does not ask for cannot be allowed there either.
    if (!error.isNotDetermined || everyType().read.includes(factsOf(context.type)?.id)) throw error;
    showNoData(place);
  }
}

async function load(place, { type, signal }) {
  const kind = factsOf(type)?.kind;
  if (kind === "characteristic") return showCharacteristic(place, type, signal);
  if (kind === "userAnnotatedMedication") return showMedications(place, signal);
  const [{ samples }] = await Promise.all([
    get("/v1/samples", { type, order: "newestFirst", limit: few }, { signal }), loadUnits(unitTypes(type))]);
  if (!samples.length) return showNoData(place);
  fill(place, h("section", { class: "card" }, h("h2", {}, t("type_newest")), sampleList(samples),
    samples.length === few && h("p", { class: "actions" }, h("a", { class: "button", href: `/types/${type}/samples` }, t("type_all")))));
}

/** What a person is, such as a blood type, is one value and not samples. */
async function showCharacteristic(place, type, signal) {
  const { value } = await get(`/v1/characteristics/${type}`, {}, { signal });
  if (value === null) return showNoData(place);
  fill(place, h("section", { class: "card" }, h("p", { class: "figure" }, characteristicText(value))));
}

/** A characteristic in words: a date, or a case of an enumeration under its whole name. */
function characteristicText(value) {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return date(moment(value, "12:00"), "day");
  for (const name of ["HKBloodType", "HKBiologicalSex", "HKFitzpatrickSkinType", "HKWheelchairUse", "HKActivityMoveMode"]) {
    if (!value.startsWith(name)) continue;
    const found = Object.entries(enums[name] ?? {}).find(([, text]) => text.toLowerCase() === value.slice(name.length).toLowerCase());
    if (found) return enumValueName(name, found[0]);
  }
  return value;
}

async function showMedications(place, signal) {
  const { medications } = await get("/v1/medications", {}, { signal });
  if (!medications?.length) return showNoData(place);
  fill(place, h("section", { class: "card" }, h("ul", {}, medications.map((one) => h("li", {}, one.nickname ?? one.name)))));
}
