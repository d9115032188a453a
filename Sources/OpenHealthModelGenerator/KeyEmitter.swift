// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the string constants that are not types, and the table behind `HealthMetadataKeys`.
enum KeyEmitter {
    private static let subjects: [(subject: String, file: String, prefix: String, phrase: String)] = [
        ("metadata", "MetadataKeys", "HKMetadataKey", "metadata key"),
        ("predicate", "PredicateKeyPaths", "HKPredicateKeyPath", "predicate key path"),
        ("sort", "SortIdentifiers", "HK", "key"),
        ("device", "DevicePropertyKeys", "HKDevicePropertyKey", "device property key"),
        ("source", "SourceRevisionConstants", "HKSourceRevision", "wildcard of a source revision"),
        ("error", "ErrorConstants", "HK", "constant"),
    ]

    static func files(_ keys: [KeyEntry]) -> [String: String] {
        var files = ["HealthMetadataKeysTable.swift": table(keys.filter { $0.subject == "metadata" })]
        for (subject, file, prefix, phrase) in subjects {
            var source = SourceText()
            for (index, key) in keys.filter({ $0.subject == subject }).enumerated() {
                if index > 0 { source.line() }
                let name =
                    key.constant.hasPrefix(prefix) ? key.constant.dropFirst(prefix.count) : key.constant.dropFirst(2)
                let assumed = key.isAssumed ? " The string behind it is assumed." : ""
                source.doc("The \(phrase) “\(Words.phrase(String(name)))”\(value(key)). iOS \(key.ios).\(assumed)")
                source.assignment("public let \(key.constant)", Words.literal(key.raw))
            }
            files["\(file).swift"] = source.text
        }
        return files
    }

    private static func value(_ key: KeyEntry) -> String {
        switch key.valueKind {
        case "string": ", whose value is text"
        case "number" where !key.valueEnum.isEmpty: ", whose value is a raw value of ``\(key.valueEnum)``"
        case "number": ", whose value is a number"
        case "bool": ", whose value is true or false"
        case "date": ", whose value is a date"
        case "quantity" where key.unit.isEmpty: ", whose value is a quantity that fits the sample's type"
        case "quantity": ", whose value is a quantity compatible with `\(key.unit)`"
        default: ""
        }
    }

    private static func table(_ keys: [KeyEntry]) -> String {
        var source = SourceText()
        source.line("extension HealthMetadataKeys {")
        source.doc("The kind of value of each key.", indent: 1)
        source.line("static let valueKinds: [String: Kind] = [", indent: 1)
        for key in keys {
            let kind =
                key.valueKind == "quantity" ? ".quantity(unit: \(Words.optional(key.unit)))" : ".\(key.valueKind)"
            source.line("\(Words.literal(key.raw)): \(kind),", indent: 2)
        }
        source.line("]", indent: 1)
        source.line()
        source.doc("The enumeration of each key whose value is a raw value.", indent: 1)
        source.line("static let valueEnums: [String: String] = [", indent: 1)
        for key in keys where !key.valueEnum.isEmpty {
            source.line("\(Words.literal(key.raw)): \(Words.literal(key.valueEnum)),", indent: 2)
        }
        source.line("]", indent: 1)
        source.line("}")
        return source.text
    }
}

/// One string constant of metadata_keys.csv.
struct KeyEntry {
    let constant: String
    let raw: String
    let subject: String
    let valueKind: String
    let unit: String
    let valueEnum: String
    let ios: String
    let isAssumed: Bool

    init(_ row: CSVTable.Row) throws {
        constant = try row.required("constant")
        raw = try row.required("raw")
        subject = try row.required("subject")
        valueKind = try row("value_kind")
        unit = try row("unit")
        valueEnum = try row("value_enum")
        ios = try row.required("ios")
        isAssumed = try row("certainty") == "assumed"
        if subject == "metadata", !["string", "number", "bool", "date", "quantity"].contains(valueKind) {
            throw row.fault("\"\(valueKind)\" is not a kind of value; see Data/README.md")
        }
    }
}
