// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthModel
import OpenHealthStore

/// The time zone that days and times are meant in.
struct ZoneOptions: ParsableArguments {
    @Option(
        name: .customLong("timezone"),
        help: ArgumentHelp(
            "The time zone of dates and tables, such as Europe/Berlin; by default that of the store or the machine.",
            valueName: "zone"),
        completion: .list(TimeZone.knownTimeZoneIdentifiers))
    var timeZone: String?

    /// The zone that was asked for, or nil.
    func named() throws -> TimeZone? {
        try timeZone.map(Self.zone(named:))
    }

    /// Returns the zone with a name.
    /// - Throws: a ``ToolError`` for a name that no zone has.
    static func zone(named name: String) throws -> TimeZone {
        if let zone = TimeZone(identifier: name) { return zone }
        let near = HealthTypes.suggestions(for: name, among: TimeZone.knownTimeZoneIdentifiers)
        throw ToolError(
            .badArgument, "\(name.debugDescription) is no time zone",
            remedy: near.isEmpty
                ? "give a name such as Europe/Berlin" : "did you mean \(near.joined(separator: ", "))?")
    }

    /// The zone that was asked for, else the home zone of the store, else that of the machine.
    func zone(for database: HealthDatabase) throws -> TimeZone {
        try named() ?? database.homeTimeZone ?? TimeZone.current
    }
}
