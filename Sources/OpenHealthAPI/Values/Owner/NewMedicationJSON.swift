// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A medication to be added.
package struct NewMedicationJSON: JSONRepresentable {
    package var name: String
    /// The name that the person uses.
    package var nickname: String?

    package static let format = JSONFormat<NewMedicationJSON>.object(
        named: "NewMedication", about: "A medication to be added.",
        .required("name", \.name, .string(length: 1...200)),
        .optional("nickname", \.nickname, .string(length: 1...200))
    ) { NewMedicationJSON(name: $0, nickname: $1) }
}
