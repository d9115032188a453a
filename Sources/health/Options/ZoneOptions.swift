// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// The time zone of days and times.
struct ZoneOptions: ParsableArguments {
    @Option(
        name: .customLong("timezone"),
        help: .value(
            "zone",
            "The time zone of dates and tables, such as Europe/Berlin; by default that of the store or the machine."),
        completion: .list(TimeZone.knownTimeZoneIdentifiers))
    var timeZone: String?

    /// Returns the requested time zone, or `nil`.
    func named() throws -> TimeZone? {
        try timeZone.map(Self.zone(named:))
    }

    /// Returns the time zone with a name.
    /// - Throws: A ``ToolError`` if the name is unknown.
    static func zone(named name: String) throws -> TimeZone {
        if let zone = TimeZone(identifier: name) { return zone }
        let near = HealthTypes.suggestions(for: name, among: TimeZone.knownTimeZoneIdentifiers)
        throw ToolError(
            .badArgument, "\(name.debugDescription) is not a time zone",
            remedy: near.isEmpty
                ? "give a name such as Europe/Berlin" : "did you mean \(near.joined(separator: ", "))?")
    }

    /// Returns the requested time zone or, without one, the home time zone of the store or the time zone of the computer.
    func zone(for database: HealthDatabase) throws -> TimeZone {
        try named() ?? database.homeTimeZone ?? TimeZone.current
    }
}
