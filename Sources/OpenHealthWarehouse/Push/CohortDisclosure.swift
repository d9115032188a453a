// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Details that are disclosed in addition to the values, by name. By default, none are disclosed.
public enum CohortDisclosure: String, CaseIterable, Codable, Comparable, Sendable {
    /// The names of sources, such as "Ada's Watch".
    case sourceNames = "source-names"
    /// The names of devices.
    case deviceNames = "device-names"
    /// Metadata values that are strings or dates, and metadata with unknown keys.
    case metadata
    /// The complete date of birth instead of the year.
    case birthDate = "birth-date"

    /// Reads comma-separated names.
    /// - Parameter text: The names, such as `source-names,metadata`.
    /// - Throws: A ``WarehouseError``: `invalidArgument` if a name is unknown.
    public static func set(_ text: String) throws -> Set<CohortDisclosure> {
        try Set(
            text.split(separator: ",").map { part in
                let name = part.trimmingCharacters(in: .whitespaces)
                guard let disclosure = CohortDisclosure(rawValue: name) else {
                    throw WarehouseError(
                        .invalidArgument, "\(name.debugDescription) is not a kind of data to disclose",
                        remedy: "choose of \(allCases.map(\.rawValue).joined(separator: ", "))")
                }
                return disclosure
            })
    }

    /// Compares the names.
    public static func < (left: CohortDisclosure, right: CohortDisclosure) -> Bool { left.rawValue < right.rawValue }

    /// Returns whether an entry of a sample's metadata is sent without disclosure, which is the case if the vocabulary defines
    /// numbers (including enumerations), Boolean values or quantities for the key, and the value is one.
    ///
    /// Strings are never sent without disclosure, because an app can write anything. The same applies to dates and time zones,
    /// which can identify places and people.
    package static func isHarmless(_ key: String, _ value: HKMetadataValue) -> Bool {
        switch (HealthMetadataKeys.valueKind(key), value) {
        case (.number, .integer), (.number, .double), (.bool, .bool), (.quantity, .quantity): true
        case (.bool, .integer(let number)): number == 0 || number == 1
        case (.number, .bool): true
        default: false
        }
    }

    /// Returns whether samples of a type are sent: the type is known, or is a HealthKit type that is newer than the vocabulary.
    /// Other identifiers are free text.
    package static func isPlainType(_ identifier: String, _ description: HealthTypeDescription?) -> Bool {
        if description != nil { return true }
        let isName = identifier.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        }
        return identifier.hasPrefix("HK") && identifier.contains("TypeIdentifier") && identifier.utf8.count <= 100
            && isName
    }
}
