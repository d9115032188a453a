// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The stored samples of one type at the start dates of a section of an import.
struct Candidates {
    private var rows: [StoredRow] = []
    private var cursor = 0

    /// Loads the samples between the first and the last start date at once, unless there are so many that single lookups are
    /// cheaper.
    init(_ reader: borrowing StoredRowReader, type: Int64, starts: [Double]) throws {
        guard let first = starts.first, let last = starts.last else { return }
        if let range = try reader.rows(type: type, from: first, to: last, limit: 16 * starts.count + 256) {
            rows = range
        } else {
            var seen = -Double.infinity
            for start in starts where start != seen {
                seen = start
                rows += try reader.rows(type: type, from: start, to: start) ?? []
            }
        }
    }

    /// Returns the samples with a start date. Call it with start dates in ascending order.
    mutating func rows(at start: Double) -> ArraySlice<StoredRow> {
        while cursor < rows.count, rows[cursor].start < start { cursor += 1 }
        var end = cursor
        while end < rows.count, rows[end].start == start { end += 1 }
        return rows[cursor..<end]
    }
}
