// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The `health cohort participants` command.
struct CohortParticipantsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "participants",
        abstract: "List the participants and the state of their pushes.",
        discussion: """
            The days are those of the first and the last start of the participant's samples. The anchor is the number in the order \
            of changes of their store up to which everything has arrived. Participants whose first push is not \
            complete are not listed.

            Examples:
              health cohort participants
              health cohort participants --format csv > participants.csv
            """)

    @OptionGroup var options: CohortOptions
    @OptionGroup var zoneOptions: ZoneOptions

    @Option(help: "The output format. Tables have times in the time zone, csv and json in UTC.")
    var format: ListingFormat = .table

    @OptionGroup var csv: CSVOptions

    func run() throws {
        let (options, format, raw) = (options, format, csv.raw)
        let zone = try zoneOptions.named() ?? .current
        try Waiting.run {
            let listing = Listing(
                Self.columns, format: format, raw: raw, clock: ZoneClock(zone), output: .standard(),
                nothing: "no participants")
            for participant in try await options.warehouse().participants() { try listing.add(participant) }
            try listing.end()
        }
    }

    private static var columns: [Column<CohortParticipant>] {
        [
            Column("participant") { .text($0.pseudonym) },
            Column("group") { .text($0.group) },
            Column("firstDay") { .text($0.samples > 0 ? $0.firstDay.description : nil) },
            Column("lastDay") { .text($0.samples > 0 ? $0.lastDay.description : nil) },
            Column("pushed") { .instant($0.pushed) },
            Column("samples", alignment: .right) { .count($0.samples) },
            Column("shard", fit: .cuttable) { .text($0.shard) },
            Column("anchor", alignment: .right, fit: .droppable) { .count(Int($0.anchor)) },
            Column("timeZone", for: .programs) { .text($0.timeZone) },
            Column("disclosed", for: .programs) { .list($0.disclosed) },
        ]
    }
}
