// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The connection through which a hub reads changes.
struct ChangeSource: Sendable {
    /// The file that other processes may write to; nil if they cannot.
    let file: String?
    private let reader: any DatabaseReader

    /// Creates a source with an existing connection.
    init(_ reader: any DatabaseReader, file: String? = nil) {
        self.reader = reader
        self.file = file
    }

    /// Reads the current counters.
    func counters() throws -> ChangeCounters {
        // A transaction would take longer than the read.
        try reader.unsafeRead { db in try ChangeCounters(db) }
    }

    /// Returns the changes since earlier counters, and the current counters.
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
