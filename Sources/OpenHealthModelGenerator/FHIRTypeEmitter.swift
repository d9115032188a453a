// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
