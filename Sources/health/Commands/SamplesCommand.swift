// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import HealthModel
import HealthStore

/// `health samples`.
struct SamplesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "samples",
        abstract: "List samples of one or more types.",
        discussion: """
            A TYPE is a short name (stepCount, step_count) or an identifier (HKQuantityTypeIdentifierStepCount), in \
            capitals or not; `health types` lists those in the store. Tables give values in the unit they were written \
            in; csv and json give them in the type's own unit too. On a narrow terminal tables leave the UUID out.

            Dates: \(DateParser.forms) (also h, w, m, y).

            Examples:
              health samples heartRate --from today
              health samples stepCount --from 2024-03 --to 2024-03 --format csv
              health samples bodyMass --limit 5 --newest-first
              health samples sleepAnalysis --source "Apple Watch" --from -7d
            """)

    @Argument(help: "Types, such as stepCount.", completion: .list(HealthTypes.all.map(\.swiftName)))
    var type: [String]

    @OptionGroup var range: RangeOptions

    @Option(help: ArgumentHelp("Only samples of this source, by its name.", valueName: "name"))
    var source: String?

    @Option(help: ArgumentHelp("At most so many samples.", valueName: "count"))
    var limit: Int?

    @Flag(help: "Begin with the newest sample instead of the oldest.")
    var newestFirst = false

    @OptionGroup var listing: ListingOptions

    func validate() throws {
        try Limit.check(limit)
    }

    func run() throws {
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let bounds = try range.bounds(in: clock.zone)
        var request = SampleRequest()
        request.types = try type.map { try Self.sampleType($0, in: database) }
        request.from = bounds.from
        request.to = bounds.to
        request.source = source
        request.limit = limit
        request.newestFirst = newestFirst
        let columns = SampleColumns.all(clock: clock, showsType: Set(request.types).count > 1)
        let printer = Listing(
            columns, format: listing.format, clock: clock, output: .standard(), nothing: "no such samples")
        try database.forEachSample(request) { record in
            try printer.add(record)
            return true
        }
        if let source, printer.isEmpty { try Self.checkSource(source, in: database) }
        try printer.end()
    }

    private static func sampleType(_ text: String, in database: HealthDatabase) throws -> String {
        // What the store has matters for names that nobody knows alone, and takes a while to find out.
        let identifier = try TypeName.identifier(of: text, stored: try stored(unless: text, in: database))
        switch HealthTypes.named(identifier)?.kind {
        case .characteristic:
            throw ToolError(.badArgument, "\(identifier) has no samples", remedy: "see `health me`")
        case .activitySummary:
            throw ToolError(.badArgument, "\(identifier) has no samples", remedy: "see `health summaries`")
        default: return identifier
        }
    }

    /// The types in the store that have samples.
    /// - Throws: a ``ToolError`` where the text is the name of elements that nobody knows.
    private static func stored(unless text: String, in database: HealthDatabase) throws -> [String] {
        let types = try database.types()
        if types.contains(where: { $0.kind == .unknownElement && $0.identifier == text }) {
            throw ToolError(
                .badArgument, "\(text) has no samples: nobody knows this element yet, and it is kept as it was written",
                remedy: "see the table unknown_element with the sqlite3 shell")
        }
        return types.filter { $0.kind != .unknownElement }.map(\.identifier)
    }

    /// A source that the store does not have is a slip of the keyboard, not a question with an empty answer.
    private static func checkSource(_ name: String, in database: HealthDatabase) throws {
        let names = try database.sources().map(\.name)
        guard !names.contains(where: { SourceName.key($0) == SourceName.key(name) }) else { return }
        throw SourceName.unknown(name, among: names)
    }
}
