// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits one file for each enumeration, option set and string newtype, and one for all values of categories like that of Apple's header.
enum EnumEmitter {
    /// Sentences that follow the summaries of cases and of types, by their names.
    private static let notes = [
        "HKQueryOptions":
            "Without options, a sample must end at the start of the interval or later, and start before its end.",
        "HKQueryOptionStrictStartDate":
            "The sample must start at the start of the interval or later, and before its end.",
        "HKQueryOptionStrictEndDate": "The sample must end at the start of the interval or later, and before its end.",
    ]

    static func files(_ enums: [EnumEntry]) -> [String: String] {
        let files = Dictionary(grouping: enums) { entry in
            let isCategoryValue = entry.swiftType.hasPrefix("HKCategoryValue")
            return (isCategoryValue ? "HKCategoryValues" : entry.swiftType.replacing(".", with: "+")) + ".swift"
        }
        return files.mapValues { entries in
            var source = SourceText()
            for (index, entry) in entries.enumerated() {
                if index > 0 { source.line() }
                declaration(entry, &source)
            }
            return source.text
        }
    }

    private static func declaration(_ entry: EnumEntry, _ source: inout SourceText) {
        let parts = entry.swiftType.split(separator: ".").map(String.init)
        let indent = parts.count - 1
        if indent > 0 { source.line("extension \(parts[0]) {") }
        source.doc(comment(entry), indent: indent)
        switch entry.kind {
        case "enum": enumeration(entry, parts[indent], indent, &source)
        default: structure(entry, parts[indent], indent, &source)
        }
        if indent > 0 {
            if entry.swiftType == "HKError.Code" { errorCodes(entry, &source) }
            source.line("}")
        }
    }

    private static func comment(_ entry: EnumEntry) -> String {
        let bare = entry.swiftType.replacing(".", with: "").dropFirst(2)
        let category = "CategoryValue"
        let subject =
            bare == category
            ? "The value of categories that only say that something was."
            : bare.hasPrefix(category)
                ? "The value of a category sample: \(Words.phrase(String(bare.dropFirst(category.count))))."
                : "\(Words.sentence(String(bare)))."
        return "\(subject) iOS \(entry.ios).\(note(entry.name))"
    }

    private static func note(_ name: String) -> String { notes[name].map { " \($0)" } ?? "" }

    private static func enumeration(_ entry: EnumEntry, _ name: String, _ indent: Int, _ source: inout SourceText) {
        source.line(
            "public enum \(name): \(entry.rawType), Hashable, Sendable, CaseIterable {", indent: indent)
        for (index, item) in entry.cases.filter({ $0.aliasOf.isEmpty }).enumerated() {
            if index > 0 { source.line() }
            source.doc("\(Words.sentence(item.swiftName)). iOS \(item.ios).", indent: indent + 1)
            if let attribute = item.deprecation?.attribute { source.line(attribute, indent: indent + 1) }
            source.line("case \(Words.declared(item.swiftName)) = \(item.raw)", indent: indent + 1)
        }
        if entry.cases.contains(where: { $0.aliasOf.isEmpty && $0.deprecation?.attribute != nil }) {
            allCases(entry, indent, &source)
        }
        for item in entry.cases {
            guard let target = entry.target(of: item) else { continue }
            source.line()
            source.doc("The former name of ``\(target.swiftName)``.", indent: indent + 1)
            if let attribute = item.deprecation?.attribute { source.line(attribute, indent: indent + 1) }
            source.line("public static var \(item.swiftName): Self { .\(target.swiftName) }", indent: indent + 1)
        }
        source.line("}", indent: indent)
    }

    /// The list of cases, which the compiler does not make where some cases are deprecated.
    private static func allCases(_ entry: EnumEntry, _ indent: Int, _ source: inout SourceText) {
        var ranges: [ClosedRange<Int>] = []
        for value in entry.cases.compactMap({ Int($0.raw) }).sorted() {
            if let last = ranges.last, value <= last.upperBound + 1 {
                ranges[ranges.count - 1] = last.lowerBound...value
            } else {
                ranges.append(value...value)
            }
        }
        let list = ranges.map { "\($0.lowerBound)...\($0.upperBound)" }.joined(separator: ", ")
        source.line()
        source.doc("Every case, deprecated ones included.", indent: indent + 1)
        source.assignment(
            "public static let allCases: [Self]", "[\(list)].joined().compactMap(Self.init(rawValue:))",
            indent: indent + 1)
    }

    private static func structure(_ entry: EnumEntry, _ name: String, _ indent: Int, _ source: inout SourceText) {
        let isOptions = entry.kind == "optionset"
        let conformance = isOptions ? "OptionSet" : "RawRepresentable"
        source.line("public struct \(name): \(conformance), Hashable, Sendable {", indent: indent)
        source.rawValue(
            entry.rawType, isOptions ? "The bits of the options." : "The value as a string.",
            initializer: isOptions
                ? "Creates options from their bits." : "Creates a value from its string, whether or not it is known.",
            indent: indent + 1)
        for item in entry.cases where !item.swiftName.isEmpty {
            let assumed = item.isAssumed ? " The string behind it is assumed." : ""
            source.rawConstant(
                item.swiftName, isOptions ? item.raw : Words.literal(item.raw),
                "\(Words.sentence(item.swiftName)). iOS \(item.ios).\(assumed)\(note(item.name))", item.deprecation,
                indent: indent + 1)
        }
        source.line("}", indent: indent)
    }

    /// `HKError.errorNoData` beside `HKError.Code.errorNoData`.
    private static func errorCodes(_ entry: EnumEntry, _ source: inout SourceText) {
        for item in entry.cases {
            source.line()
            source.doc("The code ``Code/\(item.swiftName)``. iOS \(item.ios).", indent: 1)
            source.line("public static var \(item.swiftName): Code { .\(item.swiftName) }", indent: 1)
        }
    }
}

/// Emits the table behind `HealthEnums`.
enum EnumTableEmitter {
    static func file(_ enums: [EnumEntry]) -> String {
        SourceText.table(
            of: "HealthEnumTable", in: "HealthEnums",
            "Every enumeration and option set, with the raw values of its cases.",
            enums.filter { $0.rawType != "String" }
        ) { entry in
            func list(_ cases: [EnumEntry.Case]) -> [(String, String)] {
                cases.map { (Words.literal($0.name), $0.raw) }
            }
            return [
                "name: \(Words.literal(entry.name))", "swiftName: \(Words.literal(entry.swiftType))",
                SourceText.pairs("cases", list(entry.cases.filter { $0.aliasOf.isEmpty }), areRows: true),
                SourceText.pairs("aliases", list(entry.cases.filter { !$0.aliasOf.isEmpty }), areRows: true),
            ]
        }
    }
}
