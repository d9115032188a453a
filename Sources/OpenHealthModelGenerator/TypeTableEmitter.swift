// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the table behind `HealthTypes`.
enum TypeTableEmitter {
    static func file(_ types: [TypeEntry]) -> String {
        SourceText.table(
            of: "HealthTypeDescription", in: "HealthTypes",
            "Every type constant, deprecated ones included, in the order of the table.", types
        ) { type in
            let constant = type.constant.isEmpty ? type.raw : type.constant
            let style = type.aggregation.isEmpty ? "nil" : ".\(type.aggregation)"
            return [
                "identifier: \(Words.literal(type.raw))", "constantName: \(Words.literal(constant))",
                "swiftName: \(Words.literal(type.swiftName)), kind: .\(type.kind)",
                "canonicalUnit: \(Words.optional(type.unit)), aggregationStyle: \(style)",
                "valueEnum: \(Words.optional(type.valueEnum)), introduced: \(Words.literal(type.ios))",
                "isShareable: \(type.isShareable), isDeprecated: \(type.deprecation != nil)",
            ]
        }
    }
}
