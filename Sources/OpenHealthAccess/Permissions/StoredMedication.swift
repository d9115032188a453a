// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

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
