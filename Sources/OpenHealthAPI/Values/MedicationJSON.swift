// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension JSONFormat where Value == HKUserAnnotatedMedication {
    /// The format of a medication of the person.
    package static let medication = JSONFormat(
        name: "Medication",
        JSONSchema.object(
            [
                "name": .string(), "identifier": .string(), "form": .string(), "isArchived": .bool,
                "hasSchedule": .bool,
                "codings": .array(of: .object(["system": .string(), "code": .string()])),
                "detail": ArchivedObject.schema,
            ],
            optional: ["nickname": .string()]
        ).described("A medicine that the person takes.")
    ) {
        json(of: $0)
    } decode: { (json) throws(Problem) in
        try ArchivedObject.object(json, as: HKUserAnnotatedMedication.self)
    }

    private static func json(of medication: HKUserAnnotatedMedication) -> JSONValue {
        let concept = medication.medication
        var entries: [(key: String, value: JSONValue)] = [
            ("name", .string(concept.displayText)), ("identifier", .string(concept.identifier.identifier)),
            ("form", .string(concept.generalForm.rawValue)),
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
