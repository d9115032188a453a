// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { get } from "./api.js";
import { factsOf } from "./names.js";

const names = new Map();

/** Returns the key of a concept in the form of the server's archives. */
const keyOf = (concept) => {
  const { domain, identifier } = concept?.HKHealthConceptIdentifier ?? {};
  return `${domain} ${identifier}`;
};

/** Loads the names of the owner's medications if a type needs them. */
export async function loadMedications(type) {
  if (factsOf(type)?.kind !== "medicationDoseEvent") return;
  const { medications } = await get("/v1/owner/medications");
  for (const one of medications) {
    const concept = one.detail?.HKUserAnnotatedMedication?.medication?.HKMedicationConcept?.identifier;
    if (concept) names.set(keyOf(concept), one.nickname ?? one.name);
  }
}

/** Returns the name of a medication from the identifier of its concept; undefined if it is unknown. */
export const medicationName = (concept) => names.get(keyOf(concept));
