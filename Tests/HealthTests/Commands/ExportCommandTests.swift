// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health export")
struct ExportCommandTests {
    @Test("an export is complete, readable by its owner alone, and imports again")
    func export() throws {
        let store = try DemoStore.shared.get()
        let file = store.home.path("export-\(UUID().uuidString).zip")
        let result = try Tool.run(["export", file], in: store.home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("exported to \(file) (apple, "))
        #expect(result.output.contains("not in the format"))
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        let copy = store.home.path("copy-\(UUID().uuidString).db")
        #expect(
            try Tool.run(["import", file, "--timezone", "Europe/Berlin", "--store", copy], in: store.home).status == 0)
        func types(_ more: String...) throws -> [Substring] {
            try Tool.run(["types", "--format", "csv"] + more, in: store.home).output.split(whereSeparator: \.isNewline)
        }
        // The format cannot hold unknown elements.
        let known = try types().filter { !$0.contains("MoodJournal") }
        #expect(known.count > 20)
        let copied = try types("--store", copy)
        #expect(copied == known, "\(Set(copied).symmetricDifference(known).sorted())")
    }

    @Test("an existing file is kept without --force")
    func existing() throws {
        let home = try MadeStore.steps()
        let file = home.file("export.zip")
        try Data("mine".utf8).write(to: file)
        let refused = try Tool.run(["export", file.path], in: home)
        #expect(refused.status == 1)
        #expect(refused.errorLines.count == 1)
        #expect(refused.errors.contains("--force"))
        #expect(try Data(contentsOf: file) == Data("mine".utf8))
        #expect(try Tool.run(["export", file.path, "--force"], in: home).status == 0)
        #expect(try Data(contentsOf: file).starts(with: Data("PK".utf8)))
    }

    @Test("days are those of the time zone that was asked for", arguments: [nil, "Asia/Tokyo"])
    func days(zone: String?) throws {
        let home = try MadeStore.steps()
        let options = zone.map { ["--timezone", $0] } ?? []
        #expect(try Tool.run(["export", home.path("tables"), "--format", "csv"] + options, in: home).status == 0)
        let days = try String(contentsOf: home.file("tables/statistics/quantities.csv"), encoding: .utf8)
        // Midnight in Tokyo, or in Berlin, the home time zone.
        let start = zone == nil ? "2024-03-09T23:00:00.000000Z" : "2024-03-09T15:00:00.000000Z"
        #expect(days.contains(",2024-03-10,\(start),"), "\(days)")
    }

    @Test("a folder is replaced only if an export made it")
    func folders() throws {
        let home = try MadeStore.steps()
        #expect(try Tool.run(["export", home.path("tables"), "--format", "csv"], in: home).status == 0)
        #expect(FileManager.default.fileExists(atPath: home.path("tables/samples/stepCount.csv")))
        #expect(try Tool.run(["export", home.path("tables"), "--format", "csv"], in: home).status == 1)
        #expect(try Tool.run(["export", home.path("tables"), "--format", "ndjson", "--force"], in: home).status == 0)
        #expect(!FileManager.default.fileExists(atPath: home.path("tables/samples/stepCount.csv")))
        try FileManager.default.createDirectory(at: home.file("photos"), withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: home.file("photos/one.jpg"))
        let refused = try Tool.run(["export", home.path("photos"), "--format", "csv", "--force"], in: home)
        #expect(refused.status == 1)
        #expect(FileManager.default.fileExists(atPath: home.path("photos/one.jpg")))
    }

    @Test(
        "errors name the problem, and leave no file",
        arguments: [
            (["x.zip", "--types", "stepCont"], 2, "stepCount"), (["x.zip", "--source", "Nobody"], 2, "Nobody"),
            (["x.zip", "--format", "xlsx"], 2, "apple"), (["x.zip", "--from", "1950", "--to", "1951"], 1, "nothing"),
            (["x.zip", "--types", "bodyMass"], 1, "nothing"), (["none/x.zip"], 1, "none/x.zip"),
            (["none/x", "--format", "csv"], 1, "none/x"), (["/dev/full"], 1, "disk"),
            (["x.zip", "--types", ","], 2, "--types"), (["''"], 2, "<target>"),
        ] as [([String], Int32, String)])
    func errors(_ arguments: [String], _ status: Int32, _ text: String) throws {
        let home = try MadeStore.steps()
        // Reading creates the files of SQLite's write-ahead log; the test itself creates the files for output and errors.
        func files() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: home.url.path).sorted().filter {
                !["-wal", "-shm"].contains(where: $0.hasSuffix)
                    && !["output-", "errors-"].contains(where: $0.hasPrefix)
            }
        }
        let before = try files()
        let result = try Tool.shell(
            "cd '\(home.url.path)'; \"$health\" export \(arguments.joined(separator: " "))", in: home)
        #expect(result.status == status, "\(result)")
        #expect(result.errorLines.count == 1, "\(result.errors)")
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(try files() == before)
    }

    @Test("a range can have one end in every format")
    func openRanges() throws {
        let store = try DemoStore.shared.get()
        let table = try Tool.run(["export", "--kinds"], in: store.home).output
        let formats = table.prefix { $0 != "\n" }.split(separator: "|").map { $0.filter { $0 != " " } }
        #expect(formats.count > 9)
        for format in formats where !format.isEmpty {
            for (index, range) in [["--from", "2000"], ["--to", "2100"]].enumerated() {
                let folder = store.home.path("\(format)-\(index)-\(UUID().uuidString)")
                let result = try Tool.run(["export", folder, "--format", format] + range, in: store.home)
                #expect(result.status == 0, "\(format): \(result.errors)")
            }
        }
    }

    @Test("the guide has the table of formats and kinds")
    func kinds() throws {
        let table = try Tool.run(["export", "--kinds"], in: try Home()).output
        let guide = JSONSchema.folder.deletingLastPathComponent().appendingPathComponent("Exporting.md")
        let text = try String(contentsOf: guide, encoding: .utf8)
        #expect(text.contains("<!-- kinds -->\n\(table)<!-- /kinds -->"))
    }
}
