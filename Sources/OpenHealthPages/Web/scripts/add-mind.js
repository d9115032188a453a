// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import { t } from "./strings.js";
import { enums } from "./enums.js";
import { enumValueName } from "./value-names.js";

/** The middles of the seven classes of valence, from very unpleasant to very pleasant, as the Health app saves them. */
const valences = [-1, -0.67, -0.33, 0, 0.33, 0.67, 1];

/** Returns the cases of an enumeration as choices, by name. */
const choices = (name) => Object.keys(enums[name] ?? {}).map((value) => ({ value, label: enumValueName(name, value) }));
const byLabel = (list) => list.sort((first, second) => first.label.localeCompare(second.label, document.documentElement.lang));

/** Returns the form for a state of mind. */
export const mindForm = () => ({
  type: "stateOfMind", span: "instant", inputs: [
    { name: "kind", kind: "choice", label: t("mind_kind"), options: choices("HKStateOfMindKind") },
    { name: "valence", kind: "choice", label: t("mind_valence"), options: choices("HKStateOfMindValenceClassification") },
    { name: "labels", kind: "many", label: t("sample_labels"), options: byLabel(choices("HKStateOfMindLabel")) },
    { name: "associations", kind: "many", label: t("sample_associations"), options: byLabel(choices("HKStateOfMindAssociation")) },
  ],
});

/** Returns the class and the archive of a state of mind for the answers of its form. */
export const mindContent = ({ kind, valence, labels, associations }) => ({
  class: "HKStateOfMind",
  detail: { HKStateOfMind: {
    kind: Number(kind), valence: valences[Number(valence) - 1], labels: labels.map(Number), associations: associations.map(Number) } },
});
