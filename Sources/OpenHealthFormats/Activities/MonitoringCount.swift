// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A count of a day so far, which a device writes several times a day and which begins anew at local midnight.
package struct MonitoringCount: Sendable, Equatable {
    /// The quantity that is counted.
    var type: HKQuantityTypeIdentifier
    /// The kind of activity, by its number in FIT. Each has counts of its own.
    var activity: UInt8
    /// The time, in seconds since 1970.
    var time: Double
    /// The count since midnight, in the canonical unit of the type.
    var value: Double
    /// The offset of the local clock in seconds east of UTC.
    var offset: Double
    /// The start of the file, in seconds since 1970; NaN if it does not state it.
    var fileStart: Double
    /// Whether the count is of an earlier input of the same call.
    var isKnown = false
}

/// The samples between the counts of a device.
enum MonitoringDifferences {
    /// A sample.
    struct Sample: Hashable {
        var type: HKQuantityTypeIdentifier
        var start: Double
        var end: Double
        var value: Double
    }

    private struct Key: Hashable {
        var type: HKQuantityTypeIdentifier
        var activity: UInt8
    }

    /// The seconds after the start of a file, or after midnight, in which a count is the first.
    private static let slack = 60.0

    /// Returns the differences of the counts of a device, in order of their ends.
    ///
    /// A file begins with the counts of the day so far. If the file before it is not there, these are where counting starts and no sample:
    /// they may have been imported before. Counts that decrease during a day give no sample either. Differences between the counts of
    /// earlier inputs of the call are left out: they are samples already.
    static func samples(_ counts: [MonitoringCount]) -> [Sample] {
        let groups = Dictionary(grouping: counts) { Key(type: $0.type, activity: $0.activity) }
        var samples: [Sample] = []
        for group in groups.values {
            let known = Set(differences(group.filter(\.isKnown)))
            samples += differences(group).filter { !known.contains($0) }
        }
        return samples.sorted {
            ($0.end, $0.start, $0.type.rawValue, $0.value) < ($1.end, $1.start, $1.type.rawValue, $1.value)
        }
    }

    /// Returns the differences of the counts of a type and kind of activity.
    private static func differences(_ counts: [MonitoringCount]) -> [Sample] {
        var samples: [Sample] = []
        var last: MonitoringCount?
        for count in counts.sorted(by: { ($0.time, $0.value) < ($1.time, $1.value) }) {
            if let sample = sample(count, after: last) { samples.append(sample) }
            last = count
        }
        return samples
    }

    private static func sample(_ count: MonitoringCount, after last: MonitoringCount?) -> Sample? {
        let midnight = ((count.time + count.offset) / 86_400).rounded(.down) * 86_400 - count.offset
        var (start, before) = (midnight, 0.0)
        if let last, last.time > midnight || (count.time == midnight && count.value >= last.value) {
            // A count at midnight is that of the day which ends.
            (start, before) = (last.time, last.value)
            if last.time <= midnight - 86_400 { (start, before) = (midnight - 86_400, 0) }
        } else if count.time == midnight {
            return nil
        } else if count.time - count.fileStart <= slack, count.time - midnight > slack {
            return nil
        } else if let last, last.time < midnight, count.time > midnight {
            start = midnight
        } else if count.fileStart > midnight, count.fileStart <= count.time {
            start = count.fileStart
        }
        let value = count.value - before
        return value > 0 && start <= count.time
            ? Sample(type: count.type, start: start, end: count.time, value: value) : nil
    }
}
