// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension HealthDatabase {
    /// The person's medications.
    package var medications: Medications { Medications(database: self) }
}

/// The person's medications, which the owner adds and authorizes individually.
package struct Medications: Sendable {
    /// The database.
    let database: HealthDatabase

    /// Returns the person's medications, in the order in which they were added.
    /// - Throws: A ``StoreError``.
    package func all() throws -> [StoredMedication] {
        try database.read(Self.all)
    }

    /// Adds medications of the person, and replaces those with the same concepts.
    /// - Throws: A ``StoreError``.
    package func add(_ medications: [HKUserAnnotatedMedication]) throws {
        try database.write { db in try Self.put(db, medications) }
    }

    /// Archives a medication of the person, or restores an archived one.
    /// - Parameter identifier: The identifier of the medication's concept.
    /// - Returns: The medication with the new property; nil if the person has no such medication.
    /// - Throws: A ``StoreError``.
    package func setArchived(
        _ isArchived: Bool, medication identifier: String
    ) throws -> HKUserAnnotatedMedication? {
        try database.write { db in
            let known = try Self.all(db).map(\.medication)
            guard let medication = known.first(where: { $0.medication.identifier.identifier == identifier }) else {
                return nil
            }
            guard medication.isArchived != isArchived else { return medication }
            let changed = HKUserAnnotatedMedication(
                nickname: medication.nickname, isArchived: isArchived, hasSchedule: medication.hasSchedule,
                medication: medication.medication)
            try Self.put(db, [changed])
            return changed
        }
    }

    private static func put(_ db: Database, _ medications: [HKUserAnnotatedMedication]) throws {
        for medication in medications {
            if let text = medication.longText {
                throw StoreError(
                    .invalidArgument, message: "the \(text) of a medication is too long", remedy: TextLimit.remedy)
            }
            var archive = HKArchive()
            archive.set(medication, "medication")
            guard let json = ArchiveJSON.write(archive) else {
                throw StoreError.inconsistent("a medication cannot be encoded as JSON")
            }
            try db.execute(
                sql: """
                    INSERT INTO medication (identifier, detail) VALUES (?, ?)
                    ON CONFLICT (identifier) DO UPDATE SET detail = excluded.detail
                    """,
                arguments: [StoredMedication.name(medication.medication.identifier), json.text])
        }
        try ChangeRange.Topic.medications.bump(db)
    }

    static func all(_ db: Database) throws -> [StoredMedication] {
        try String.fetchAll(db, sql: "SELECT detail FROM medication ORDER BY id").map { text in
            guard let archive = JSONValue(text).flatMap(ArchiveJSON.read),
                let medication = archive.object("medication", as: HKUserAnnotatedMedication.self)
            else { throw StoreError.inconsistent("a medication cannot be read") }
            return StoredMedication(medication)
        }
    }
}

/// A medication of the person, with its identity for authorizations.
package struct StoredMedication: Sendable {
    /// The UUID, which is derived from the identifier of the medication's concept and is the same in every store.
    package let uuid: UUID
    /// The medication.
    package let medication: HKUserAnnotatedMedication

    package init(_ medication: HKUserAnnotatedMedication) {
        uuid = Self.uuid(Self.name(medication.medication.identifier))
        self.medication = medication
    }

    /// Returns the name under which the store keeps a medication.
    static func name(_ identifier: HKHealthConceptIdentifier) -> String {
        "\(identifier.domain.rawValue) \(identifier.identifier)"
    }

    private static func uuid(_ name: String) -> UUID {
        var hash = ContentHash.empty
        hash.combine("medication")
        hash.combine(name)
        let bytes = [hash.high, hash.low].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
        // Version 8 of RFC 9562, whose contents are implementation-specific.
        return UUID(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6] & 0x0F | 0x80, bytes[7],
                bytes[8] & 0x3F | 0x80, bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
            ))
    }
}
