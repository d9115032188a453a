// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthWarehouse

/// The receipt of a push, for people and programs.
struct PushReceiptText {
    let receipt: PushReceipt

    /// The lines for people.
    var lines: [String] {
        let name = receipt.participant
        let time = String(format: "%.1f s", receipt.seconds)
        guard receipt.blocks > 0 || receipt.resumed || receipt.restarted else {
            let what = receipt.described ? "updated the participant \(name)" : "nothing new"
            return ["\(name) on \(receipt.shard): \(what), \(time); change \(receipt.anchor)"] + rest
        }
        var head = "pushed \(name) to \(receipt.shard) in \(time)"
        if receipt.seconds > 0, receipt.samples > 0 {
            head += " (\(NumberText.grouped(Int(Double(receipt.samples) / receipt.seconds))) samples/s)"
        }
        let bytes = String(format: "%.1f MB", Double(receipt.bytes) / 1e6)
        var lines = [
            head,
            """
            \(NumberText.counted(receipt.samples, "sample", "samples")), \
            \(NumberText.counted(receipt.deletions, "deletion", "deletions")) and \
            \(NumberText.counted(receipt.days, "day", "days")) in \(NumberText.counted(receipt.blocks, "block", "blocks")), \(bytes); \
            up to change \(receipt.anchor)
            """,
        ]
        if receipt.resumed { lines.append("continued an interrupted push") }
        if receipt.restarted {
            lines.append(
                "the cohort had data that this store does not have: everything was sent again, and the rest was removed"
            )
        }
        return lines + rest
    }

    private var rest: [String] { dayless + notSent + missing }

    private var dayless: [String] {
        guard receipt.samplesOnNoDay > 0 else { return [] }
        let count = NumberText.counted(receipt.samplesOnNoDay, "sample is", "samples are")
        return ["\(count) in no day's figures: days go from 1970 to 2105, and are made of quarters of an hour"]
    }

    private var notSent: [String] {
        let kept = receipt.keptHome
        let parts = [
            (kept.sourceNames, "name of a source", "names of sources"),
            (kept.deviceNames, "name of a device", "names of devices"),
            (kept.metadataEntries, "entry of metadata", "entries of metadata"),
            (kept.birthDates, "date of birth", "dates of birth"),
            (kept.textValues, "value that is a string", "values that are strings"),
            (kept.samplesOfUnknownTypes, "sample of an unknown type", "samples of unknown types"),
        ].filter { $0.0 > 0 }
        guard !parts.isEmpty else { return [] }
        return ["not sent: " + parts.map(NumberText.counted).joined(separator: ", ")]
    }

    private var missing: [String] {
        receipt.missingServers.map { "\($0) does not answer; it gets this from the others when it is back" }
    }

    /// The columns for programs.
    static var columns: [Column<PushReceipt>] {
        [
            Column("participant") { .text($0.participant) },
            Column("shard") { .text($0.shard) },
            Column("anchor") { .count(Int($0.anchor)) },
            Column("samples") { .count($0.samples) },
            Column("deletions") { .count($0.deletions) },
            Column("days") { .count($0.days) },
            Column("samplesOnNoDay") { .count($0.samplesOnNoDay) },
            Column("described") { .bool($0.described) },
            Column("blocks") { .count($0.blocks) },
            Column("bytes") { .count($0.bytes) },
            Column("seconds") { .number($0.seconds) },
            Column("resumed") { .bool($0.resumed) },
            Column("restarted") { .bool($0.restarted) },
            Column("missingServers") { .list($0.missingServers) },
            Column("keptSourceNames") { .count($0.keptHome.sourceNames) },
            Column("keptDeviceNames") { .count($0.keptHome.deviceNames) },
            Column("keptMetadataEntries") { .count($0.keptHome.metadataEntries) },
            Column("keptBirthDates") { .count($0.keptHome.birthDates) },
            Column("keptTextValues") { .count($0.keptHome.textValues) },
            Column("keptSamplesOfUnknownTypes") { .count($0.keptHome.samplesOfUnknownTypes) },
        ]
    }
}
