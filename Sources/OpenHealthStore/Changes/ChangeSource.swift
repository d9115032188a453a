// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// Where a hub reads what has happened.
struct ChangeSource: Sendable {
    /// The file that other processes may write to; nil if they cannot.
    let file: String?
    private let reader: any DatabaseReader

    /// Reads through a connection that is there.
    init(_ reader: any DatabaseReader, file: String? = nil) {
        self.reader = reader
        self.file = file
    }

    /// Reads the counters of now.
    func counters() throws -> ChangeCounters {
        // Outside a transaction, whose beginning and end would cost more than the reading.
        try reader.unsafeRead { db in try ChangeCounters(db) }
    }

    /// Returns the changes since some earlier moments, and the counters at their end.
    func ranges(
        from earlier: Set<ChangeCounters>
    ) throws -> (now: ChangeCounters, ranges: [ChangeCounters: ChangeRange]) {
        try reader.read { db in
            let now = try ChangeCounters(db)
            var ranges: [ChangeCounters: ChangeRange] = [:]
            for counters in earlier { ranges[counters] = try counters.range(to: now, db) }
            return (now, ranges)
        }
    }
}
