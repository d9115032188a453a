// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test(
        "wrong arguments end with status 2, one line and a suggestion",
        arguments: [
            ["nonsense"], ["--nonsense"], ["types", "--nonsense"], ["types", "extra"], ["types", "--format", "xml"],
            ["import"],
            ["samples"], ["samples", "stepCount", "--limit", "0"], ["samples", "stepCount", "--limit", "x"], ["show"],
            ["show", "nonsense"], ["delete", "nonsense"], ["routes", "--points", "nonsense"],
            ["demo", "x.zip", "--records", "1"],
            ["demo", "x.zip", "--format", "tar"], ["demo", "x.zip", "--offset", "noon"],
            ["demo", "x.zip", "--last-day", "2026-02-29"], ["demo", "x.zip", "--last-day", "tomorrow"],
            ["workouts", "--limit", "-3"],
        ])
    func badArguments(_ arguments: [String]) throws {
        let result = try Tool.run(arguments, in: try DemoStore.shared.get().home)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.isEmpty)
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix("health: "))
        #expect(result.errors.contains("; "))
    }

    @Test(
        "a misspelling gets a suggestion",
        arguments: [
            (["samples", "stepcuont"], "stepCount"), (["samples", "heart_rat"], "heartRate"),
            (["samples", "HKQuantityTypeIdentifierStepCout"], "stepCount"), (["samples", "bloodType"], "health me"),
            (["samples", "activitySummary"], "health summaries"),
            (["samples", "stepCount", "--from", "2024-13"], "2024-03-10"),
            (["samples", "stepCount", "--from", "2024", "--to", "2023"], "swap"),
            (["types", "--timezone", "Berlin"], "Europe/Berlin"),
            (["samples", "stepCount", "--source", "no one at all"], "health sources"),
        ])
    func suggestions(_ arguments: [String], _ hint: String) throws {
        let result = try Tool.run(arguments, in: try DemoStore.shared.get().home)
        #expect(result.status == 2)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(hint), "\(result.errors)")
    }

    @Test("messages quote the argument as typed, and name elements without samples")
    func wording() throws {
        #expect(try DemoStore.run("samples", "stepCount", "--limit", "-3").errors.contains("'-3'"))
        #expect(try DemoStore.run("samples", "stepCount", "--from", "-9x").errors.contains("\"-9x\""))
        let element = try DemoStore.run("samples", "MoodJournal")
        #expect(element.status == 2)
        #expect(element.errors.contains("has no samples"))
    }

    @Test(
        "closed standard streams do not crash the tool",
        arguments: [">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full 2>/dev/full"])
    func closedFiles(_ redirections: String) throws {
        let home = try DemoStore.shared.get().home
        for command in ["types", "nonsense", "--help", "samples heartRate --format ndjson"] {
            let result = try Tool.shell("\"$health\" \(command) \(redirections)", in: home)
            #expect(result.signal == nil && (0...2).contains(result.status ?? -1), "\(command): \(result)")
        }
    }

    @Test("unknown types are found by their identifier")
    func unknownType() throws {
        let known = "HKQuantityTypeIdentifierFutureThing"
        let home = try Home()
        let record = ImportCommandTests.good.replacingOccurrences(of: "HKQuantityTypeIdentifierStepCount", with: known)
        try ImportCommandTests.document([record]).write(to: home.file("export.xml"), atomically: true, encoding: .utf8)
        #expect(try Tool.run(["import", home.path("export.xml")], in: home).status == 0)
        for name in [known, known.uppercased()] {
            let result = try Tool.run(["samples", name, "--format", "json"], in: home)
            #expect(try Parsed.array(result.output).count == 1, "\(result.errors)")
        }
    }

    @Test(
        "a missing store or another file is named with a remedy",
        arguments: [
            ["types"], ["sources"], ["me"], ["samples", "stepCount"], ["workouts"], ["ecgs"], ["routes"], ["summaries"],
            ["imports"], ["check"], ["summary"], ["explain", "stepCount", "today"],
            ["statistics", "stepCount"], ["sources", "--rank", "stepCount"],
            ["show", "0A1B2C3D-0000-0000-0000-000000000000"],
            ["delete", "0A1B2C3D-0000-0000-0000-000000000000"], ["backup", "x.db"],
        ])
    func noStore(_ arguments: [String]) throws {
        let home = try Home()
        try Data("not a database, but long enough to be looked at".utf8).write(to: home.file("text.db"))
        for path in [home.path("missing.db"), home.path("text.db")] {
            let result = try Tool.run(arguments + ["--store", path], in: home)
            #expect(result.status == 1)
            #expect(result.output.isEmpty)
            #expect(result.errorLines.count == 1, "\(result.errors)")
            #expect(result.errors.contains(path))
        }
        #expect(!FileManager.default.fileExists(atPath: home.path("missing.db")))
    }

    @Test("an older store is migrated by the first command")
    func olderStore() throws {
        let home = try Home()
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        try FileManager.default.copyItem(
            at: tests.appendingPathComponent("OpenHealthStoreTests/Fixtures/store-v1.sqlite"), to: home.file("old.db"))
        for arguments in [["types"], ["statistics", "bodyMass"], ["types"]] {
            let result = try Tool.run(arguments + ["--store", home.path("old.db")], in: home)
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.lines.count > 1)
        }
    }

    @Test("a file that is not an export is refused", arguments: ["", "<html></html>", "PK\u{3}\u{4}nonsense"])
    func noExport(_ text: String) throws {
        let home = try Home()
        try Data(text.utf8).write(to: home.file("x.zip"))
        let result = try Tool.run(["import", home.path("x.zip")], in: home)
        #expect(result.status == 1)
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.contains("x.zip"))
    }
}
