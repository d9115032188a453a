// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One constant of types.csv.
struct TypeEntry {
    let constant: String
    let raw: String
    let swiftName: String
    let kind: String
    let unit: String
    let aggregation: String
    let valueEnum: String
    let ios: String
    let deprecation: Deprecation?
    let isShareable: Bool
    let entry: String

    /// The values of the column `entry`, besides none.
    private static let entries: Set<String> = ["instant", "interval", "either", "duration"]

    init(_ row: CSVTable.Row) throws {
        constant = try row("constant")
        raw = try row.required("raw")
        swiftName = try row.required("swift_name")
        kind = try row.required("kind")
        unit = try row("unit")
        aggregation = try row("aggregation")
        valueEnum = try row("value_enum")
        ios = try row.required("ios")
        deprecation = try Deprecation(row)
        isShareable = try row.required("shareable") == "yes"
        entry = try row("entry")
        if kind == "quantity", unit.isEmpty || aggregation.isEmpty {
            throw row.fault("a quantity needs a unit and an aggregation; fill them in")
        }
        if kind == "category", valueEnum.isEmpty {
            throw row.fault("a category needs a value_enum; fill it in")
        }
        if !entry.isEmpty, !Self.entries.contains(entry) {
            let entries = Self.entries.sorted().joined(separator: ", ")
            throw row.fault("entry is not one of \(entries); correct it, or leave it empty")
        }
    }
}

/// Whether and how a name is on its way out.
struct Deprecation {
    /// A version of iOS, `later` or `reserved`.
    let since: String
    /// The Swift name to use instead, or empty.
    let replacement: String

    init?(_ row: CSVTable.Row) throws {
        since = try row("deprecated")
        replacement = try row("replacement")
        if since.isEmpty { return nil }
    }

    /// The attribute that makes uses of the name a warning, or nil for what is only announced.
    var attribute: String? {
        switch (since, replacement) {
        case ("later", _): nil
        case ("reserved", _): "@available(*, deprecated, message: \"Reserved; apps may not use it.\")"
        case (_, ""): "@available(*, deprecated, message: \"Deprecated since iOS \(since).\")"
        default: "@available(*, deprecated, renamed: \"\(replacement)\")"
        }
    }
}
