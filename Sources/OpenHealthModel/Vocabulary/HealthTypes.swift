// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The known types of health data.
public enum HealthTypes {
    /// All types by their current names, in the order of the vocabulary's table.
    public static let all: [HealthTypeDescription] = table.filter { !$0.isDeprecated }

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: all.map { ($0.identifier, $0) })

    private static let byText: [String: HealthTypeDescription] = {
        var byText: [String: HealthTypeDescription] = [:]
        for type in all {
            for name in [type.identifier, type.constantName, type.swiftName] { byText[key(name)] = type }
        }
        // A former name refers to the type that now has its identifier.
        for type in table where type.isDeprecated {
            for name in [type.constantName, type.swiftName] where byText[key(name)] == nil {
                byText[key(name)] = byIdentifier[type.identifier]
            }
        }
        return byText
    }()

    /// Returns the type with an identifier, spelled exactly, or `nil`.
    public static func named(_ identifier: String) -> HealthTypeDescription? {
        byIdentifier[identifier]
    }

    /// Returns the type that matches a name a person typed, or `nil`.
    /// - Parameter text: An identifier (`HKQuantityTypeIdentifierStepCount`), a short name (`stepCount`) or one in snake case
    ///   (`step_count`), in any case.
    public static func matching(_ text: String) -> HealthTypeDescription? {
        byText[key(text)]
    }

    /// Returns a name in lowercase and without separators, for comparison.
    static func key(_ text: String) -> String {
        text.lowercased().filter { !"_- ".contains($0) }
    }
}
