// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the table behind `HealthTypes`.
enum TypeTableEmitter {
    static func file(_ types: [TypeEntry]) -> String {
        SourceText.table(
            in: "HealthTypes", "Every type constant, deprecated ones included, in the order of the table.",
            "package static let table: [HealthTypeDescription]"
        ) { source in
            for type in types {
                let constant = type.constant.isEmpty ? type.raw : type.constant
                let style = type.aggregation.isEmpty ? "nil" : ".\(type.aggregation)"
                source.line("HealthTypeDescription(", indent: 2)
                source.line("identifier: \(Words.literal(type.raw)),", indent: 3)
                source.line("constantName: \(Words.literal(constant)),", indent: 3)
                source.line("swiftName: \(Words.literal(type.swiftName)), kind: .\(type.kind),", indent: 3)
                source.line("canonicalUnit: \(Words.optional(type.unit)), aggregationStyle: \(style),", indent: 3)
                source.line(
                    "valueEnum: \(Words.optional(type.valueEnum)), introduced: \(Words.literal(type.ios)),", indent: 3)
                source.line("isShareable: \(type.isShareable), isDeprecated: \(type.deprecation != nil)),", indent: 3)
            }
        }
    }
}
