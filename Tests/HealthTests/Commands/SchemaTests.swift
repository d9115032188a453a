// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ProcessTestSupport
import Testing

/// Tests of the output of commands with `--format json` against the schemas in `Documentation/json`.
@Suite("Schemas")
struct SchemaTests {
    /// Checks an output against a schema.
    private static func check(_ result: Tool.Result, _ schema: String, status: Int32 = 0) throws {
        #expect(result.status == status, "\(schema): \(result.errors)")
        let faults = try JSONSchema(named: schema).faults(result.output)
        #expect(faults == [], "\(schema)")
    }

    @Test(
        "every listing of a store follows its schema",
        arguments: [
            (["types"], "types"),
            (["samples", "stepCount", "sleepAnalysis", "heartRate", "--limit", "300"], "samples"),
            (["statistics", "stepCount", "heartRate", "sleepAnalysis"], "statistics"),
            (["statistics", "stepCount", "--every", "month", "--by-source", "--empty"], "statistics"),
            (["summary", "--all"], "summary"), (["insights", "--goal", "stepCount=1"], "insights"),
            (["insights", "--correlate", "stepCount,heartRateVariabilitySDNN"], "correlation"),
            (["workouts"], "workouts"), (["workouts", "--copies"], "workout-copies"), (["ecgs"], "ecgs"),
            (["routes"], "routes"),
            (["summaries"], "summaries"), (["sources"], "sources"), (["imports"], "imports"), (["me"], "me"),
            (["settings"], "settings"), (["units"], "units"), (["apps"], "apps"), (["apps", "log"], "apps-log"),
            (["apps", "webhooks"], "apps-webhooks"), (["owner", "sessions"], "owner-sessions"), (["check"], "check"),
            (["owner", "totp", "status"], "owner-totp-status"),
        ] as [([String], String)])
    func listings(_ arguments: [String], _ schema: String) throws {
        let home = try DemoStore.shared.get().home
        try Self.check(try Tool.run(arguments + ["--format", "json"], in: home), schema)
    }

    @Test("electrocardiograms, routes, single samples, ranks and explanations follow their schemas")
    func parts() throws {
        let home = try DemoStore.shared.get().home
        func check(_ arguments: [String], _ schema: String) throws {
            try Self.check(try Tool.run(arguments + ["--format", "json"], in: home), schema)
        }
        let ecg = try #require(try DemoStore.rows("ecgs").first?["uuid"] as? String)
        try check(["ecgs", "--voltages", ecg], "voltages")
        try check(["show", ecg], "show")
        let route = try #require(try DemoStore.rows("routes").first?["uuid"] as? String)
        try check(["routes", "--points", route], "points")
        let workout = try #require(try DemoStore.rows("workouts").first?["uuid"] as? String)
        try check(["show", workout], "show")
        try check(["explain", workout], "effort")
        for type in ["stepCount", "heartRate", "sleepAnalysis"] {
            let last = try #require(try DemoStore.rows("statistics", type, "--every", "day").last?["start"] as? String)
            try check(["explain", type, String(last.prefix(10))], "explain")
        }
    }

    @Test("results of commands that change a store follow their schemas")
    func changes() throws {
        let home = try MadeStore.steps()
        func check(_ arguments: [String], _ schema: String) throws -> String {
            let result = try Tool.run(arguments + ["--format", "json"], in: home)
            try Self.check(result, schema)
            return result.output
        }
        let added = try Parsed.object(try check(["add", "bodyMass", "72", "kg", "--at", "2024-03-10"], "add"))
        #expect(added["type"] as? String == "HKQuantityTypeIdentifierBodyMass")
        let deleted = try check(["delete", try #require(added["uuid"] as? String)], "delete")
        #expect(deleted == "{\"deleted\":1}\n")
        let backup = try Parsed.object(try check(["backup", home.path("copy.db")], "backup"))
        let size = try FileManager.default.attributesOfItem(atPath: home.path("copy.db"))[.size] as? Int
        #expect(backup["bytes"] as? Int == size)
        _ = try check(["restore", home.path("copy.db"), "--store", home.path("restored.db")], "restore")
        _ = try check(["check", "--repair"], "check")
        _ = try check(["me", "set", "bloodType", "aPositive"], "me-set")
        _ = try check(["settings", "set", "firstWeekday", "sunday"], "settings-set")
        _ = try check(["settings", "set", "firstWeekday", "default"], "settings-set")
        let units = try Parsed.array(try check(["units", "bodyMass", "lb"], "units"))
        #expect(units.compactMap { $0["unit"] as? String } == ["lb"])
        let ranked = try check(["sources", "--default-order", "stepCount"], "rank")
        #expect(try Parsed.array(ranked).count == 3)
        try Self.check(try Tool.run(["export", home.path("export.zip"), "--json"], in: home), "export")
        let again = home.path("made.xml")
        #expect(try Parsed.object(try check(["import", again], "import"))["file"] as? String == "made.xml")
        let made = try Tool.run(["demo", home.path("demo.zip"), "--records", "500", "--json"], in: home)
        try Self.check(made, "demo")
    }

    @Test("answers to apps follow their schemas")
    func apps() throws {
        let home = try MadeStore.steps()
        let app = "org.example.steps"
        let database = try HealthDatabase(url: home.file(".local/share/openhealthkit/health.db"))
        let access = AppAccess(database: database, app: AppIdentity(identifier: app, name: "Steps", version: "2"))
        try access.note(
            AuthorizationRequest(
                app: AppIdentity(identifier: app, name: "Steps", version: "2"), share: [],
                read: [HKQuantityType(.stepCount)]))
        let commands: [([String], String)] = [
            (["list"], "apps"), (["grant", app, "--asked"], "apps-decision"),
            (["deny", app, "--read", "heartRate"], "apps-decision"),
            (["quota", app, "samplesPerDay", "7"], "apps-quota"),
            (["revoke", app, "heartRate"], "apps-revoke"), (["revoke", app], "apps-revoke"),
            (["pair"], "apps-pair"), (["open-registration", "on"], "apps-open-registration"),
            (["forget", app], "apps-forget"),
        ]
        for (arguments, schema) in commands {
            let result = try Tool.run(["apps"] + arguments + ["--format", "json"], in: home)
            try Self.check(result, schema)
            if schema == "apps-open-registration" { #expect(result.output == "{\"isOpen\":true}\n") }
        }
    }

    @Test("every schema is JSON, and is listed in Documentation/JSON.md")
    func listed() throws {
        let page = try String(
            contentsOf: JSONSchema.folder.deletingLastPathComponent().appendingPathComponent("JSON.md"),
            encoding: .utf8)
        let files = try FileManager.default.contentsOfDirectory(atPath: JSONSchema.folder.path)
        #expect(files.count > 40)
        for file in files {
            _ = try JSONSchema(named: String(file.dropLast(5)))
            #expect(page.contains("(json/\(file))"), "\(file)")
        }
    }

    @Test("a schema finds deviations")
    func faults() throws {
        let schema = try JSONSchema(named: "add")
        let right = #"{"uuid":"A","type":"B","name":"C"}"#
        #expect(try schema.faults(right) == [])
        #expect(try schema.faults(#"{"uuid":1,"type":"B","name":"C"}"#) == ["$.uuid: number"])
        #expect(try schema.faults(#"{"uuid":"A","type":"B"}"#) == ["$: name is missing"])
        #expect(try schema.faults(#"{"uuid":"A","type":"B","name":"C","more":1}"#) == ["$: more is not in the schema"])
        #expect(try JSONSchema(named: "delete").faults(#"{"deleted":1.5}"#) == ["$.deleted: number"])
        #expect(try JSONSchema(named: "delete").faults(#"{"deleted":true}"#) == ["$.deleted: boolean"])
        let below = try JSONSchema(named: "ingest").faults(#"{"added":-1}"#)
        #expect(below.contains("$.added: a number below the minimum"))
    }
}
