// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The cases of all enumerations and option sets, by the names that exports contain.
public enum HealthEnums {
    private static let rawValues: [String: Int] = {
        var rawValues: [String: Int] = [:]
        for (name, value) in table.flatMap({ $0.cases + $0.aliases }) { rawValues[name] = value }
        return rawValues
    }()

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

    /// Returns the current name of a case in Objective-C; `nil` if the enumeration has no such case.
    /// - Parameters:
    ///   - name: The name of the enumeration, such as `HKBloodType`.
    ///   - rawValue: The raw value.
    public static func caseName(ofEnum name: String, rawValue: Int) -> String? {
        names[name]?[rawValue]
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
