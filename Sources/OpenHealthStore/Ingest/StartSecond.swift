// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The start dates of the stored samples that a record can be.
///
/// Exports contain whole seconds. A record that starts at a whole second can therefore be the copy of any sample that starts
/// in that second; a record with a fraction is only a sample with the same start.
struct StartSecond {
    /// The start of the record.
    let first: Double
    /// The latest start of a sample that the record can be.
    let last: Double

    init(_ start: Double) {
        first = start
        last = Self.isWhole(start) ? (start + 1).nextDown : start
    }

    /// Whether a date has no fraction of a second.
    static func isWhole(_ date: Double) -> Bool { date == date.rounded(.down) }

    /// Returns whether the end of a stored sample is that of a record, which may have lost fractions of seconds.
    /// - Parameters:
    ///   - end: the end of the record.
    ///   - row: the stored sample.
    static func isSameEnd(_ end: Double, _ row: StoredRow) -> Bool {
        row.end == end || (hasFraction(row) && row.end.rounded(.down) == end)
    }

    /// Whether a stored sample has dates that exports cannot contain.
    static func hasFraction(_ row: StoredRow) -> Bool { !isWhole(row.start) || !isWhole(row.end) }
}
