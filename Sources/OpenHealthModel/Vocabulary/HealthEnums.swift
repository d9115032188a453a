// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The cases of every enumeration and option set, by the names that exports write.
public enum HealthEnums {
    private static let rawValues: [String: Int] = {
        var rawValues: [String: Int] = [:]
        for (name, value) in table.flatMap({ $0.cases + $0.aliases }) { rawValues[name] = value }
        return rawValues
    }()

    /// The current names of each enumeration, by its name in Objective-C and in Swift.
    private static let names: [String: [Int: String]] = {
        var names: [String: [Int: String]] = [:]
        for entry in table {
            let byRawValue = Dictionary(uniqueKeysWithValues: entry.cases.map { ($0.1, $0.0) })
            names[entry.name] = byRawValue
            names[entry.swiftName] = byRawValue
        }
        return names
    }()

    /// Returns the raw value of a case, or nil for an unknown name.
    /// - Parameter name: the name in Objective-C, such as `HKCategoryValueSleepAnalysisAsleepCore`; old names are known.
    public static func rawValue(ofCase name: String) -> Int? {
        rawValues[name]
    }

    /// The name of a case in Objective-C, the current one where there are several; nil where there is none.
    /// - Parameters:
    ///   - name: the enumeration, such as `HKBloodType`.
    ///   - rawValue: the raw value.
    public static func caseName(ofEnum name: String, rawValue: Int) -> String? {
        names[name]?[rawValue]
    }

    /// Returns the raw values of an enumeration; empty for an unknown one.
    public static func allowedValues(ofEnum name: String) -> Set<Int> {
        names[name].map { Set($0.keys) } ?? []
    }
}

/// One enumeration with the names of its cases in Objective-C.
package struct HealthEnumTable: Sendable {
    /// The enumeration in Objective-C.
    package let name: String
    /// The enumeration in Swift.
    package let swiftName: String
    /// The cases with their raw values.
    package let cases: [(String, Int)]
    /// Other names of some of the cases.
    package let aliases: [(String, Int)]
}
