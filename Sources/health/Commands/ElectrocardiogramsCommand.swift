// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health ecgs` command.
struct ElectrocardiogramsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ecgs",
        abstract: "List electrocardiograms, or the voltages of one.",
        discussion: """
            Examples:
              health ecgs
              health ecgs --voltages 0A1B2C3D-0000-0000-0000-000000000000 \\
                  --format csv > ecg.csv
            """)

    @Option(help: .value("uuid", "List the voltages of the electrocardiogram with this UUID."))
    var voltages: String?

    @OptionGroup var listing: ListingOptions

    func run() throws {
        let uuid = try voltages.map(SampleUUID.parse)
        let database = try listing.open()
        let clock = try listing.clock(for: database)
        let all = try database.electrocardiograms()
        guard let uuid else {
            try listing.print(all, as: Self.columns, clock: clock, nothing: "no ECGs")
            return
        }
        guard let record = all.first(where: { $0.sample.uuid == uuid }) else {
            throw SampleUUID.notFound(uuid, kind: "ECG")
        }
        let rows = try database.voltages(uuid: uuid).enumerated().map { index, voltage in
            Voltage(seconds: Double(index) / record.sampleRate, voltage: voltage, unit: record.unit)
        }
        try listing.print(rows, as: Self.voltageColumns, clock: clock, nothing: "no voltages")
    }

    private struct Voltage {
        let seconds: Double
        let voltage: Double
        let unit: String
    }

    private static var columns: [Column<ElectrocardiogramRecord>] {
        [
            Column("uuid", for: .programs) { .text($0.sample.uuid.uuidString) },
            Column("start") { .instant($0.sample.start) },
            Column("end", for: .programs) { .instant($0.sample.end) },
            Column("classification", fit: .cuttable) { .text($0.classification) },
            Column("sampleRate", alignment: .right) { .number($0.sampleRate) },
            Column("measurements", alignment: .right) { .count($0.measurements) },
            Column("unit") { .text($0.unit) },
            Column("source", fit: .cuttable) { .text($0.sample.source) },
            Column("timeZone", for: .programs) { .text($0.sample.timeZone) },
            Column("header", for: .programs) { .json(.metadata($0.header)) },
            Column("uuid", for: .people, fit: .droppable) { .text($0.sample.uuid.uuidString) },
        ]
    }

    private static var voltageColumns: [Column<Voltage>] {
        [
            Column("seconds", alignment: .right) { .number($0.seconds) },
            Column("voltage", alignment: .right) { .number($0.voltage) },
            Column("unit") { .text($0.unit) },
        ]
    }
}
