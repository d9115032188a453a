// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The result of a push on the wire.
package struct PushReceiptJSON: JSONRepresentable, Equatable {
    /// The counts of a type.
    package struct TypeCounts: JSONRepresentable, Equatable {
        /// The identifier of the type.
        package var type: String
        /// Whether the counts are those of figures of intervals instead of samples.
        package var isAggregate: Bool
        package var counts: PushedReceipt.Counts

        package static let format = JSONFormat<TypeCounts>.object(
            named: "PushCounts", about: "The result of a push for one type.", ignoresOthers: true,
            .required("type", \.type, .string.described("The identifier of the type.")),
            .required(
                "isAggregate", \.isAggregate,
                .bool.described("Whether figures of intervals are counted instead of samples.")),
            .required("added", \.counts.added, .integer().described("The number that was added.")),
            .required(
                "replaced", \.counts.replaced, .integer().described("The number that replaced earlier versions.")),
            .required(
                "updated", \.counts.updated,
                .integer().described("The number that was stored already and has facts now that it lacked.")),
            .required(
                "known", \.counts.known,
                .integer().described(
                    "The number that was stored already and did not change; 0 for types that the app may not read, whose samples all count as added."
                ))
        ) {
            TypeCounts(
                type: $0, isAggregate: $1,
                counts: PushedReceipt.Counts(added: $2, replaced: $3, updated: $4, known: $5))
        }
    }

    /// A refused part of the push, or a value that was kept although it is unknown.
    package struct Remark: JSONRepresentable, Equatable {
        /// The JSON pointer of the part.
        package var pointer: String
        package var reason: String
        /// The remedy; empty if there is none.
        package var remedy: String
        /// The number of readings.
        package var count: Int

        package static let format = JSONFormat<Remark>.object(
            named: "PushRemark", about: "A part of a push that was refused, or that was kept although it is unknown.",
            ignoresOthers: true,
            .required(
                "pointer", \.pointer, .string.described("The JSON pointer (RFC 6901) of the part of the body.")),
            .required("reason", \.reason, .string),
            .required("count", \.count, .integer().described("The number of readings.")),
            .optional("remedy", \.remedy, .string, default: "")
        ) { Remark(pointer: $0, reason: $1, remedy: $3, count: $2) }
    }

    /// The counts by type.
    package var types: [TypeCounts]
    /// The number of deleted samples.
    package var deleted: Int
    /// The number of refused readings.
    package var refused: Int
    /// The first refusals.
    package var refusals: [Remark]
    /// The first warnings.
    package var warnings: [Remark]

    /// Creates the form of a receipt.
    package init(_ receipt: PushedReceipt) {
        func counts(_ counts: [String: PushedReceipt.Counts], isAggregate: Bool) -> [TypeCounts] {
            counts.sorted { $0.key < $1.key }.map {
                TypeCounts(type: $0.key, isAggregate: isAggregate, counts: $0.value)
            }
        }
        types = counts(receipt.samples, isAggregate: false) + counts(receipt.aggregates, isAggregate: true)
        deleted = receipt.deleted
        refused = receipt.refusals.count
        refusals = receipt.refusals.entries.map(Remark.init)
        warnings = receipt.warnings.entries.map(Remark.init)
    }

    private init(types: [TypeCounts], deleted: Int, refused: Int, refusals: [Remark], warnings: [Remark]) {
        self.types = types
        self.deleted = deleted
        self.refused = refused
        self.refusals = refusals
        self.warnings = warnings
    }

    package static let format = JSONFormat<PushReceiptJSON>(
        name: "PushReceipt",
        .object([
            "added": .integer().described("The number of samples and figures that were added."),
            "replaced": .integer().described("The number that replaced earlier versions of themselves."),
            "updated": .integer().described("The number that were stored already and have facts now that they lacked."),
            "known": .integer().described("The number that were stored already and did not change."),
            "deleted": .integer().described("The number of deleted samples."),
            "refused": .integer().described("The number of refused readings."),
            "types": .array(of: TypeCounts.format.reference), "refusals": .array(of: Remark.format.reference),
            "warnings": .array(of: Remark.format.reference),
        ]).described("The result of a push, which is on disk.")
    ) { value in
        .object([
            ("added", .integer(value.types.reduce(0) { $0 + $1.counts.added })),
            ("replaced", .integer(value.types.reduce(0) { $0 + $1.counts.replaced })),
            ("updated", .integer(value.types.reduce(0) { $0 + $1.counts.updated })),
            ("known", .integer(value.types.reduce(0) { $0 + $1.counts.known })),
            ("deleted", .integer(value.deleted)), ("refused", .integer(value.refused)),
            ("types", .array(value.types.map(\.json))), ("refusals", .array(value.refusals.map(\.json))),
            ("warnings", .array(value.warnings.map(\.json))),
        ])
    } decode: { (json) throws(Problem) in
        var types: [TypeCounts] = []
        for entry in try json.required("types").array() { types.append(try TypeCounts(entry)) }
        var refusals: [Remark] = []
        for entry in try json.required("refusals").array() { refusals.append(try Remark(entry)) }
        var warnings: [Remark] = []
        for entry in try json.required("warnings").array() { warnings.append(try Remark(entry)) }
        return PushReceiptJSON(
            types: types, deleted: try json.required("deleted").integer(),
            refused: try json.required("refused").integer(),
            refusals: refusals, warnings: warnings)
    }
}

extension PushReceiptJSON.Remark {
    fileprivate init(_ refusal: PushRefusal) {
        self.init(pointer: refusal.pointer, reason: refusal.reason, remedy: refusal.remedy, count: refusal.count)
    }
}
