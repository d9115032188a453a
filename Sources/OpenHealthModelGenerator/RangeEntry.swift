// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A row of ranges.csv: the values of a quantity type that are possible and usual.
struct RangeEntry {
    let type: TypeEntry
    /// The limits in the order of ``columns``, as they are written; nil for none.
    let limits: [String?]

    /// The columns of the limits, from the least to the greatest.
    static let columns = ["impossible_below", "improbable_below", "improbable_above", "impossible_above"]

    /// Returns the entries in the order of the vocabulary.
    /// - Throws: ``GeneratorError`` where a quantity type has no row, a row has no such type or another unit, or limits are not in order.
    static func entries(_ types: [TypeEntry], _ table: CSVTable) throws -> [RangeEntry] {
        let current = types.filter { $0.deprecation == nil && $0.kind == "quantity" }
        let known = Dictionary(uniqueKeysWithValues: current.map { ($0.swiftName, $0) })
        var entries: [String: RangeEntry] = [:]
        for row in table.rows {
            let name = try row.required("type")
            guard let type = known[name] else { throw row.fault("no quantity type is called \(name); see types.csv") }
            guard entries[name] == nil else { throw row.fault("\(name) appears twice; remove one") }
            guard try row.required("unit") == type.unit else { throw row.fault("the unit of \(name) is \(type.unit)") }
            _ = try row.required("basis")
            let texts: [String] = try columns.map { try row($0) }
            let limits: [Double] = texts.compactMap { Double($0) }
            guard limits.count == texts.filter({ !$0.isEmpty }).count else {
                throw row.fault("a limit is not a number")
            }
            guard limits == limits.sorted() else { throw row.fault("the limits are not in order") }
            entries[name] = RangeEntry(type: type, limits: texts.map { $0.isEmpty ? nil : $0 })
        }
        if let missing = current.first(where: { entries[$0.swiftName] == nil }) {
            throw GeneratorError(place: "ranges.csv", reason: "\(missing.swiftName) is missing; add a row")
        }
        return current.compactMap { entries[$0.swiftName] }
    }
}

/// Emits the table behind `ValueRanges`.
enum RangeEmitter {
    private static let names = ["impossibleBelow", "improbableBelow", "improbableAbove", "impossibleAbove"]

    static func file(_ entries: [RangeEntry]) -> String {
        SourceText.table(
            of: "ValueRange", in: "ValueRanges", "The range of each quantity type.", access: "", entries
        ) { entry in
            let limits = zip(names, entry.limits).map { "\($0): \($1 ?? "nil")" }
            return [
                "type: \(Words.literal(entry.type.raw))", limits.prefix(2).joined(separator: ", "),
                limits.suffix(2).joined(separator: ", "),
            ]
        }
    }
}
