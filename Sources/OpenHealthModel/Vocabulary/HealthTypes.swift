// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// All types of health data that are known by name.
public enum HealthTypes {
    /// Every type once, by the current one of its names, in the order of the vocabulary's table.
    public static let all: [HealthTypeDescription] = table.filter { !$0.isDeprecated }

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    private static let byText: [String: HealthTypeDescription] = {
        var byText: [String: HealthTypeDescription] = [:]
        for type in all {
            for name in [type.identifier, type.constantName, type.swiftName] { byText[key(name)] = type }
        }
        // An old name leads to the type that took over its identifier.
        for type in table where type.isDeprecated {
            for name in [type.constantName, type.swiftName] where byText[key(name)] == nil {
                byText[key(name)] = byIdentifier[type.identifier]
            }
        }
        return byText
    }()

    /// The type with an identifier, spelled exactly, or nil.
    public static func named(_ identifier: String) -> HealthTypeDescription? {
        byIdentifier[identifier]
    }

    /// The type that a person means by a text, or nil.
    /// - Parameter text: an identifier (`HKQuantityTypeIdentifierStepCount`), a short name (`stepCount`) or one with
    ///   underscores (`step_count`), in capitals or not.
    public static func matching(_ text: String) -> HealthTypeDescription? {
        byText[key(text)]
    }

    /// A text without what does not tell names apart: case and separators.
    static func key(_ text: String) -> String {
        text.lowercased().filter { !"_- ".contains($0) }
    }
}
