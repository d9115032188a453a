// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Which rows of an optional column have a value.
struct DefinitionLevels {
    /// The number of rows.
    private(set) var count = 0
    /// The number of rows without a value.
    private(set) var nullCount = 0
    /// One level a row: 1 with a value, 0 without. Empty while every row has a value.
    private var levels: [UInt8] = []

    @inline(__always)
    mutating func append(_ hasValue: Bool) {
        if !hasValue {
            if nullCount == 0 { levels = [UInt8](repeating: 1, count: count) }
            nullCount += 1
        }
        if nullCount > 0 { levels.append(hasValue ? 1 : 0) }
        count += 1
    }

    /// Appends rows that all have a value, or all have none.
    mutating func append(_ hasValue: Bool, count rows: Int) {
        if rows == 0 { return }
        if !hasValue {
            if nullCount == 0 { levels = [UInt8](repeating: 1, count: count) }
            nullCount += rows
        }
        if nullCount > 0 { levels.append(contentsOf: repeatElement(hasValue ? 1 : 0, count: rows)) }
        count += rows
    }

    /// The levels as a data page begins with them: their size, and runs.
    var encoded: [UInt8] {
        Self.encoded(nullCount == 0 ? [UInt8](repeating: 1, count: count) : levels, width: 1)
    }

    /// Levels as a data page has them.
    static func encoded(_ levels: [UInt8], width: Int) -> [UInt8] {
        var runs: [UInt8] = []
        RunLengthEncoder.encode(levels, width: width, to: &runs)
        return ParquetPlain.size(runs.count) + runs
    }
}
