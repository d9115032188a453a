// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore

/// The `health check` command.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check the integrity of the store.",
        discussion: """
            Checks the file for damage, contradictions and invalid values, and the files of attachments. Ends with
            status 1 if it finds any fault.

            Samples and metadata are compared with checksums, so a changed or missing
            one is found. Other details have no checksum: sources, workouts with their statistics, events, samples and routes, members of
            correlations, readings and beats of series, electrocardiograms, audiograms, prescriptions, clinical records, activity
            summaries, settings, permissions and the bytes of attachments. A changed value or missing row of these is found only
            if it is invalid or contradicts others. Compare the store with a backup if you suspect one.

            With --repair, first repairs values that earlier versions let apps save: readings and beats outside their sample,
            invalid locations, and durations, dates and numbers out of range, also in details and metadata. Records that earlier
            versions imported as workouts, routes or other samples without their details become unknown elements. Kept statistics
            that are damaged or differ from the samples are removed, and are created again when needed. Samples and metadata
            that differ from their checksums are accepted as they are. The points of a route of which some are missing are
            numbered again, and missing names of values are written again. Attachments whose file is missing, a link or not a regular
            file are removed, files of another size are accepted, and files that no attachment names are removed. Faults of
            these kinds name --repair.

            Files and folders with copies of data that killed migrations, backups, restorations and exports have left beside the store are
            listed. --repair removes those of this store, as every command does that writes to it.

            It lists the repairs. No other sample is deleted, all repairs are one transaction, and a second repair finds nothing.
            Other faults remain; create a backup before you repair them manually.

            Examples:
              health check
              health check --repair
              health check --store backup.db
            """)

    /// The result of a check without faults.
    static let soundness =
        "no fault was found; samples and metadata match their checksums, and other details have none"

    @Flag(help: "Repair invalid values, then check.")
    var repair = false

    @OptionGroup var outputOptions: StoreOutputOptions

    func run() throws {
        let database = try outputOptions.open(repair ? .readWrite : .readOnly)
        // Opening the store for writing has removed what killed processes had left of it.
        let removed = database.removedLeftovers
        let found = StoreLeftovers.found(besideStoreAt: database.url)
        let repaired = repair ? try database.repair().repaired : []
        let width = Terminal.width(STDERR_FILENO)
        let report = try database.check { step in
            if let width { Terminal.note("\r\u{1B}[K" + step.printable.cut(to: max(1, width - 1))) }
        }
        if width != nil { Terminal.note("\r\u{1B}[K") }
        var lines: [String] = []
        if repair {
            lines += repaired.map { "repaired: \($0)" }
            if repaired.isEmpty { lines.append("there is nothing to repair") }
        }
        lines += removed.map { "removed: \($0.printable)" }
        lines += found.map { "left: \($0.printable)" }
        lines += report.checked.map { "checked: \($0)" }
        lines += report.findings.map { "fault: \($0.printable)" }
        if report.isHealthy { lines.append(Self.soundness) }
        try outputOptions.print(
            [
                "isHealthy": .bool(report.isHealthy), "checked": .texts(report.checked),
                "faults": .texts(report.findings), "repaired": .texts(removed + repaired),
                "left": .texts(found),
            ], text: lines)
        guard report.isHealthy else {
            let faults = NumberText.counted(report.findings.count, "fault", "faults")
            throw ToolError(
                .unhealthy, "the store \(database.url.path) has \(faults)",
                remedy: repair
                    ? "restore a backup, or import your exports again into a new store"
                    : "repair the faults that name --repair; for others restore a backup, or import again into a new store"
            )
        }
    }
}
