// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health show` command.
struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show all properties of a sample.",
        discussion: """
            Examples:
              health show 0A1B2C3D-0000-0000-0000-000000000000
              health show 0A1B2C3D-0000-0000-0000-000000000000 --format json
            """)

    @Argument(help: "The sample's UUID, from a listing.")
    var uuid: String

    @Option(help: .value("app", "The app, connection or import of the sample, if several have the UUID."))
    var app: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let uuid = try SampleUUID.parse(uuid)
        let database = try listing.open()
        guard let (record, details) = try database.detailedRecord(uuid: uuid, of: app) else {
            throw SampleUUID.notFound(uuid, kind: "sample")
        }
        let facts = SampleDetailsText(record: record, details: details, clock: try listing.clock(for: database))
        let output = Output.standard()
        switch listing.format {
        case .table:
            for line in facts.lines { try output.line(line) }
        case .csv:
            for row in [["section", "name", "value"]] + facts.rows {
                try output.write(CSVText.line(row, raw: listing.csv.raw))
            }
        case .json, .ndjson:
            try output.line(facts.json.text)
        }
        try output.flush()
    }
}

/// All properties of a sample, in the formats of `health show`.
struct SampleDetailsText {
    let record: SampleRecord
    /// The details of the sample, by the heading of their section.
    let details: [(String, [MetadataPair])]
    let clock: ZoneClock

    /// The section, name and value of every property, for programs.
    var rows: [[String]] {
        let columns = RecordColumns.all(clock: clock, showsType: true).filter { $0.audience != .people }
        var rows: [[String]] = []
        for column in columns where column.name != "metadata" && column.name != "device" {
            let field = column.cell(record).field
            if !field.isEmpty { rows.append(["sample", column.name, field]) }
        }
        rows += (record.device.map(DeviceText.pairs) ?? []).map { ["device", $0.0, $0.1] }
        rows += record.metadata.map { ["metadata", $0.key, $0.value] }
        for (section, pairs) in details { rows += pairs.map { [section, $0.key, $0.value] } }
        return rows
    }

    /// The properties as an object.
    var json: JSONValue {
        let columns = RecordColumns.all(clock: clock, showsType: true).filter { $0.audience != .people }
        let sections = details.map { section, pairs in
            JSONValue.object([
                ("section", .string(section)),
                (
                    "entries",
                    .array(pairs.map { .object([("name", .string($0.key)), ("value", .string($0.value))]) })
                ),
            ])
        }
        return .object(columns.map { ($0.name, $0.cell(record).json) } + [("details", .array(sections))])
    }

    /// The properties for people.
    var lines: [String] {
        var sections: [(String, [(String, String)])] = [("", sample)]
        sections.append(("device", record.device.map(DeviceText.pairs) ?? []))
        sections.append(("metadata", record.metadata.map { ($0.key, $0.value) }))
        sections += details.map { ($0.0, $0.1.map { ($0.key, $0.value) }) }
        var lines: [String] = []
        for (title, pairs) in sections where !pairs.isEmpty {
            if !lines.isEmpty { lines.append("") }
            if !title.isEmpty { lines.append(title.printable) }
            let width = pairs.reduce(0) { max($0, $1.0.printable.displayWidth) }
            lines += pairs.map { name, value in
                let name = name.printable
                let indent = title.isEmpty ? "" : "  "
                return indent + name + String(repeating: " ", count: width - name.displayWidth + 2) + value.printable
            }
        }
        return lines
    }

    private var sample: [(String, String)] {
        let value = RecordColumns.shownValue(record).map { shown in
            shown + (record.valueName == nil ? (record.originalUnit ?? record.unit).map { " " + $0 } ?? "" : "")
        }
        let facts: [(String, String?)] = [
            ("uuid", record.uuid.uuidString),
            ("type", HealthTypes.named(record.type).map { "\($0.swiftName) (\(record.type))" } ?? record.type),
            ("value", value),
            ("stored value", storedValue),
            ("start", clock.textWithOffset(record.start)),
            ("end", clock.textWithOffset(record.end)),
            ("duration", record.end > record.start ? duration : nil),
            ("source", record.source),
            ("version", record.sourceVersion),
            ("bundle", record.bundleIdentifier),
            ("created", record.created.map(clock.textWithOffset)),
            ("time zone", record.timeZone),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    private var duration: String { NumberText.duration(record.end.timeIntervalSince(record.start)) }

    private var storedValue: String? {
        guard let value = record.value, let unit = record.unit, let original = record.originalUnit, original != unit
        else { return nil }
        return NumberText.exact(PercentText.shown(value, unit: unit)) + " " + unit
    }
}
