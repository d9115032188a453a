// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the table behind `FHIRTypes`.
enum FHIRTypeEmitter {
    static func file(_ entries: [FHIRTypeEntry]) -> String {
        SourceText.table(
            in: "FHIRTypes", "The FHIR coding of each quantity and category type, and of blood pressure.",
            "package static let table: [FHIRType]"
        ) { source in
            for entry in entries {
                source.line("FHIRType(", indent: 2)
                source.line("identifier: \(Words.literal(entry.type.raw)),", indent: 3)
                source.line("display: \(Words.literal(Words.sentence(entry.type.swiftName))),", indent: 3)
                source.line(
                    "category: \(Words.literal(entry.category)), unit: \(Words.optional(entry.unit)), "
                        + "ucum: \(Words.optional(entry.ucum)),", indent: 3)
                if entry.codes.isEmpty {
                    source.line("loinc: []),", indent: 3)
                } else {
                    source.line("loinc: [", indent: 3)
                    for (code, display) in entry.codes {
                        let comma = entry.codes.count == 1 ? "" : ","
                        source.line("(\(Words.literal(code)), \(Words.literal(display)))\(comma)", indent: 4)
                    }
                    source.line("]),", indent: 3)
                }
            }
        }
    }
}
