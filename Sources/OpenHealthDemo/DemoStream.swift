// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics

/// One kind of record of one source: the frequency, the times, and the contents.
struct DemoStream: Sendable {
    /// The value of a record.
    enum Value: Sendable {
        /// A number in the metric unit, computed from a random generator and the elapsed fraction of the day (0...1).
        case number(@Sendable (inout SeededGenerator, Double) -> Double)
        /// A number per second of the record: one of several integral paces, so that every part of a record with integral seconds
        /// is integral too.
        case pace([Int])
        /// One of several names.
        case names([String])
        /// No value.
        case none
    }

    /// The distribution of the records over a day.
    enum Kind: Sendable {
        /// Distributed over the waking hours.
        case plain
        /// The number of records required to reach the requested total.
        case filling
        /// Consecutive through the night.
        case night
        /// Walks during the waking hours, most of which also occur in the streams with the same times.
        case walks
        /// With a list of beats.
        case beats
    }

    var type: String
    var unit: DemoUnit?
    var source: DemoSource
    var perDay: Int
    var value: Value
    var kind = Kind.plain
    /// The stream has records only on days whose number modulo `every` is less than `days`.
    var every = 1
    var days = 1
    /// The days of the menstrual cycle with records, in place of `every` and `days`.
    var cycleDays: Range<Int>?
    /// The range of hours of the records.
    var hours = 7..<23
    /// The range of durations of a record in seconds.
    var duration = 0...0
    /// The metadata of which each record has a random element.
    var metadata: [[MetadataPair]] = []
    /// Whether the records contain the time zone.
    var namesZone = false
    /// The interval in days at which the last record is repeated identically; 0 for never.
    var repeatsEvery = 0
    /// Streams with the same number have the same times, or those of the same walks.
    var sharedTimes: UInt64?

    /// Returns whether the stream has records on a day.
    func isActive(_ day: Int, _ story: DemoStory) -> Bool {
        cycleDays?.contains(story.cycleDay(day)) ?? (day % every < days)
    }

    func repeats(_ day: Int) -> Bool {
        repeatsEvery > 0 && day % repeatsEvery == 0
    }
}

/// A record of a stream.
struct DemoRow {
    var start: Int64
    var end: Int64
    var created: Int64
    var number: Double
    var name: Int
    var metadata: Int
}
