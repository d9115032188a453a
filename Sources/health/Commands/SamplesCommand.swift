// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health samples` command.
struct SamplesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "List samples of one or more types.",
        discussion: """
            A TYPE is a short name (stepCount, step_count) or an identifier (HKQuantityTypeIdentifierStepCount), in \
            capitals or not; `health types` lists those in the store. Tables give values in the unit they were written \
            in; csv and json also have them in the unit of the type. On a narrow terminal, tables omit the UUID. Blood \
            pressures and food are listed with their values, which csv and json have under "members".

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health samples heartRate --from today
              health samples stepCount --from 2024-03 --to 2024-03 --format csv
              health samples bodyMass --limit 5 --newest-first
              health samples sleepAnalysis --source "Apple Watch" --from -7d
              health samples heartRate --min 120 --metadata HKMetadataKeyHeartRateMotionContext=1
              health samples bodyMass --unit lb --columns start,value
              health samples bloodPressure
              health samples --all --from today
            """)

    @Argument(help: "Types, such as stepCount.", completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: [String] = []

    @Flag(help: "List samples of all types.")
    var all = false

    @OptionGroup var range: RangeOptions

    @OptionGroup var filters: SampleFilterOptions

    @Option(help: .value("count", "The maximum number of samples."))
    var limit: Int?

    @Flag(help: "List the newest samples first.")
    var newestFirst = false

    @Option(
        help: .value(
            "names", "The columns, separated by commas, such as start,value,source; csv and json list all names."))
    var columns: String?

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        if type.isEmpty, !all { throw ValidationError("Missing expected argument '<type> ...' or --all") }
        if !type.isEmpty, all { throw ValidationError("types and --all cannot be combined") }
        if all, filters.unit != nil || filters.value != nil {
            throw ValidationError("--all cannot be combined with --unit and --value")
        }
        try Limit.check(limit)
    }

    func run() throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let bounds = try range.bounds(in: clock.zone, firstWeekday: database.firstWeekday)
        var request = SampleRequest()
        request.types = try type.map { try Self.sampleType($0, in: database) }
        request.from = bounds.from
        request.to = bounds.to
        request.limit = filters.leavesOut ? nil : limit
        request.newestFirst = newestFirst
        let filter = try filters.filter(types: request.types, in: database)
        let kinds = Set(request.types.map { HealthTypes.named($0)?.kind })
        let hasMembers = all || kinds.contains(.correlation)
        let members = MemberColumns(members: hasMembers ? try database.correlationMembers() : [:])
        let known =
            RecordColumns.all(clock: clock, showsType: all || Set(request.types).count > 1)
            + (hasMembers ? [members.column] : [])
        let printer = Listing(
            try columns.map { try ColumnChoice.choose($0, from: known, for: listing.format) } ?? known,
            format: listing.format, raw: listing.csv.raw, clock: clock, output: .standard(),
            nothing: "no such samples")
        var rest = limit ?? .max
        try database.forEachSample(request) { record in
            guard let record = filter.apply(record) else { return true }
            try printer.add(listing.format == .table ? members.shown(record) : record)
            rest -= 1
            return rest > 0
        }
        try printer.end()
    }

    private static func sampleType(_ text: String, in database: HealthDatabase) throws -> String {
        // The types in the store are needed for unknown names only, because reading them is slow.
        let identifier = try TypeName.identifier(of: text, stored: try stored(unless: text, in: database))
        switch HealthTypes.named(identifier)?.kind {
        case .characteristic:
            throw ToolError(.badArgument, "\(identifier) has no samples", remedy: "see `health me`")
        case .activitySummary:
            throw ToolError(.badArgument, "\(identifier) has no samples", remedy: "see `health summaries`")
        default: return identifier
        }
    }

    /// Returns the types in the store with samples.
    /// - Throws: A ``ToolError`` if the string is the name of unknown elements.
    private static func stored(unless text: String, in database: HealthDatabase) throws -> [String] {
        let types = try database.types()
        if types.contains(where: { $0.kind == .unknownElement && $0.identifier == text }) {
            throw ToolError(
                .badArgument, "\(text) is an unknown element, which is kept as written and has no samples",
                remedy: "see the table unknown_element with the sqlite3 shell")
        }
        return types.filter { $0.kind != .unknownElement }.map(\.identifier)
    }
}
