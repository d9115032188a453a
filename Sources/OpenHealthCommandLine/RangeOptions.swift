// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// A range of dates.
public struct RangeOptions: ParsableArguments, Sendable {
    /// The start of the range as typed.
    @Option(help: .value("date", "The start of the range: \(DateParser.forms)."))
    public var from: String?

    /// The end of the range as typed.
    @Option(help: .value("date", "The end of the range; a day, month or year includes its end."))
    public var to: String?

    /// Creates the options with their defaults.
    public init() {}

    /// Returns the first instant of `from` and the end of `to`. Weeks begin on Monday.
    /// - Parameters:
    ///   - zone: The time zone of dates without one.
    ///   - now: The current date, for relative dates.
    /// - Throws: A ``ToolError`` if a date is invalid, or if the range ends before it begins.
    public func bounds(in zone: TimeZone, now: Date = Date()) throws -> (from: Date?, to: Date?) {
        try bounds(in: zone, firstWeekday: .monday, now: now)
    }

    /// Returns the first instant of `from` and the end of `to`.
    package func bounds(in zone: TimeZone, firstWeekday: Weekday, now: Date = Date()) throws -> (
        from: Date?, to: Date?
    ) {
        let parser = DateParser(timeZone: zone, now: now, firstWeekday: firstWeekday.rawValue)
        let (first, last) = (try from.map(parser.span), try to.map(parser.span))
        if let first, let last, last.start < first.start, last.end <= first.start {
            throw ToolError(.badArgument, "--to is before --from", remedy: "swap the two dates")
        }
        return (from: first?.start, to: last?.end)
    }
}

/// The time zone of days and times.
public struct ZoneOptions: ParsableArguments, Sendable {
    /// The name of the time zone as typed.
    @Option(
        name: .customLong("timezone"),
        help: .value(
            "zone",
            "The time zone of dates and tables, such as Europe/Berlin; by default that of the store or the machine."),
        completion: .list(TimeZone.knownTimeZoneIdentifiers))
    public var timeZone: String?

    /// Creates the options with their defaults.
    public init() {}

    /// Returns the requested time zone, or `nil`.
    public func named() throws -> TimeZone? {
        try timeZone.map(Self.zone(named:))
    }

    /// Returns the time zone with a name.
    /// - Throws: A ``ToolError`` if the name is unknown.
    package static func zone(named name: String) throws -> TimeZone {
        if let zone = TimeZone(identifier: name) { return zone }
        let near = HealthTypes.suggestions(for: name, among: TimeZone.knownTimeZoneIdentifiers)
        throw ToolError(
            .badArgument, "\(name.debugDescription) is not a time zone",
            remedy: near.isEmpty
                ? "give a name such as Europe/Berlin" : "did you mean \(near.joined(separator: ", "))?")
    }

    /// Returns the requested time zone or, without one, the home time zone of the store or the time zone of the computer.
    package func zone(for database: HealthDatabase) throws -> TimeZone {
        try named() ?? database.homeTimeZone ?? TimeZone.current
    }
}
