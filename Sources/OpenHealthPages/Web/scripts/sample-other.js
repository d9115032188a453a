// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { t } from "./strings.js";
import { factsOf } from "./names.js";
import { enumValueName } from "./value-names.js";
import { date, number } from "./format.js";
import { clinical } from "./sample-clinical.js";
import { factList } from "./sample-facts.js";
import { vision } from "./sample-vision.js";

/** Returns the facts of a sample of a rare class. */
export function detailPairs(sample) {
  switch (factsOf(sample.type)?.kind) {
    case "stateOfMind": return factList(mind(sample.detail?.HKStateOfMind ?? {}));
    case "scoredAssessment": return factList([[t("sample_score"), number(sample.detail?.HKScoredAssessment?.score ?? 0)]]);
    case "visionPrescription": return vision(sample.detail ?? {});
    case "clinical": return clinical(sample.detail?.HKClinicalRecord?.fhirResource?.HKFHIRResource ?? {});
    case "medicationDoseEvent": return factList(dose(sample.detail?.HKMedicationDoseEvent ?? {}));
    case "document": return factList(document(sample.detail?.HKCDADocumentSample ?? {}));
    default: return null;
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
const since2001 = (seconds, form) => (seconds === undefined ? undefined : date((seconds + 978307200) * 1000, form));
