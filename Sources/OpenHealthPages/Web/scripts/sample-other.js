// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { h } from "./dom.js";
import { t } from "./strings.js";
import { factsOf, unitName, withUnit } from "./names.js";
import { enumValueName } from "./value-names.js";
import { date, number } from "./format.js";
import { factList } from "./sample-facts.js";

/** Returns the facts of a sample of a rare class. */
export function detailPairs(sample) {
  switch (factsOf(sample.type)?.kind) {
    case "stateOfMind": return factList(mind(sample.detail?.HKStateOfMind ?? {}));
    case "scoredAssessment": return factList([[t("sample_score"), number(sample.detail?.HKScoredAssessment?.score ?? 0)]]);
    case "visionPrescription": return factList([...vision(sample.detail?.HKVisionPrescription ?? {}), ...eyes(sample.detail ?? {})]);
    case "clinical": return clinical(sample.detail?.HKClinicalRecord?.fhirResource?.HKFHIRResource ?? {});
    case "medicationDoseEvent": return factList(dose(sample.detail?.HKMedicationDoseEvent ?? {}));
    case "document": return factList(document(sample.detail?.HKCDADocumentSample ?? {}));
    default: return null;
  }
}

/** Shows a FHIR record: its description, and its original data. */
function clinical({ resourceType, identifier, fhirVersion, sourceURL, data }) {
  const facts = factList([
    [t("sample_kind"), resourceType], [t("sample_identifier"), identifier], ["FHIR", fhirVersion?.HKFHIRVersion?.version],
    [t("sample_source"), sourceURL],
  ]);
  const text = pretty(data);
  return [facts, text && h("details", {}, h("summary", {}, t("sample_record")), h("pre", { class: "scroll", tabindex: 0 }, text))];
}

/** Formats base64-encoded JSON with indentation. */
function pretty(data) {
  try {
    const bytes = Uint8Array.from(atob(typeof data === "string" ? data : Object.values(data)[0]), (letter) => letter.charCodeAt(0));
    return JSON.stringify(JSON.parse(new TextDecoder().decode(bytes)), null, 2);
  } catch {
    return null;
  }
}

const document = ({ patientName, authorName, custodianName }) =>
  [[t("sample_patient"), patientName], [t("sample_author"), authorName], [t("sample_custodian"), custodianName]];

const dose = ({ scheduledDate, scheduledDoseQuantity }) => [
  [t("sample_scheduled"), since2001(scheduledDate, "minute")],
  [t("sample_scheduled_dose"), scheduledDoseQuantity !== undefined && number(scheduledDoseQuantity, 2)],
];

const list = (name, values = []) => values.map((value) => enumValueName(name, plain(value))).join(", ");
/** Archives contain integers in lists directly or under the key integer. */
const plain = (value) => value?.integer ?? value;

const mind = ({ kind, labels, associations }) => [
  [t("sample_kind"), kind !== undefined && enumValueName("HKStateOfMindKind", kind)],
  [t("sample_labels"), list("HKStateOfMindLabel", labels)],
  [t("sample_associations"), list("HKStateOfMindAssociation", associations)],
];

/** Archives count seconds since 2001. */
const since2001 = (seconds, form = "day") => (seconds === undefined ? undefined : date((seconds + 978307200) * 1000, form));

const vision = ({ type, issued, expires }) => [
  [t("sample_kind"), type !== undefined && enumValueName("HKVisionPrescriptionType", type)],
  [t("sample_issued"), since2001(issued)], [t("sample_expires"), since2001(expires)],
];

/** Returns the lenses of a prescription by eye. */
function eyes(detail) {
  const { rightEye, leftEye } = detail.HKGlassesPrescription ?? detail.HKContactsPrescription ?? {};
  return [[t("sample_eye_right"), lens(rightEye)], [t("sample_eye_left"), lens(leftEye)]];
}

function lens(eye) {
  if (!eye) return undefined;
  const all = { ...eye.HKLensSpecification, ...eye.HKGlassesLensSpecification, ...eye.HKContactsLensSpecification };
  const parts = ["sphere", "cylinder", "axis", "addPower", "far", "near", "vertexDistance", "baseCurve", "diameter"].map((name) => all[name]?.unit
    && `${t(`sample_lens_${name}`)} ${withUnit(number(all[name].value, 2), unitName(all[name].unit))}`);
  return parts.filter(Boolean).join(" · ");
}
