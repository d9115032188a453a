// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Emits the table behind `ValueRanges`.
enum RangeEmitter {
    private static let names = ["impossibleBelow", "improbableBelow", "improbableAbove", "impossibleAbove"]

    static func file(_ entries: [RangeEntry]) -> String {
        SourceText.table(
            in: "ValueRanges", "The range of each quantity type.",
            "static let table: [ValueRange]"
        ) { source in
            for entry in entries {
                source.line("ValueRange(", indent: 2)
                source.line("type: \(Words.literal(entry.type.raw)),", indent: 3)
                let limits = zip(names, entry.limits).map { "\($0): \($1 ?? "nil")" }
                source.line(limits.prefix(2).joined(separator: ", ") + ",", indent: 3)
                source.line(limits.suffix(2).joined(separator: ", ") + "),", indent: 3)
            }
        }
    }
}
