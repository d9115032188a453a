// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The value of the partition of a type in the names of folders.
enum TypeFolder {
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKCorrelationTypeIdentifier", "HKDataTypeIdentifier",
        "HKClinicalTypeIdentifier", "HKDataType", "OpenHealthKitQuantityTypeIdentifier",
    ]

    /// Returns a name for each type.
    static func names(_ identifiers: [String]) -> [String: String] {
        var (names, taken): ([String: String], Set<String>) = ([:], [])
        for identifier in identifiers {
            let first = name(identifier)
            // Some file systems do not tell upper case from lower case, and long names are cut.
            var (unique, number) = (first, 1)
            while !taken.insert(unique.lowercased()).inserted {
                number += 1
                unique = "\(first)~\(number)"
            }
            names[identifier] = unique
        }
        return names
    }

    /// Returns the name of a known type without the beginning that its kind shares, such as `HeartRate`. Unknown types have their
    /// whole identifier, with percent signs for bytes that a name of a folder or of a partition cannot have.
    static func name(_ identifier: String) -> String {
        guard HealthTypes.named(identifier) != nil, let prefix = prefixes.first(where: identifier.hasPrefix),
            identifier.count > prefix.count
        else { return HealthTypes.named(identifier) == nil ? escaped(identifier) : identifier }
        return String(identifier.dropFirst(prefix.count))
    }

    /// A name of an unknown type begins with an underscore, which no known one does.
    private static func escaped(_ identifier: String) -> String {
        var name = "_"
        for byte in identifier.utf8.prefix(80) {
            let isPlain =
                byte < 0x80 && (Character(UnicodeScalar(byte)).isLetter || Character(UnicodeScalar(byte)).isNumber)
            if isPlain || byte == 0x5f || byte == 0x2d {
                name.unicodeScalars.append(UnicodeScalar(byte))
            } else {
                name += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return name
    }
}
