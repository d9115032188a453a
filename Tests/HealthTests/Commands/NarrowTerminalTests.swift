// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

/// Tests of the tables of all commands on terminals of 80 and 60 columns, emulated by `script` of util-linux.
@Suite("Narrow terminals", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")))
struct NarrowTerminalTests {
    private static let types = HealthTypes.all.filter { $0.kind == .quantity || $0.kind == .category }

    /// Returns a store with a sample of each type.
    private static func store() throws -> Home {
        try MadeStore.make(
            types.map { type in
                let unit = type.kind == .quantity ? type.canonicalUnit ?? "count" : nil
                return MadeStore.record(
                    type.identifier, unit == nil ? "HKCategoryValueNotApplicable" : "1", unit,
                    from: "2024-03-10 08:00:00 +0100",
                    to: "2024-03-10 08:10:00 +0100", source: "The watch of a person with a long name")
            })
    }

    /// Returns the lines of a command's table.
    private static func lines(_ arguments: [String], columns: Int, store: String, in home: Home) throws -> [String] {
        let quoted = (arguments + ["--store", store]).map { "'\($0)'" }.joined(separator: " ")
        try "stty cols \(columns)\n\"$health\" \(quoted)\n".write(
            to: home.file("line.sh"), atomically: true, encoding: .utf8)
        let result = try Tool.shell("script -qec 'sh \(home.path("line.sh"))' /dev/null", in: home)
        return result.output.split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test("type names are complete and lines fit", arguments: [80, 60])
    func names(_ columns: Int) throws {
        let home = try Self.store()
        let store = home.path(".local/share/openhealthkit/health.db")
        let names = Self.types.map(\.swiftName)
        let quantities = Self.types.filter { $0.kind == .quantity }.map(\.swiftName)
        let commands: [([String], [String])] = [
            (["types"], names), (["samples"] + names, names), (["units"], quantities),
        ]
        for (command, expected) in commands {
            let lines = try Self.lines(command, columns: columns, store: store, in: home)
            #expect(lines.allSatisfy { $0.displayWidth <= columns }, "\(command.prefix(1))")
            let words = Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
            #expect(expected.filter { !words.contains($0) } == [], "\(command.prefix(1))")
        }
        let sources = try Self.lines(["sources"], columns: columns, store: store, in: home)
        #expect(sources.contains { $0.contains("The watch of a person with a long name") })
        #expect(sources.allSatisfy { $0.displayWidth <= columns })
    }

    @Test("the tables of all commands fit", arguments: [80, 60])
    func commands(_ columns: Int) throws {
        let home = try Home()
        let store = try DemoStore.shared.get().home.path(".local/share/openhealthkit/health.db")
        let commands = [
            ["summary", "--all"], ["statistics", "stepCount", "heartRate", "--by-source"],
            ["samples", "heartRate", "sleepAnalysis", "--limit", "20"], ["sources"], ["workouts"], ["ecgs"], ["routes"],
            ["summaries"], ["imports"], ["types"], ["units"], ["apps"],
        ]
        for command in commands {
            let lines = try Self.lines(command, columns: columns, store: store, in: home)
            #expect(!lines.isEmpty, "\(command)")
            let wide = lines.filter { $0.displayWidth > columns }
            // The first line of a summary is a sentence that the terminal wraps.
            #expect(wide.isEmpty || (command[0] == "summary" && wide == [lines[0]]), "\(command): \(wide.prefix(3))")
        }
    }
}
