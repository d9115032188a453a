// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("health import of activity files")
struct ImportFilesCommandTests {
    /// Creates FIT files of a demo's workouts.
    /// - Returns: The folder with the files, and their names in order.
    private static func files(in home: Home) throws -> (folder: URL, names: [String]) {
        try Tool.run(["demo", home.path("demo.zip"), "--records", "4000"], in: home)
        let store = ["--store", home.path("demo.db")]
        #expect(try Tool.run(["import", home.path("demo.zip")] + store, in: home).status == 0)
        #expect(try Tool.run(["export", home.path("out"), "--format", "fit"] + store, in: home).status == 0)
        let folder = home.file("out/workouts")
        return (folder, try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted())
    }

    @Test("files and folders have receipts of their own, in any mixture, and files with the same bytes are read once")
    func mixture() throws {
        let home = try Home()
        let (folder, names) = try Self.files(in: home)
        let first = folder.appendingPathComponent(names[0])
        try FileManager.default.copyItem(at: first, to: home.file("copy of a ride"))
        let result = try Tool.run(
            ["import", home.path("copy of a ride"), folder.path, home.path("demo.zip"), "--json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        let receipts = try Parsed.lines(result.output)
        #expect(receipts.compactMap { $0["format"] as? String } == ["fit", "fit", "apple-health"])
        #expect(receipts.compactMap { $0["workouts"] as? Int }.prefix(2) == [1, names.count - 1])
        #expect(receipts.allSatisfy { ($0["description"] as? String)?.hasPrefix("this is ") == true })
        #expect((receipts[1]["skippedFiles"] as? [String])?.first?.hasPrefix(names[0]) == true)
        let again = try Tool.run(["import", folder.path, "--json"], in: home)
        let receipt = try Parsed.object(again.output)
        #expect((receipt["records"] as? [String: Int])?["added"] == 0)
        let kinds = receipt["byKind"] as? [String: [String: Int]] ?? [:]
        #expect(kinds["workouts"]?["read"] == names.count && kinds.values.allSatisfy { $0["added"] == 0 })
    }

    @Test("receipts have the order of the arguments, though accounts are read first")
    func order() throws {
        let home = try Home()
        let (folder, names) = try Self.files(in: home)
        let account = home.path("strava.zip")
        #expect(try Tool.run(["demo", account, "--as", "strava", "--workouts", "5"], in: home).status == 0)
        let result = try Tool.run(
            ["import", folder.appendingPathComponent(names[0]).path, account, home.path("demo.zip"), "--json"], in: home
        )
        #expect(result.status == 0, "\(result.errors)")
        let formats = try Parsed.lines(result.output).compactMap { $0["format"] as? String }
        #expect(formats == ["fit", "strava-account", "apple-health"])
    }

    @Test("a file of no format is refused by its name, and left out and named in a folder")
    func broken() throws {
        let home = try Home()
        let (folder, names) = try Self.files(in: home)
        let broken = folder.appendingPathComponent("broken.fit")
        try Data("no activity".utf8).write(to: broken)
        let alone = try Tool.run(["import", broken.path], in: home)
        #expect(alone.status == 1 && alone.output.isEmpty && alone.errors.contains("broken.fit"))
        let cut = folder.appendingPathComponent(names[0])
        try Data(contentsOf: cut).dropLast(30).write(to: cut)
        let strict = try Tool.run(["import", folder.path, "--strict"], in: home)
        #expect(strict.status == 1)
        // Nothing was stored.
        #expect(try Tool.run(["types"], in: home).status == 1)
        let result = try Tool.run(["import", folder.path, "--json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        let receipt = try Parsed.object(result.output)
        let diagnostics = receipt["diagnostics"] as? [[String: Any]] ?? []
        #expect(Set(diagnostics.compactMap { $0["file"] as? String }) == ["broken.fit", names[0]])
        #expect(receipt["complete"] as? Bool == false && receipt["workouts"] as? Int == names.count)
    }

    @Test("one bad argument does not stop the others", arguments: [false, true])
    func oneBadArgument(strict: Bool) throws {
        let home = try Home()
        #expect(try Tool.run(["demo", home.path("watch"), "--as", "fit", "--workouts", "2"], in: home).status == 0)
        let folder = home.file("watch")
        // The other files have no workouts.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().prefix(2)
        let good = names.map { folder.appendingPathComponent($0).path }
        try Tool.run(["demo", home.path("demo.zip"), "--records", "4000"], in: home)
        let zip = try Data(contentsOf: home.file("demo.zip"))
        try zip.prefix(zip.count / 2).write(to: home.file("cut.zip"))
        let flags = ["--json"] + (strict ? ["--strict"] : [])
        let result = try Tool.run(["import", good[0], home.path("cut.zip"), good[1]] + flags, in: home)
        #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
        #expect(result.errors.contains("nothing of cut.zip was stored"))
        #expect(try Parsed.lines(result.output).compactMap { $0["file"] as? String } == Array(names))
        let workouts = try Parsed.array(Tool.run(["workouts", "--copies", "--format", "json"], in: home).output)
        #expect(workouts.count == 2)
    }

    @Test("the files of an argument that fails while it is read are imported with the others")
    func failedWhileRead() throws {
        let home = try Home()
        let (folder, names) = try Self.files(in: home)
        // The folder is read up to its last file.
        try Data("no activity".utf8).write(to: folder.appendingPathComponent("zzz.fit"))
        let good = folder.appendingPathComponent(names[0]).path
        let result = try Tool.run(["import", folder.path, good, "--strict", "--json"], in: home)
        #expect(result.status == 1 && result.errors.contains("nothing of workouts was stored"), "\(result)")
        let receipt = try Parsed.object(result.output)
        #expect(receipt["workouts"] as? Int == 1 && (receipt["skippedFiles"] as? [String])?.isEmpty == true)
    }

    @Test("loose files have a receipt each, and nothing is stored of one that fails while it is read")
    func looseFiles() throws {
        let home = try Home()
        let (folder, names) = try Self.files(in: home)
        let paths = [names[0], "cut off.fit", "walk.gpx"].map { folder.appendingPathComponent($0) }
        try Data(contentsOf: paths[0]).dropLast(30).write(to: paths[1])
        let points = (10..<20).map { minute in
            "<trkpt lat=\"52.5\" lon=\"13.4\(minute)\"><time>2001-03-01T10:\(minute):00Z</time></trkpt>"
        }
        let track = "<gpx version=\"1.1\"><trk><type>walking</type><trkseg>\(points.joined())</trkseg></trk></gpx>"
        try Data(track.utf8).write(to: paths[2])
        let result = try Tool.run(["import"] + paths.map(\.path) + ["--strict", "--json"], in: home)
        #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
        #expect(result.errors.contains("nothing of \(paths[1].lastPathComponent) was stored"))
        let receipts = try Parsed.lines(result.output)
        #expect(receipts.compactMap { $0["file"] as? String } == [0, 2].map { paths[$0].lastPathComponent })
        #expect(receipts.compactMap { $0["workouts"] as? Int } == [1, 1])
        let workouts = try Parsed.array(Tool.run(["workouts", "--copies", "--format", "json"], in: home).output)
        #expect(workouts.count == 2)
    }
}
