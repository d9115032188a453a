// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Details that are disclosed in addition to the figures, by name. None is, unless requested.
public enum CohortDisclosure: String, CaseIterable, Codable, Comparable, Sendable {
    /// The names of sources, such as "Ada's Watch".
    case sourceNames = "source-names"
    /// The names of devices.
    case deviceNames = "device-names"
    /// Metadata that are texts or dates, and all that the vocabulary does not know.
    case metadata
    /// The whole date of birth in place of the year.
    case birthDate = "birth-date"

    /// Reads names, separated by commas.
    /// - Parameter text: such as `source-names,metadata`.
    /// - Throws: a ``WarehouseError``, `invalidArgument`, for a name that is none.
    public static func set(_ text: String) throws -> Set<CohortDisclosure> {
        try Set(
            text.split(separator: ",").map { part in
                let name = part.trimmingCharacters(in: .whitespaces)
                guard let disclosure = CohortDisclosure(rawValue: name) else {
                    throw WarehouseError(
                        .invalidArgument, "\(name.debugDescription) is nothing that could be disclosed",
                        remedy: "choose of \(allCases.map(\.rawValue).joined(separator: ", "))")
                }
                return disclosure
            })
    }

    /// The order of the names.
    public static func < (left: CohortDisclosure, right: CohortDisclosure) -> Bool { left.rawValue < right.rawValue }

    /// Whether an entry of a sample's metadata leaves home without being asked for: where the vocabulary says that the key has
    /// numbers (enumerations are numbers too), flags or quantities, and the value is one.
    ///
    /// Texts stay, whatever the key: an app may write anything. So do dates and time zones, which tell places and people.
    package static func isHarmless(_ key: String, _ value: HKMetadataValue) -> Bool {
        switch (HealthMetadataKeys.valueKind(key), value) {
        case (.number, .integer), (.number, .double), (.bool, .bool), (.quantity, .quantity): true
        case (.bool, .integer(let number)): number == 0 || number == 1
        case (.number, .bool): true
        default: false
        }
    }

    /// Whether samples of a type leave home: the vocabulary knows it, or it is one of HealthKit's own that is newer than the
    /// vocabulary. Any other identifier is free text.
    package static func isPlainType(_ identifier: String, _ description: HealthTypeDescription?) -> Bool {
        if description != nil { return true }
        let isName = identifier.utf8.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
        }
        return identifier.hasPrefix("HK") && identifier.contains("TypeIdentifier") && identifier.utf8.count <= 100
            && isName
    }
}
