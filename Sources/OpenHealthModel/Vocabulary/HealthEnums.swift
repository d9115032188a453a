// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The cases of all enumerations and option sets, by the names that exports contain.
public enum HealthEnums {
    private static let rawValues: [String: Int] = {
        var rawValues: [String: Int] = [:]
        for (name, value) in table.flatMap({ $0.cases + $0.aliases }) { rawValues[name] = value }
        return rawValues
    }()

    private static let formerNames = Set(table.flatMap(\.aliases).map(\.0))

    /// The current case names of each enumeration, by its name in Objective-C and in Swift.
    private static let names: [String: [Int: String]] = {
        var names: [String: [Int: String]] = [:]
        for entry in table {
            let byRawValue = Dictionary(uniqueKeysWithValues: entry.cases.map { ($0.1, $0.0) })
            names[entry.name] = byRawValue
            names[entry.swiftName] = byRawValue
        }
        return names
    }()

    /// Returns the raw value of a case, or `nil` for an unknown name.
    /// - Parameter name: The name in Objective-C, such as `HKCategoryValueSleepAnalysisAsleepCore`, or a former name.
    public static func rawValue(ofCase name: String) -> Int? {
        rawValues[name]
    }

    /// Returns whether a name is a former name of a case, such as `HKCategoryValueSleepAnalysisAsleep`.
    package static func isFormerName(_ name: String) -> Bool { formerNames.contains(name) }

    /// Returns the current name of a case in Objective-C; `nil` if the enumeration has no such case.
    /// - Parameters:
    ///   - name: The name of the enumeration, such as `HKBloodType`.
    ///   - rawValue: The raw value.
    public static func caseName(ofEnum name: String, rawValue: Int) -> String? {
        names[name]?[rawValue]
    }

    /// Returns the short name of a case: `asleepCore` for `HKCategoryValueSleepAnalysisAsleepCore`; `nil` if the enumeration has no
    /// such case.
    package static func shortName(ofEnum enumeration: String, rawValue: Int) -> String? {
        caseName(ofEnum: enumeration, rawValue: rawValue).map { short($0, enumeration: enumeration) }
    }

    /// Returns the short name of a case within its enumeration.
    package static func short(_ name: String, enumeration: String) -> String {
        guard name.hasPrefix(enumeration), name.count > enumeration.count else { return name }
        let rest = name.dropFirst(enumeration.count)
        // A single capital at the front becomes lowercase; of an acronym, all but the first letter of the next word.
        let capitals = rest.prefix(while: \.isUppercase)
        let small = capitals.count <= 1 || capitals.count == rest.count ? capitals.count : capitals.count - 1
        return rest.prefix(small).lowercased() + rest.dropFirst(small)
    }

    /// Returns the raw values of an enumeration; empty if it is unknown.
    public static func allowedValues(ofEnum name: String) -> Set<Int> {
        names[name].map { Set($0.keys) } ?? []
    }
}

/// An enumeration with the Objective-C names of its cases.
package struct HealthEnumTable: Sendable {
    /// The name of the enumeration in Objective-C.
    package let name: String
    /// The name of the enumeration in Swift.
    package let swiftName: String
    /// The cases with their raw values.
    package let cases: [(String, Int)]
    /// The former names of cases.
    package let aliases: [(String, Int)]
}
