// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import ProcessTestSupport
import TestTimeLimits
import Testing

/// Tests of `health ingest` and `health apps pair --for`.
@Suite(.timeLimit(.usual)) struct IngestCommandTests {
    private static let push = """
        {"data":{"metrics":[{"name":"heart_rate","units":"bpm","data":[
        {"date":"2024-03-10 9:30:00 AM +0100","qty":61,"source":"Watch"},{"date":"2024-03-10 9:31:00 AM +0100","qty":62}]},
        {"name":"aura","units":"","data":[{}]}]}}
        """

    @Test func `a file is stored once, and its refused parts are named`() throws {
        let home = try Home()
        try Self.push.write(toFile: home.path("push.json"), atomically: true, encoding: .utf8)
        let arguments = ["ingest", home.path("push.json"), "--as", "health-auto-export", "--aggregation", "none"]
        let first = try Tool.run(arguments + ["--json"], in: home)
        #expect(first.status == 0, "\(first.errors)")
        #expect(try JSONSchema(named: "ingest").faults(first.output) == [])
        #expect(try Parsed.object(first.output)["added"] as? Int == 2)
        let second = try Tool.run(arguments, in: home)
        #expect(second.output.contains("0 samples added, 0 replaced, 0 completed, 2 known"))
        #expect(second.output.contains("push.json#/data/metrics/1/name"))
    }

    @Test func `figures of hours are listed apart from samples`() throws {
        let home = try Home()
        try Self.push.write(toFile: home.path("push.json"), atomically: true, encoding: .utf8)
        let arguments = ["ingest", home.path("push.json"), "--as", "health-auto-export", "--aggregation", "hours"]
        #expect(try Tool.run(arguments, in: home).status == 0)
        let result = try Tool.run(["aggregates", "heartRate", "--format", "json"], in: home)
        #expect(try JSONSchema(named: "aggregates").faults(result.output) == [])
        #expect(try Parsed.array(result.output).compactMap { $0["average"] as? Double } == [61, 62])
        #expect(try Parsed.array(try Tool.run(["samples", "heartRate", "--format", "json"], in: home).output).isEmpty)
    }

    @Test func `the files of a folder are stored, and those that cannot be read are named`() throws {
        let home = try Home()
        let folder = home.path("exports")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.push.write(toFile: folder + "/one.json", atomically: true, encoding: .utf8)
        try "no JSON".write(toFile: folder + "/two.json", atomically: true, encoding: .utf8)
        try "a note".write(toFile: folder + "/note.txt", atomically: true, encoding: .utf8)
        let result = try Tool.run(
            ["ingest", folder, "--as", "health-auto-export", "--aggregation", "None"], in: home)
        #expect(result.status == 1)
        #expect(result.output.contains("2 samples added"))
        #expect(result.errors.contains("two.json"))
        #expect(!result.errors.contains("note.txt"))
    }

    @Test func `files and zip archives of all apps are stored, and the answer names the apps`() throws {
        let home = try Home()
        let folder = home.path("exports")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Self.push.write(toFile: folder + "/one.json", atomically: true, encoding: .utf8)
        try "{\"weight\": [{\"kilograms\": 80, \"time\": \"2024-03-10T09:00:00Z\"}]}"
            .write(toFile: folder + "/two.json", atomically: true, encoding: .utf8)
        let archive = try ZipWriter(url: home.file("exports/three.zip"))
        let wearables = """
            {"provider": "google", "data": {"records": [{"type": "HEIGHT", "startDate": "2024-03-10T09:00:00Z",
             "endDate": "2024-03-10T09:00:00Z", "value": 1.8, "unit": "m"}]}}
            """
        for (name, text) in [("pushes/wearables.json", wearables), ("pushes/note.txt", "a note")] {
            try archive.beginMember(name)
            try Array(text.utf8).withUnsafeBytes { try archive.write($0) }
            try archive.endMember()
        }
        try archive.finish()
        let result = try Tool.run(["ingest", folder, "--aggregation", "none"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.output.contains(
                "3 files, 1 of Health Auto Export, 1 of HC Webhook, 1 of Open Wearables: 4 samples added"))
        let second = try Tool.run(["ingest", home.path("exports/three.zip")], in: home)
        #expect(second.output.contains("1 file of Open Wearables: 0 samples added, 0 replaced, 0 completed, 1 known"))
        try "{\"a\": 1}".write(toFile: home.path("other.json"), atomically: true, encoding: .utf8)
        let other = try Tool.run(["ingest", home.path("other.json")], in: home)
        #expect(other.status == 1 && other.errors.contains("--as"))
    }

    @Test(arguments: ["log.ndjson", "log.jsonl", "LOG.JSONL", "log.ndjson.gz"], [true, false])
    func `files with a document on each line are read in folders and archives`(name: String, isArchive: Bool) throws {
        let home = try Home()
        let folder = home.path("exports")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let answer = """
            {"status": 200, "result": [{"type": "sgv", "sgv": 112, "date": 1710061200000, "device": "sensor", "app": "xdrip"}]}
            """
        let entry = "{\"type\": \"sgv\", \"sgv\": 113, \"date\": 1710061500000, \"device\": \"sensor\"}"
        let text = Array("\(answer)\n\(entry)\n".utf8)
        let content = name.hasSuffix(".gz") ? Gzip.packed(text) : text
        if isArchive {
            let archive = try ZipWriter(url: home.file("exports/all.zip"))
            try archive.beginMember("logs/" + name)
            try content.withUnsafeBytes { try archive.write($0) }
            try archive.endMember()
            try archive.finish()
        } else {
            try Data(content).write(to: home.file("exports/" + name))
        }
        let result = try Tool.run(["ingest", folder], in: home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("1 file of Nightscout: 2 samples added"))
    }

    @Test func `each document of a file is stored, and those that cannot be read are named by their number`() throws {
        let home = try Home()
        let push = Self.push.replacing("\n", with: "")
        let lines = [push, "{\"a\":1}", push.replacing("9:3", with: "9:4")].joined(separator: "\n")
        try lines.write(toFile: home.path("log.json"), atomically: true, encoding: .utf8)
        let result = try Tool.run(["ingest", home.path("log.json"), "--aggregation", "none"], in: home)
        #expect(result.status == 1)
        #expect(result.output.contains("1 file of Health Auto Export: 4 samples added"))
        #expect(result.errors.contains("log.json, document 2:") && result.errors.contains("the rest is stored"))
    }

    @Test(
        arguments: [
            (["ingest", "missing.json", "--as", "health-auto-export"], "missing.json"),
            (["ingest", "x", "--as", "health-auto-export", "--aggregation", "often"], "--aggregation"),
            (["apps", "pair", "--for", "health-auto-export"], "--server"),
            (["apps", "pair", "--for", "health-auto-export", "--server", "ftp://x"], "--server"),
            (["apps", "pair", "--share", "stepCount"], "--for"),
            (["apps", "pair", "org.example.a", "--for", "nightscout", "--server", "http://x"], "--for"),
        ] as [([String], String)])
    func `wrong arguments are named`(_ arguments: [String], _ word: String) throws {
        let result = try Tool.run(arguments, in: try Home())
        #expect(result.status != 0)
        #expect(result.errors.contains(word))
    }

    @Test(arguments: ["health-auto-export", "open-wearables", "health-connect-webhook", "nightscout"])
    func `each app on phones is connected`(_ name: String) throws {
        let home = try Home()
        let result = try Tool.run(
            ["apps", "pair", "--for", name, "--server", "https://health.example.org", "--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try JSONSchema(named: "apps-pair-phone").faults(result.output) == [])
        let connection = try Parsed.object(result.output)
        #expect(connection["app"] as? String == "phone.\(name)")
        #expect((connection["address"] as? String)?.hasPrefix("https://health.example.org") == true)
        #expect((connection["code"] is String) == (name == "open-wearables"))
    }
}
