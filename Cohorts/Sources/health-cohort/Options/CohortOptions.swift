// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthWarehouse

/// The cohort of a command.
struct CohortOptions: ParsableArguments {
    /// The location of a cohort.
    enum Place {
        /// A cluster file.
        case file(URL)
        /// Servers, each of which has a list of all servers.
        case servers([URL])

        /// Returns the cohort with the layout of the file or the servers.
        /// - Throws: A `WarehouseError`.
        func warehouse(_ credentials: WarehouseCredentials) async throws -> Warehouse {
            switch self {
            case .file(let file): Warehouse(layout: try ClusterLayout(contentsOf: file), credentials: credentials)
            case .servers(let servers): try await Warehouse.connect(to: servers, credentials: credentials)
            }
        }
    }

    @Option(
        help: .value(
            "file|url",
            "The cluster: a cluster file, or addresses of its servers, separated by commas; by default $HEALTH_COHORT."),
        completion: .file())
    var cluster: String?

    @Flag(help: "Send $HEALTH_COHORT_PASSWORD to other machines also over plain HTTP, which exposes it to the network.")
    var insecure = false

    /// The user name and the password from the environment.
    var credentials: WarehouseCredentials {
        var credentials = WarehouseCredentials.environment
        credentials.allowsPlainHTTP = insecure
        return credentials
    }

    /// Returns the location in the arguments or, without one, in the environment.
    /// - Throws: A `ToolError`, `badArgument`.
    func place() throws -> Place {
        let (text, name) =
            cluster.map { ($0, "--cluster") }
            ?? (ProcessInfo.processInfo.environment["HEALTH_COHORT"] ?? "", "$HEALTH_COHORT")
        guard !text.isEmpty else {
            throw ToolError(
                .badArgument, cluster == nil ? "no cluster is given" : "--cluster names nothing",
                remedy: "give --cluster http://127.0.0.1:8123 or a cluster file, or set HEALTH_COHORT")
        }
        if text.contains("://") { return .servers(try Self.servers(text, in: name)) }
        guard FileManager.default.fileExists(atPath: text) else {
            throw ToolError(
                .badArgument, "\(name) names \(ClusterLayout.shown(text)), which is neither a file nor an address",
                remedy: "give an existing cluster file, or an address such as http://127.0.0.1:8123")
        }
        return .file(URL(fileURLWithPath: text))
    }

    /// Returns the cohort with the layout of the file or the servers.
    /// - Throws: A `ToolError` or a `WarehouseError`.
    func warehouse() async throws -> Warehouse {
        try await place().warehouse(credentials)
    }

    /// Parses addresses separated by commas.
    /// - Parameter name: The name of the option or variable, for errors.
    static func servers(_ text: String, in name: String) throws -> [URL] {
        try text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            let text = part.trimmingCharacters(in: .whitespaces)
            let url = URL(string: text)
            // Checked first, because the messages below print the address.
            guard url?.user == nil, url?.password == nil else {
                throw ToolError(
                    .badArgument, "an address in \(name) names a user",
                    remedy: "set HEALTH_COHORT_USER and HEALTH_COHORT_PASSWORD instead, which other users cannot see")
            }
            guard let url, let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
                url.host?.isEmpty == false
            else {
                let shown = url.map(ClusterLayout.shown) ?? ClusterLayout.shown(text)
                throw ToolError(
                    .badArgument,
                    "\(name) has \(text.isEmpty ? "an empty address" : "\(shown), which is not an address")",
                    remedy: "write addresses such as http://127.0.0.1:8123, separated by commas")
            }
            return url
        }
    }
}

/// The range of days of a cohort command.
struct CohortDayOptions: ParsableArguments {
    @Option(
        help: .value(
            "date",
            "The first day: 2024-03-10, or the beginning of 2024-03 or 2024; today, yesterday, -30d (also w, m, y)."))
    var from: String?

    @Option(help: .value("date", "The last day, or the end of a month or year."))
    var to: String?

    @Option(
        name: .customLong("timezone"),
        help: .value(
            "zone",
            "The time zone of today for --from and --to; by default the machine's. Days are always those of each "
                + "participant's home."),
        completion: .list(TimeZone.knownTimeZoneIdentifiers))
    var timeZone: String?

    /// Returns the requested days.
    /// - Throws: A ``ToolError`` if the arguments are invalid.
    func days() throws -> CohortDays {
        var (range, zone) = (RangeOptions(), ZoneOptions())
        (range.from, range.to, zone.timeZone) = (from, to, timeZone)
        return try CohortDays(range, in: try zone.named() ?? TimeZone.current)
    }
}

/// The days of `--from` and `--to`, for participants in different time zones.
struct CohortDays {
    /// The first day; `nil` if the range has no start.
    let from: CohortDay?
    /// The last day; `nil` if the range has no end.
    let to: CohortDay?

    /// - Parameter zone: The time zone of `today` and `-30d`.
    /// - Throws: A ``ToolError`` if a date is invalid, has a time of day, or is before 1970 or after 2105.
    init(_ range: RangeOptions, in zone: TimeZone, now: Date = Date()) throws {
        let parser = DateParser(timeZone: zone, now: now)
        // Throws an error if the range ends before it begins.
        _ = try range.bounds(in: zone, now: now)
        func day(_ text: String, _ instant: (DateSpan) -> Date) throws -> CohortDay {
            let span = try parser.span(text)
            // -30d and now are instants but refer to their day.
            guard span.start < span.end || !text.contains(":") else {
                throw ToolError(
                    .badArgument, "\(text.debugDescription) names a time of day, which differs among participants",
                    remedy: "name a day, such as 2026-03-10, a month or a year")
            }
            guard let day = CohortDay(ZoneClock(zone).text(instant(span)).prefix(10)) else {
                throw ToolError(
                    .badArgument, "\(text.debugDescription) is not from 1970 to 2105",
                    remedy: "give a later or earlier date")
            }
            return day
        }
        from = try range.from.map { try day($0, \.start) }
        to = try range.to.map { text in
            try day(text) { $0.start < $0.end ? $0.end.addingTimeInterval(-1) : $0.end }
        }
    }
}

/// The minimum size of the participant groups that are shown.
struct SmallGroupOptions: ParsableArguments {
    @Option(
        help: .value(
            "number", "The minimum size of shown groups; \(SmallGroups.standard.minimum) by default; 1 hides nothing."))
    var minimumGroup: Int?

    /// Returns the requested rule, or the default.
    /// - Throws: A `WarehouseError`, `invalidArgument`.
    func rule() throws -> SmallGroups {
        try minimumGroup.map(SmallGroups.init(minimum:)) ?? .standard
    }
}
