// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A change of one of the owner's medications.
package struct MedicationChangeJSON: JSONRepresentable {
    /// The identifier of the medication's concept.
    package var identifier: String
    /// Whether the medication is archived.
    package var isArchived: Bool

    package static let format = JSONFormat<MedicationChangeJSON>.object(
        named: "MedicationChange", about: "A change of a medication.",
        .required("identifier", \.identifier, .string(length: 1...1000)),
        .required("isArchived", \.isArchived, .bool)
    ) { MedicationChangeJSON(identifier: $0, isArchived: $1) }
}
