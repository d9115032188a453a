// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { zone } from "./format.js";
import { factsOf, shortName, typeName } from "./names.js";
import { t } from "./strings.js";
import { types } from "./types.js";
import { unitChoices } from "./unit-choices.js";
import { enumValueName, metadataName, valuesOf } from "./value-names.js";
import { enums } from "./enums.js";
import { mindContent, mindForm } from "./add-mind.js";

// The questions in the form of a type, and the samples for the answers.

/** Whether a person can enter data of a type. */
export const isAddable = (name) => Boolean(types[name]?.entry);

/** The short names of all types that a person can enter. The parts of blood pressure are entered together. */
export const addable = () => Object.keys(types).filter((name) => isAddable(name)
  && !["bloodPressureSystolic", "bloodPressureDiastolic"].includes(name));

/** Returns a choice among the cases of an enumeration for a key of the metadata. */
const metadataChoice = (key, isOptional) => ({
  name: key, kind: "choice", label: metadataName(key), isOptional,
  options: Object.keys(enums[key] ?? {}).map((value) => ({ value, label: enumValueName(key, value) })),
});

const yesNo = [{ value: "true", label: metadataName("true") }, { value: "false", label: metadataName("false") }];

/** The additional questions of some types. */
const extras = {
  insulinDelivery: () => [metadataChoice("HKInsulinDeliveryReason", false)],
  bloodGlucose: () => [metadataChoice("HKBloodGlucoseMealTime", true)],
  menstrualFlow: () => [{ name: "HKMenstrualCycleStart", kind: "switch", label: t("add_cyclestart") }],
  sexualActivity: () => [{ name: "HKSexualActivityProtectionUsed", kind: "choice", label: metadataName("HKSexualActivityProtectionUsed"),
    isOptional: true, options: yesNo }],
};

/** The values from none to severe; the last one only notes the presence. */
const strengths = ["none", "notPresent", "noChange", "mild", "light", "moderate", "medium", "severe", "heavy", "decreased", "increased",
  "present", "unspecified"];

/** Returns the values of a category type in the order of choices: [{value, name, label}]. */
export function choicesOf(name) {
  const values = valuesOf(name);
  if (!values.every((value) => strengths.includes(value.name))) return values;
  return values.sort((a, b) => strengths.indexOf(a.name) - strengths.indexOf(b.name));
}

const numberOf = (type, more = {}) => ({ name: type, kind: "number", type, label: typeName(type), units: unitChoices(type), ...more });

/**
 * Returns the form of a type.
 * @param {string} type either name of a type.
 * @returns {{type: string, span: string, inputs: object[]}|null} the questions; the span is the dates to enter, see
 *   `whenFields`. Null for types that cannot be entered, and for doses, whose form is in add-dose.js.
 */
export function formOf(type) {
  const name = shortName(type);
  if (!isAddable(name) || types[name].kind === "medicationDoseEvent") return null;
  if (name === "stateOfMind") return mindForm();
  const span = types[name].entry;
  const more = extras[name]?.() ?? [];
  if (name === "bloodPressure" || name.startsWith("bloodPressure")) {
    return { type: "bloodPressure", span: "instant", inputs: [
      numberOf("bloodPressureSystolic", { label: t("add_systolic") }),
      numberOf("bloodPressureDiastolic", { label: t("add_diastolic"), unitOf: "bloodPressureSystolic" }),
    ] };
  }
  if (name === "food") {
    const nutrients = ["dietaryEnergyConsumed", "dietaryCarbohydrates", "dietaryProtein", "dietaryFatTotal", "dietarySugar", "dietaryFiber"];
    return { type: name, span, needsOne: nutrients, inputs: [
      { name: "HKFoodType", kind: "text", label: t("add_foodname") },
      ...nutrients.map((nutrient) => numberOf(nutrient, { isOptional: true })),
    ] };
  }
  if (types[name].kind === "workout") {
    return { type: name, span, inputs: [
      { name: "activityType", kind: "activity", label: metadataName("HKActivityType") },
      { name: "duration", kind: "number", type: "appleMoveTime", label: t("add_duration"), units: ["min", "hr"], isPassing: true },
      numberOf("activeEnergyBurned", { isOptional: true }),
      numberOf("distanceWalkingRunning", { isOptional: true, label: t("add_distance") }),
    ] };
  }
  if (types[name].kind === "category") {
    const options = choicesOf(name).map(({ value, label }) => ({ value: String(value), label }));
    const value = options.length > 1 ? [{ name: "value", kind: name === "sleepAnalysis" ? "stages" : "choice", label: typeName(name), options }] : [];
    return { type: name, span, onlyValue: Number(options[0]?.value ?? 0), inputs: [...value, ...more] };
  }
  return { type: name, span, inputs: [numberOf(name, { name: "value" }), ...more] };
}

const iso = (date) => date.toISOString();

/**
 * Returns the samples for the answers of a form.
 * @param {object} form the result of `formOf`.
 * @param {Object<string, *>} answers the answers by the names of the inputs: {value, unit} of numbers, strings of the others.
 * @param {{start: Date, end: Date}} when
 * @returns {object[]} samples for POST /v1/samples, each with its own UUID.
 */
export function samplesOf(form, answers, { start, end }) {
  const metadata = { HKWasUserEntered: true, HKTimeZone: zone };
  for (const input of form.inputs) {
    if (!input.name.startsWith("HK") || answers[input.name] === null || answers[input.name] === undefined) continue;
    const answer = answers[input.name];
    metadata[input.name] = input.kind === "switch" || input.options === yesNo ? String(answer) === "true"
      : input.kind === "choice" ? Number(answer) : answer;
  }
  const sample = (name, more, least = { HKWasUserEntered: true, HKTimeZone: zone }) => ({
    type: types[name].id, uuid: crypto.randomUUID(), startDate: iso(start), endDate: iso(end), ...more, metadata: least });
  const given = form.inputs.filter((input) => input.kind === "number" && answers[input.name]);
  const facts = types[form.type];
  if (facts.kind === "correlation") {
    return [sample(form.type, { objects: given.map((input) => sample(input.type, answers[input.name])) }, metadata)];
  }
  if (facts.kind === "workout") {
    const last = end.getTime() - start.getTime();
    return [sample(form.type, { activityType: answers.activityType, duration: last / 1000,
      ...(answers.activeEnergyBurned && { totalEnergyBurned: answers.activeEnergyBurned }),
      ...(answers.distanceWalkingRunning && { totalDistance: answers.distanceWalkingRunning }) }, metadata)];
  }
  if (facts.kind === "stateOfMind") return [sample(form.type, mindContent(answers), metadata)];
  if (facts.kind === "category") {
    if (Array.isArray(answers.value)) {
      return answers.value.map((span) => ({ ...sample(form.type, { value: Number(span.value) }, metadata), startDate: iso(span.start), endDate: iso(span.end) }));
    }
    return [sample(form.type, { value: answers.value === undefined ? form.onlyValue : Number(answers.value) }, metadata)];
  }
  return [sample(form.type, answers.value, metadata)];
}
