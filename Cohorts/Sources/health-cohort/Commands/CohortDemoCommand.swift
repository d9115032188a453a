// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStore
import OpenHealthDemo

/// The `health cohort demo` command.
struct CohortDemoCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Create stores of generated participants.",
        discussion: """
            Each is a woman with steps, heart rate, sleep, periods and symptoms that are more frequent on some days of her \
            cycle, in her own store: p001.db and so on in the folder. The same seed gives the same participants. The \
            true values (day of the cycle, steps and symptoms of each day) are in the file truth.json beside them.

            Examples:
              health cohort demo people
              health cohort demo study --participants 200 --days 180 --seed 7
            """)

    @Argument(help: "The folder of the new stores.", completion: .directory)
    var folder: String

    @Option(help: .value("count", "The number of participants; at most 10000."))
    var participants = 10

    @Option(help: .value("count", "The number of days of each participant; at most 3650."))
    var days = 120

    @Option(help: .value("number", "The seed of the generated study."))
    var seed: UInt64 = 1

    func validate() throws {
        guard (1...10_000).contains(participants) else {
            throw ValidationError("--participants must be between 1 and 10000")
        }
        guard (1...3650).contains(days) else { throw ValidationError("--days must be between 1 and 3650") }
    }

    /// An entry of the file with the expected results.
    private struct Truth: Encodable {
        var participant: String
        var timeZone: String
        var days: [DemoParticipant.Day]
    }

    @OptionGroup var outputOptions: OutputOptions

    func run() throws {
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        guard !FileManager.default.fileExists(atPath: url.path) else {
            throw ToolError(.notWritable, "\(url.path) is there already", remedy: "choose another name, or remove it")
        }
        var truths: [Truth] = []
        var samples = 0
        for number in 1...participants {
            let name = Self.name(number)
            let participant = DemoParticipant(number, seed: seed, days: days)
            let database = try HealthDatabase(url: url.appendingPathComponent("\(name).db"))
            samples += try participant.add(to: database).records.added
            truths.append(
                Truth(participant: name, timeZone: participant.timeZone.identifier, days: participant.days))
        }
        try write(truths, to: url.appendingPathComponent("truth.json"))
        let last = participants > 1 ? " to \(Self.name(participants)).db" : ""
        let made =
            "created \(Self.name(1)).db\(last) in \(folder.printable): \(NumberText.grouped(samples)) samples; "
            + "their true values are in truth.json"
        try outputOptions.print(
            values: [
                "folder": .text(folder), "participants": .count(participants), "samples": .count(samples),
            ],
            text: [made])
    }

    /// Returns the name of a participant: `p001`.
    private static func name(_ number: Int) -> String {
        "p" + String(repeating: "0", count: max(0, 3 - String(number).count)) + String(number)
    }

    private func write(_ truths: [Truth], to url: URL) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try PrivateFile.write(try encoder.encode(truths), to: url)
    }
}
