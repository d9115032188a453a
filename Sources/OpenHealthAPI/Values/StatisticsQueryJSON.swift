// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A query for statistics on the wire.
package struct StatisticsQueryJSON: JSONRepresentable {
    /// The type of the samples.
    package var type: HKQuantityType
    /// The predicate of the samples.
    package var predicate: PredicateNode
    /// The requested values.
    package var options: HKStatisticsOptions
    /// The intervals; nil for a single one that contains everything.
    package var buckets: BucketsJSON?

    package init(
        type: HKQuantityType, predicate: PredicateNode = .constant(true), options: HKStatisticsOptions,
        buckets: BucketsJSON? = nil
    ) {
        self.type = type
        self.predicate = predicate
        self.options = options
        self.buckets = buckets
    }

    package static let format = JSONFormat<StatisticsQueryJSON>.object(
        named: "StatisticsQuery",
        .required("type", \.type, .statisticsType),
        .optional("predicate", \.predicate, .predicate, default: .constant(true)),
        .optional("options", \.givenOptions, .options), .optional("buckets", \.buckets, BucketsJSON.format)
    ) { type, predicate, options, buckets in
        StatisticsQueryJSON(
            type: type, predicate: predicate, options: options ?? StatisticsOptionNames.allFigures(of: type),
            buckets: buckets)
    }

    private var givenOptions: HKStatisticsOptions? { options }
}

extension JSONFormat where Value == HKQuantityType {
    /// The format of the identifier of a type that has statistics.
    fileprivate static var statisticsType: JSONFormat {
        .identifier { (json) throws(Problem) in
            guard let type = try json.objectType() as? HKQuantityType else {
                throw json.problem("This is not a quantity type, so it has no statistics.", kind: .invalidArgument)
            }
            return type
        }
    }
}

extension JSONFormat where Value == HKStatisticsOptions {
    /// The format of the names of options.
    fileprivate static var options: JSONFormat {
        JSONFormat(.array(of: .one(of: StatisticsOptionNames.all.map(\.name)))) { options in
            .array(StatisticsOptionNames.names(options).map(JSONValue.string))
        } decode: { (json) throws(Problem) in
            try StatisticsOptionNames.options(try json.array())
        }
    }
}

/// The intervals of a collection of statistics on the wire: a length, the start of one of them, and the calendar.
package struct BucketsJSON: JSONRepresentable {
    /// The start of one of the intervals.
    package var anchor: Date
    /// The length of the intervals.
    package var interval: DateComponents
    /// The calendar of years and months, with the time zone of days.
    package var calendar: Calendar

    package init(anchor: Date, interval: DateComponents, calendar: Calendar) {
        self.anchor = anchor
        self.interval = interval
        self.calendar = calendar
    }

    package static let format = JSONFormat<BucketsJSON>.object(
        named: "Buckets", about: "Adjacent intervals of one length, which are also correct when clocks change.",
        .required("anchor", \.anchor, .date.described("The start of one of the intervals.")),
        .required("interval", \.interval, .bucketLength),
        .optional(
            "calendar", \.calendarName,
            .one(of: CalendarName.all.map { ($0.name, $0.identifier) }, orElse: CalendarName.unknown)),
        .required(
            "timeZone", \.calendar.timeZone,
            .timeZone.described("The time zone that determines days, such as Europe/Berlin."))
    ) { anchor, interval, identifier, zone in
        var calendar = Calendar(identifier: identifier ?? .gregorian)
        calendar.timeZone = zone
        return BucketsJSON(anchor: anchor, interval: interval, calendar: calendar)
    }

    /// The identifier of the calendar, if it has a name.
    private var calendarName: Calendar.Identifier? {
        CalendarName.name(calendar.identifier) == nil ? .gregorian : calendar.identifier
    }

    /// The units of a length.
    package static var parts: [(name: String, path: WritableKeyPath<DateComponents, Int?>)] {
        [
            ("year", \.year), ("quarter", \.quarter), ("month", \.month), ("weekOfYear", \.weekOfYear),
            ("weekOfMonth", \.weekOfMonth), ("day", \.day), ("hour", \.hour), ("minute", \.minute),
            ("second", \.second),
        ]
    }
}

extension JSONFormat where Value == DateComponents {
    /// The format of the length of buckets.
    fileprivate static var bucketLength: JSONFormat {
        let part = JSONSchema.integer(0...315_569_520_000)
        return JSONFormat(
            JSONSchema.object(required: [], optional: BucketsJSON.parts.map { ($0.name, part) })
                .with("minProperties", .integer(1))
                .described("The length: one or more of these, which add up to more than 0.")
        ) { interval in
            .object(
                BucketsJSON.parts.compactMap { part in
                    interval[keyPath: part.path].map { (part.name, JSONValue.integer($0)) }
                })
        } decode: { (json) throws(Problem) in
            try json.check(keys: BucketsJSON.parts.map(\.name))
            var interval = DateComponents()
            for part in BucketsJSON.parts { interval[keyPath: part.path] = try json.optional(part.name)?.integer() }
            return interval
        }
    }
}

extension JSONFormat where Value == DateInterval {
    /// The format of a time interval. Its length is sent in addition to its dates, because the end is the rounded sum of the start
    /// and the length.
    package static let interval = JSONFormat(
        name: "Interval",
        .object(["startDate": .date, "endDate": .date, "seconds": .number])
            .described("An interval of time and its duration.")
    ) { interval in
        .object([
            ("startDate", .string(APIDate.text(interval.start))),
            ("endDate", .string(APIDate.text(interval.end))), ("seconds", .double(interval.duration)),
        ])
    } decode: { (json) throws(Problem) in
        try read(json)
    }

    private static func read(_ json: JSONReader) throws(Problem) -> DateInterval {
        let start = try json.required("startDate").date()
        if let seconds = try json.optional("seconds") {
            let duration = try seconds.double()
            guard duration >= 0 else { throw seconds.problem("The duration of an interval cannot be negative.") }
            return DateInterval(start: start, duration: duration)
        }
        let end = try json.required("endDate")
        let date = try end.date()
        guard start <= date else { throw end.problem("The interval ends before it starts.") }
        return DateInterval(start: start, end: date)
    }
}
