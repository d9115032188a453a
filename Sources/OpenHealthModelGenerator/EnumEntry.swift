// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// One enumeration of enums.csv, with its cases in the order of the table.
struct EnumEntry {
    struct Case {
        let name: String
        let swiftName: String
        let raw: String
        let ios: String
        let deprecation: Deprecation?
        let aliasOf: String
        let isAssumed: Bool

        init(_ row: CSVTable.Row) throws {
            name = try row.required("case")
            swiftName = try row("swift_case")
            raw = try row.required("raw")
            ios = try row.required("case_ios")
            deprecation = try Deprecation(row)
            aliasOf = try row("alias_of")
            isAssumed = try row("certainty") == "assumed"
        }
    }

    let name: String
    let swiftType: String
    let kind: String
    let rawType: String
    let ios: String
    var cases: [Case] = []

    /// The enumeration of a row, without its cases.
    init(_ row: CSVTable.Row) throws {
        name = try row.required("enum")
        swiftType = try row.required("swift_type")
        kind = try row.required("kind")
        rawType = try row.required("raw_type")
        ios = try row.required("ios")
    }

    /// The enumerations of a table, in its order.
    static func entries(of table: CSVTable) throws -> [EnumEntry] {
        var entries: [EnumEntry] = []
        for row in table.rows {
            let name = try row.required("enum")
            if entries.last?.name != name {
                if entries.contains(where: { $0.name == name }) {
                    throw row.fault("the cases of \(name) are not adjacent; move them together")
                }
                entries.append(try EnumEntry(row))
            }
            let item = try Case(row)
            if entries[entries.count - 1].rawType != "String", Int(item.raw) == nil {
                throw row.fault("the raw value is not an integer; correct it")
            }
            entries[entries.count - 1].cases.append(item)
        }
        for entry in entries { try entry.checkAliases() }
        return entries
    }

    /// The current case that an alias stands for.
    func target(of alias: Case) -> Case? {
        cases.first { $0.name == alias.aliasOf }
    }

    private func checkAliases() throws {
        var rawValues: Set<String> = []
        for item in cases {
            if item.aliasOf.isEmpty {
                guard rawValues.insert(item.raw).inserted else {
                    throw GeneratorError(
                        place: "enums.csv",
                        reason: "\(item.name) has the raw value of another case; say in alias_of of which")
                }
            } else if target(of: item)?.raw != item.raw {
                throw GeneratorError(
                    place: "enums.csv", reason: "\(item.name) is not an alias of \(item.aliasOf); correct alias_of")
            }
        }
    }
}
