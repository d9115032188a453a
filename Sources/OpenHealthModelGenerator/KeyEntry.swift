// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
