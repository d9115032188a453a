// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// One kind of record from one source: how many a day, when, and with what in it.
struct DemoStream: Sendable {
    /// The value of a record.
    enum Value: Sendable {
        /// A number in the metric unit, by chance and by how much of the day has gone (0...1).
        case number(@Sendable (inout SeededGenerator, Double) -> Double)
        /// So much for each second of the record: one of some paces, all of them whole, so that every part of a record
        /// that begins and ends at whole seconds is whole too.
        case pace([Int])
        /// One of some names.
        case names([String])
        /// None at all.
        case none
    }

    /// How the day's records lie in time.
    enum Kind: Sendable {
        /// Spread over the waking hours.
        case plain
        /// As many as fill up the number of records asked for.
        case filling
        /// One after another through the night.
        case night
        /// Walks through the waking hours, most of which the streams with the same times have too.
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
    /// Only on days whose number leaves a remainder below `days` when divided by `every`.
    var every = 1
    var days = 1
    /// The hours of the day between which the records lie.
    var hours = 7..<23
    /// The seconds that a record takes.
    var duration = 0...0
    /// Metadata of which each record has one, by chance.
    var metadata: [[MetadataPair]] = []
    /// Whether the records name the time zone.
    var namesZone = false
    /// Every so many days the last record stands twice, the same in every byte; 0 for never.
    var repeatsEvery = 0
    /// Streams with the same number have the same times, or those of the same walks.
    var sharedTimes: UInt64?

    /// Whether the stream has records on a day.
    func isActive(_ day: Int) -> Bool {
        day % every < days
    }

    func repeats(_ day: Int) -> Bool {
        repeatsEvery > 0 && day % repeatsEvery == 0
    }
}

/// One record of a stream.
struct DemoRow {
    var start: Int64
    var end: Int64
    var created: Int64
    var number: Double
    var name: Int
    var metadata: Int
}
