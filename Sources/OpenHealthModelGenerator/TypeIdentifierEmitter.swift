// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the identifier structs, such as `HKQuantityTypeIdentifier`, and the old global constants, in one file like that of Apple's
/// header.
enum TypeIdentifierEmitter {
    /// The struct for each kind of type that has one.
    private static let structs: [(kind: String, name: String)] = [
        ("quantity", "HKQuantityTypeIdentifier"),
        ("category", "HKCategoryTypeIdentifier"),
        ("characteristic", "HKCharacteristicTypeIdentifier"),
        ("correlation", "HKCorrelationTypeIdentifier"),
        ("document", "HKDocumentTypeIdentifier"),
        ("clinical", "HKClinicalTypeIdentifier"),
        ("scoredAssessment", "HKScoredAssessmentTypeIdentifier"),
    ]

    static func files(_ types: [TypeEntry]) -> [String: String] {
        var source = SourceText()
        for (kind, name) in structs {
            identifiers(name, kind, types.filter { $0.kind == kind }, &source)
            source.line()
        }
        let kinds = Set(structs.map(\.kind))
        constants(types.filter { !kinds.contains($0.kind) }, &source)
        return ["HKTypeIdentifiers.swift": source.text]
    }

    private static func identifiers(
        _ name: String, _ kind: String, _ types: [TypeEntry], _ source: inout SourceText
    ) {
        let phrase = Words.phrase(kind)
        source.doc("The identifier of \(Words.article(phrase)) \(phrase) type.")
        source.line("public struct \(name): RawRepresentable, Hashable, Sendable {")
        source.rawValue(
            "String", "The identifier as a string, as exports and databases hold it.",
            initializer: "Creates an identifier from its string, whether or not a type of that name is known.",
            indent: 1)
        for type in types {
            source.rawConstant(type.swiftName, Words.literal(type.raw), comment(type), type.deprecation, indent: 1)
        }
        source.line("}")
    }

    private static func comment(_ type: TypeEntry) -> String {
        let subject = Words.phrase(type.swiftName)
        let values = type.valueEnum.isEmpty ? "" : ", whose values are those of ``\(type.valueEnum)``"
        let origin = type.ios == "none" ? "Not part of Apple's API." : "iOS \(type.ios)."
        return switch type.kind {
        case "quantity":
            "The identifier of \(subject), \(aggregation(type)) quantity in `\(type.unit)`. \(origin)"
        default:
            "The identifier of \(subject)\(values). \(origin)"
        }
    }

    private static func aggregation(_ type: TypeEntry) -> String {
        switch type.aggregation {
        case "cumulative": "a cumulative"
        case "discreteTemporallyWeighted": "a discrete, temporally weighted"
        case "discreteEquivalentContinuousLevel": "a discrete, energy-averaged"
        default: "a discrete"
        }
    }

    private static func constants(_ types: [TypeEntry], _ source: inout SourceText) {
        for (index, type) in types.filter({ !$0.constant.isEmpty }).enumerated() {
            if index > 0 { source.line() }
            source.doc("The identifier of the \(Words.phrase(type.swiftName)) type. iOS \(type.ios).")
            source.assignment("public let \(type.constant)", Words.literal(type.raw))
        }
    }
}

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
                "isShareable: \(type.isShareable), entry: \(type.entry.isEmpty ? "nil" : ".\(type.entry)")",
                "isDeprecated: \(type.deprecation != nil)",
            ]
        }
    }
}
