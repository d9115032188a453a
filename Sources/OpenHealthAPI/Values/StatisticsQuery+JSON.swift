// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

extension StatisticsQuery: JSONRepresentable {
    /// The JSON form of a query.
    package static let format = JSONFormat<StatisticsQuery>.object(
        named: "StatisticsQuery",
        .required("type", \.type, .statisticsType),
        .optional("predicate", \.predicate, .predicate, default: .constant(true)),
        .optional("options", \.givenOptions, .options), .optional("buckets", \.buckets, CivilBuckets.format)
    ) { type, predicate, options, buckets in
        StatisticsQuery(
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

extension CivilBuckets: JSONRepresentable {
    /// The JSON form of the intervals of a collection of statistics.
    package static let format = JSONFormat<CivilBuckets>.object(
        named: "Buckets", about: "Adjacent intervals of one length, which are also correct when clocks change.",
        .required("anchor", \.anchor, .date.described("The start of one of the intervals.")),
        .required("interval", \.interval, .bucketLength),
        .optional(
            "calendar", \.calendarName,
            .one(of: CalendarName.all.map { ($0.name, $0.identifier) }, orElse: CalendarName.unknown)),
        .required(
            "timeZone", \.timeZone,
            .timeZone.described("The time zone that determines days, such as Europe/Berlin."))
    ) { (anchor, interval, identifier, zone) throws(Problem) in
        var calendar = Calendar(identifier: identifier ?? .gregorian)
        calendar.timeZone = zone
        return try of(anchor: anchor, interval: interval, calendar: calendar)
    }

    /// Returns the intervals of a request.
    /// - Throws: A ``Problem``: `invalidArgument` if they are not valid.
    package static func of(anchor: Date, interval: DateComponents, calendar: Calendar) throws(Problem) -> CivilBuckets {
        do {
            return try CivilBuckets(anchor: anchor, interval: interval, calendar: calendar)
        } catch {
            throw Problem(
                .invalidArgument, "The intervals of the collection: \(error)",
                healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
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
            JSONSchema.object(required: [], optional: CivilBuckets.parts.map { ($0.name, part) })
                .with("minProperties", .integer(1))
                .described("The length: one or more of these, which add up to more than 0.")
        ) { interval in
            .object(
                CivilBuckets.parts.compactMap { part in
                    interval[keyPath: part.path].map { (part.name, JSONValue.integer($0)) }
                })
        } decode: { (json) throws(Problem) in
            try json.check(keys: CivilBuckets.parts.map(\.name))
            var interval = DateComponents()
            for part in CivilBuckets.parts { interval[keyPath: part.path] = try json.optional(part.name)?.integer() }
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
