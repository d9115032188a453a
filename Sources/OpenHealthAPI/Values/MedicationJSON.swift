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

/// The archive of an object as JSON, in addition to its readable keys, so that every object is decoded as an equal object.
enum ArchivedObject {
    /// The key of the object in its archive.
    private static let name = "object"
    /// The key of archives.
    static let key = "detail"
    /// The schema of archives.
    static let schema = JSONSchema.object(isOpen: true)
        .described("The archive of the object.")

    /// Returns the entry for an object.
    static func entry(_ object: any NSObject & NSSecureCoding) -> [(key: String, value: JSONValue)] {
        var archive = HKArchive()
        archive.set(HKArchive(object: object), name)
        guard let detail = ArchiveJSON.write(archive)?[name] else { return [] }
        return [(key, detail)]
    }

    /// Returns the object in an entry.
    static func object<Object: NSObject & NSSecureCoding>(
        _ json: JSONReader, as type: Object.Type
    ) throws(Problem) -> Object {
        let detail = try json.required(key)
        guard let archive = ArchiveJSON.read(.object([(name, detail.value)])),
            let object = archive.object(name, as: Object.self)
        else { throw detail.problem("Expected an archive of an object that the server created.") }
        return object
    }
}

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

/// A change of one of the owner's medications.
package struct MedicationUpdateJSON: JSONRepresentable {
    /// The identifier of the medication's concept.
    package var identifier: String
    /// Whether the medication is archived.
    package var isArchived: Bool

    package static let format = JSONFormat<MedicationUpdateJSON>.object(
        named: "MedicationChange", about: "A change of a medication.",
        .required("identifier", \.identifier, .string(length: 1...1000)),
        .required("isArchived", \.isArchived, .bool)
    ) { MedicationUpdateJSON(identifier: $0, isArchived: $1) }
}
