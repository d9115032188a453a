// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { factsOf } from "./names.js";

// Doses of medications are saved and deleted by the owner, since no app may.

const isOwners = (type) => factsOf(type)?.kind === "medicationDoseEvent";

/** Returns the path at which samples are saved; all are of one kind. */
export const savingPath = (samples) => (samples.some((sample) => isOwners(sample.type)) ? "/v1/owner/doses" : "/v1/samples");

/** Returns the path at which samples are deleted; all are of one kind. */
export const deletingPath = (samples) => `${savingPath(samples)}/delete`;
