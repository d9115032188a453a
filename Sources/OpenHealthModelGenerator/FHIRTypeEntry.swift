// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The entries of fhir_types.csv and loinc.csv for one type.
struct FHIRTypeEntry {
    let type: TypeEntry
    let category: String
    let unit: String
    let ucum: String
    let codes: [(code: String, display: String)]

    /// The categories of observations that FHIR has.
    static let categories: Set = [
        "social-history", "vital-signs", "imaging", "laboratory", "procedure", "survey", "exam", "therapy", "activity",
    ]

    /// The entries in the order of the vocabulary.
    /// - Throws: ``GeneratorError`` where a quantity or category type has no row, or a row has no such type.
    static func entries(_ types: [TypeEntry], _ table: CSVTable, loinc: CSVTable) throws -> [FHIRTypeEntry] {
        let current = types.filter { $0.deprecation == nil }
        let known = Dictionary(uniqueKeysWithValues: current.map { ($0.raw, $0) })
        var codes: [String: [(code: String, display: String)]] = [:]
        for row in loinc.rows {
            let (type, code) = (try row.required("type"), try row.required("code"))
            guard isCode(code) else { throw row.fault("\"\(code)\" is not a code of LOINC; check its digits") }
            codes[type, default: []].append((code, try row.required("display")))
        }
        var entries: [String: FHIRTypeEntry] = [:]
        for row in table.rows {
            let raw = try row.required("type")
            guard let type = known[raw] else { throw row.fault("no type is called \(raw); see types.csv") }
            guard entries[raw] == nil else { throw row.fault("\(raw) appears twice; remove one") }
            let entry = FHIRTypeEntry(
                type: type, category: try row.required("category"), unit: try row("unit"), ucum: try row("ucum"),
                codes: codes.removeValue(forKey: raw) ?? [])
            guard categories.contains(entry.category) else {
                throw row.fault("FHIR has no category \"\(entry.category)\"; see Data/README.md")
            }
            guard (type.kind == "quantity") == !entry.unit.isEmpty, entry.unit.isEmpty == entry.ucum.isEmpty else {
                throw row.fault("quantities have a unit and its code in UCUM, and nothing else has; correct them")
            }
            entries[raw] = entry
        }
        if let type = codes.keys.min() {
            throw GeneratorError(place: "loinc.csv", reason: "\(type) is not in fhir_types.csv; add it")
        }
        let missing = current.first { ["quantity", "category"].contains($0.kind) && entries[$0.raw] == nil }
        if let missing { throw GeneratorError(place: "fhir_types.csv", reason: "\(missing.raw) is missing; add a row") }
        return current.compactMap { entries[$0.raw] }
    }

    /// Whether the last digit is the check digit of those before it (the Luhn algorithm).
    private static func isCode(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let check = Int(parts[1]), parts[1].count == 1, !parts[0].isEmpty else { return false }
        var sum = 0
        for (position, letter) in parts[0].reversed().enumerated() {
            guard let digit = letter.wholeNumberValue else { return false }
            let weighted = position.isMultiple(of: 2) ? 2 * digit : digit
            sum += weighted / 10 + weighted % 10
        }
        return (sum + check).isMultiple(of: 10)
    }
}

/// Emits the table behind `FHIRTypes`.
enum FHIRTypeEmitter {
    static func file(_ entries: [FHIRTypeEntry]) -> String {
        SourceText.table(
            of: "FHIRType", in: "FHIRTypes",
            "The FHIR coding of each quantity and category type, and of blood pressure.", entries
        ) { entry in
            [
                "identifier: \(Words.literal(entry.type.raw))",
                "display: \(Words.literal(Words.sentence(entry.type.swiftName)))",
                "category: \(Words.literal(entry.category)), unit: \(Words.optional(entry.unit)), "
                    + "ucum: \(Words.optional(entry.ucum))",
                SourceText.pairs("loinc", entry.codes.map { (Words.literal($0.code), Words.literal($0.display)) }),
            ]
        }
    }
}
