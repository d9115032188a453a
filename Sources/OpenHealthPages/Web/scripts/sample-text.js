// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { t } from "./strings.js";
import { factsOf, shortName, typeName, unitName, withUnit } from "./names.js";
import { activityName, categoryValueName, enumValueName } from "./value-names.js";
import { date, dateRange, duration, number, relativeDay, zoneName } from "./format.js";
import { medicationName } from "./medications.js";
import { shown, shownNumber, unitFor } from "./units.js";

/** The identifier of these pages as a source. */
export const ownIdentifier = "org.openhealthkit.web";

/** Returns whether these pages have saved a sample, so that they can delete it. */
export const isOwn = (sample) => sample.source?.bundleIdentifier === ownIdentifier;

/** Returns the properties of a sample of a class from its key detail; an empty object if there are none. */
export const detailOf = (sample, name) => sample.detail?.[name] ?? {};

/** Returns the types whose units are needed to show samples of a type. */
export function unitTypes(type) {
  switch (shortName(type)) {
    case "bloodPressure": return ["bloodPressureSystolic", "bloodPressureDiastolic"];
    case "food": return ["dietaryEnergyConsumed", "dietaryProtein", "dietaryCarbohydrates", "dietaryFatTotal"];
    case "workout": return ["distanceWalkingRunning", "activeEnergyBurned", "heartRate"];
    default: return [type];
  }
}

/** Returns the value of a sample in readable form: "8,432 steps", "70.2 kg", "123/89 mmHg", "Running". */
export function sampleValue(sample) {
  const type = shortName(sample.type);
  switch (factsOf(type)?.kind) {
    case "quantity": return shown(sample.value, sample.unit, type);
    case "category": return categoryText(sample, type);
    case "correlation": return correlationText(sample, type);
    case "workout": return activityName(sample.activityType);
    case "electrocardiogram":
      return enumValueName("HKElectrocardiogramClassification", detailOf(sample, "HKElectrocardiogram").classification ?? 0);
    case "audiogram": return counted("samples_frequencies", (detailOf(sample, "HKAudiogramSample").points ?? []).length);
    case "series": return counted(type === "workoutRoute" ? "samples_points" : "samples_beats", detailOf(sample, "HKSeriesSample").count ?? 0);
    case "scoredAssessment": return number(Object.values(sample.detail ?? {})[0]?.score ?? 0);
    case "stateOfMind": return valenceText(detailOf(sample, "HKStateOfMind").valence);
    case "clinical": return detailOf(sample, "HKClinicalRecord").displayName ?? "";
    case "document": return detailOf(sample, "HKCDADocumentSample").title ?? "";
    case "medicationDoseEvent": return doseText(detailOf(sample, "HKMedicationDoseEvent"));
    case "visionPrescription":
      return enumValueName("HKVisionPrescriptionType", detailOf(sample, "HKVisionPrescription").type ?? 0);
    default: return "";
  }
}

const doseText = ({ logStatus, doseQuantity, unit, medicationConceptIdentifier }) =>
  [medicationName(medicationConceptIdentifier), enumValueName("HKMedicationDoseEventLogStatus", logStatus ?? 0),
    doseQuantity && withUnit(number(doseQuantity, 2), !unit || unit === "count" ? "" : unitName(unit, { count: doseQuantity }))].filter(Boolean).join(", ");

const counted = (key, count) => t.plural(key, count, { count: number(count) });

function categoryText(sample, type) {
  const name = factsOf(type).values === "HKCategoryValueNotApplicable" ? "" : categoryValueName(type, sample.value);
  const length = lengthOf(sample);
  if (length < 60) return name || t("samples_recorded");
  const text = duration(length).replaceAll(" ", "\u00a0");
  return name ? `${name}, ${text}` : text;
}

const lengthOf = (sample) => (new Date(sample.endDate) - new Date(sample.startDate)) / 1000;

function correlationText(sample, type) {
  const members = sample.objects ?? [];
  const member = (name) => members.find((object) => shortName(object.type) === name);
  if (type === "bloodPressure") {
    const [high, low] = [member("bloodPressureSystolic"), member("bloodPressureDiastolic")];
    if (high && low) {
      const unit = unitFor("bloodPressureSystolic");
      const figures = [[high, "bloodPressureSystolic"], [low, "bloodPressureDiastolic"]];
      return withUnit(figures.map(([one, name]) => shownNumber(one.value, one.unit, name)).join("/"), unitName(unit));
    }
  }
  const food = [sample, ...members].map((one) => one.metadata?.HKFoodType).find(Boolean);
  const energy = member("dietaryEnergyConsumed");
  const parts = [food, energy && sampleValue(energy)].filter(Boolean);
  return parts.join(", ") || counted("samples_members", members.length);
}

/** Formats a valence, from -1 to 1, in percent with its sign. */
const valenceText = (valence) => (valence === undefined ? "" : number(valence * 100));

/** Returns the time of a sample in the row of its day: a time or a range of times, with days only if it lasts a day or more. */
export function sampleTime(sample) {
  const length = lengthOf(sample);
  if (length >= 86400) return dateRange(sample.startDate, sample.endDate, "minute");
  const other = otherZone(sample);
  const time = (value) => date(value, "time", other);
  const text = length < 60 ? time(sample.startDate) : t("samples_span", { start: time(sample.startDate), end: time(sample.endDate) });
  return other ? `${text} (${zoneName(sample.startDate, other)})` : text;
}

/** Returns the day of a sample on the clocks of its place, relative to today if these are the person's. */
export function sampleDay(sample) {
  const other = otherZone(sample);
  return other ? date(sample.startDate, "day", other) : relativeDay(sample.startDate);
}

/** Returns the time zone of a sample; nothing if its local time is that of the person. */
export function otherZone(sample) {
  const name = sample.metadata?.HKTimeZone;
  try {
    return name && date(sample.startDate, "minute", name) !== date(sample.startDate, "minute") ? name : undefined;
  } catch {
    return undefined; // The browser does not support the name, which is shown with the metadata.
  }
}

/** Returns a sample in one line for screen readers: type, value and time. */
export const sampleLine = (sample) =>
  [typeName(sample.type), sampleValue(sample), date(sample.startDate, "minute")].filter(Boolean).join(", ");

/** Returns the note for a sample in a list: its source, and the duration and distance of a workout. */
export function sampleNote(sample) {
  const parts = [];
  if (sample.activityType) {
    parts.push(duration(sample.duration));
    const distance = workoutDistance(sample);
    if (distance) parts.push(shown(distance.value, distance.unit, "distanceWalkingRunning"));
  }
  return [...parts, sample.source.name].join(" · ");
}

/** Returns the figures of a workout for a quantity type: {sum, average, minimum, maximum}, each {value, unit}. */
export function workoutFigures(workout, type) {
  const all = detailOf(workout, "HKWorkout").statistics ?? [];
  return all.map((entry) => entry.HKStatistics).find((entry) => shortName(entry.type) === type)?.figures ?? {};
}

/** Returns a workout without its activities and events, which most of its size is: thousands of workouts would fill the browser's memory. */
export const briefWorkout = (workout) => ({ ...workout, activities: undefined, events: undefined, statistics: undefined,
  detail: { HKWorkout: { statistics: detailOf(workout, "HKWorkout").statistics } } });

/** Returns the distance of a workout: {value, unit, type}; undefined without one. */
export function workoutDistance(workout) {
  const all = (detailOf(workout, "HKWorkout").statistics ?? []).map((entry) => entry.HKStatistics);
  const best = all.filter((entry) => shortName(entry.type).startsWith("distance") && entry.figures.sum)
    .map((entry) => ({ ...entry.figures.sum, type: shortName(entry.type) }));
  if (best.length) return best[0];
  return workout.totalDistance && { ...workout.totalDistance, type: "distanceWalkingRunning" };
}
