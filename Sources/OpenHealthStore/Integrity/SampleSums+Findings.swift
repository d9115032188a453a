// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB

extension SampleSums {
    /// Returns the differences between the sums of the samples that were read and the stored sums, as lines of a report.
    mutating func findings(_ db: Database) throws -> [String] {
        var faults = FaultList(rest: "ranges of samples differ from their checksums")
        for (name, start, end) in try differingIntervals(db) {
            faults.add(
                "samples of \(name) between \(Self.day(start)) and \(Self.day(end)) differ from their checksums; restore a backup, "
                    + "or delete them and import them again, and then accept the others with `health check --repair`")
        }
        return faults.lines
    }

    /// Returns the civil day of an instant in UTC, or the instant if it is out of range.
    private static func day(_ seconds: Double) -> String {
        guard abs(seconds) < 1e11 else { return "\(seconds) s" }
        return Date(timeIntervalSince1970: seconds).formatted(.iso8601.year().month().day())
    }
}
