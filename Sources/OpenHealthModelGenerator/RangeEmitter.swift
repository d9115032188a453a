// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
