// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The enumeration cases of categories and characteristics.
public enum CategoryCase {
    /// Returns the short name of a case: `asleepCore` for `HKCategoryValueSleepAnalysisAsleepCore`.
    public static func short(_ name: String, type: String) -> String {
        guard let enumeration = HealthTypes.named(type)?.valueEnum else { return name }
        return short(name, enumeration: enumeration)
    }

    /// Returns the short names of an enumeration, in the order of their raw values.
    package static func shortNames(of enumeration: String) -> [String] {
        HealthEnums.allowedValues(ofEnum: enumeration).sorted().compactMap { value in
            HealthEnums.caseName(ofEnum: enumeration, rawValue: value).map { short($0, enumeration: enumeration) }
        }
    }

    /// Returns the raw value of a string: a short name or a full name, in any case, or the number.
    /// - Parameter type: The identifier of the type, for the error.
    package static func rawValue(of text: String, enumeration: String, type: String) throws -> Int {
        let allowed = HealthEnums.allowedValues(ofEnum: enumeration)
        let wanted = key(text)
        for value in allowed.sorted() {
            guard let name = HealthEnums.caseName(ofEnum: enumeration, rawValue: value) else { continue }
            if key(name) == wanted || key(short(name, enumeration: enumeration)) == wanted { return value }
        }
        // Exports can contain former names, which are not among the current ones.
        if let value = HealthEnums.rawValue(ofCase: text) ?? HealthEnums.rawValue(ofCase: enumeration + capital(text)),
            allowed.contains(value)
        {
            return value
        }
        if let number = Int(TypedArguments.plain(text)), allowed.contains(number) { return number }
        let names = shortNames(of: enumeration)
        let near = HealthTypes.suggestions(for: text, among: names)
        throw ToolError(
            .badArgument, "unknown value of \(TypeName.short(type))",
            remedy: near.isEmpty
                ? "give one of \(names.joined(separator: ", "))" : "did you mean \(near.joined(separator: ", "))?")
    }

    /// Returns the short name of a case within its enumeration.
    package static func short(_ name: String, enumeration: String) -> String {
        HealthEnums.short(name, enumeration: enumeration)
    }

    private static func capital(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func key(_ text: String) -> String {
        text.lowercased().filter { !"_- ".contains($0) }
    }
}
