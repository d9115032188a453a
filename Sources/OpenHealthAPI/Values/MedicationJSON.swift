// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A medicine of the person on the wire.
package struct MedicationJSON: Sendable {
    /// The medicine.
    package let medication: HKUserAnnotatedMedication

    package init(_ medication: HKUserAnnotatedMedication) {
        self.medication = medication
    }

    /// Reads a medicine.
    package init(_ json: JSONReader) throws(Problem) {
        medication = try ArchivedObject.object(json, as: HKUserAnnotatedMedication.self)
    }

    /// The medicine as it is sent.
    package var json: JSONValue {
        let concept = medication.medication
        var entries: [(key: String, value: JSONValue)] = [
            ("name", .string(concept.displayText)), ("form", .string(concept.generalForm.rawValue)),
        ]
        if let nickname = medication.nickname { entries.append(("nickname", .string(nickname))) }
        let codings = concept.relatedCodings.sorted { ($0.system, $0.code) < ($1.system, $1.code) }
        entries += [
            ("isArchived", .bool(medication.isArchived)), ("hasSchedule", .bool(medication.hasSchedule)),
            (
                "codings",
                .array(codings.map { .object([("system", .string($0.system)), ("code", .string($0.code))]) })
            ),
        ]
        return .object(entries + ArchivedObject.entry(medication))
    }
}
