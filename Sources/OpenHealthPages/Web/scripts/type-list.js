// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { loadMedications } from "./medications.js";
import { get } from "./api.js";
import { characteristicText } from "./characteristics.js";
import { medicationsCard } from "./medication-list.js";
import { fill, h } from "./dom.js";
import { factsOf } from "./names.js";
import { alertProblem, openSheet, showNoData } from "./problems.js";
import { unitTypes } from "./sample-text.js";
import { t } from "./strings.js";
import { sampleList } from "./type-samples.js";
import { loadUnits } from "./units.js";

const few = 50;
/** The kinds without samples, whose changes are not reported. */
const still = new Set(["characteristic", "userAnnotatedMedication"]);

/** The kinds with permissions for single objects. */
const byObject = new Set(["visionPrescription", "userAnnotatedMedication"]);

/** Returns the types whose changes affect the page. */
export const types = (type) => (still.has(factsOf(type)?.kind) ? [] : [type]);

/** Shows a type without a chart: its latest data as a list. */
export async function show(place, context) {
  try {
    await load(place, context);
  } catch (error) {
    // Permission is requested for the members of a correlation, and for single objects.
    const { kind } = factsOf(context.type) ?? {};
    if (!error.isNotDetermined || !(kind === "correlation" || byObject.has(kind))) throw error;
    nothing(place, context.type);
  }
}

async function load(place, { type, signal }) {
  const kind = factsOf(type)?.kind;
  if (kind === "characteristic") return showCharacteristic(place, type, signal);
  if (kind === "userAnnotatedMedication") return showMedications(place, signal);
  const [{ samples }] = await Promise.all([
    get("/v1/samples", { type, order: "newestFirst", limit: few }, { signal }), loadUnits(unitTypes(type)), loadMedications(type)]);
  if (!samples.length) return nothing(place, type);
  fill(place, h("section", { class: "card" }, h("h2", {}, t("type_newest")), sampleList(samples), askForMore(type),
    samples.length === few && h("p", { class: "actions" }, h("a", { class: "button", href: `/types/${type}/samples` }, t("type_all")))));
}

/** Shows a characteristic, such as the blood type, which is one value without samples. */
async function showCharacteristic(place, type, signal) {
  const { value } = await get(`/v1/characteristics/${type}`, {}, { signal });
  if (value === null) return showNoData(place);
  fill(place, h("section", { class: "card" }, h("p", { class: "figure" }, characteristicText(value))));
}

async function showMedications(place, signal) {
  const { medications } = await get("/v1/medications", {}, { signal });
  if (!medications?.length) return nothing(place, "userAnnotatedMedication");
  fill(place, medicationsCard(medications, () => showMedications(place, signal), askForMore("userAnnotatedMedication")));
}

/** Shows that there is no data, and how to choose objects for types with permissions for single objects. */
function nothing(place, type) {
  const ask = askForMore(type);
  showNoData(place, ...(ask ? [ask] : []));
}

/** Returns the action that opens the choice of objects; null for types with permissions as a whole. */
function askForMore(type) {
  const { id, kind } = factsOf(type) ?? {};
  if (!byObject.has(kind)) return null;
  const ask = () => openSheet({ objects: { type: id } }).catch((error) => alertProblem(error, { retry: ask }));
  return h("p", { class: "actions" }, h("button", { type: "button", onclick: ask }, t("problem_allow")));
}
