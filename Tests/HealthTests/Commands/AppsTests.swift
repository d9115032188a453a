// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ProcessTestSupport
import Testing

@Suite("health apps")
struct AppsTests {
    private static let app = "org.example.steps"

    /// Returns a store with a request of an app.
    private static func home() throws -> Home {
        let home = try MadeStore.steps()
        let identity = AppIdentity(identifier: app, name: "Steps", version: "2")
        let database = try HealthDatabase(url: home.file(".local/share/openhealthkit/health.db"))
        let access = AppAccess(database: database, app: identity)
        try access.note(
            AuthorizationRequest(
                app: identity, share: [HKQuantityType(.stepCount)],
                read: [HKQuantityType(.stepCount), HKQuantityType(.heartRate), HKCharacteristicType(.biologicalSex)]))
        return home
    }

    private static func run(_ home: Home, _ arguments: String...) throws -> [String] {
        let result = try Tool.run(["apps"] + arguments, in: home)
        #expect(result.status == 0, "\(result.errors)")
        return result.lines
    }

    /// Returns the read and share permissions of an app, by the short name of the type.
    private static func permissions(_ home: Home) throws -> [String: String] {
        let result = try Tool.run(["apps", "list", app, "--format", "json"], in: home)
        #expect(result.status == 0, "\(result.errors)")
        var permissions: [String: String] = [:]
        for row in try Parsed.array(result.output) {
            let type = try #require(row["type"] as? String)
            permissions[HealthTypes.named(type)?.swiftName ?? type] =
                "\(row["read"] ?? "") \(row["share"] ?? "") \(row["readSince"] as? String ?? "")"
        }
        return permissions
    }

    @Test("requests of apps wait for a decision")
    func asked() throws {
        let home = try Self.home()
        let lines = try Self.run(home)
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("app "))
        #expect(lines.contains { $0.contains(Self.app) && $0.contains("stepCount") && $0.contains("asked  asked") })
        let csv = try Parsed.csv(try Tool.run(["apps", "--format", "csv"], in: home).output)
        #expect(
            csv[0] == [
                "app", "name", "proposedName", "version", "type", "typeName", "read", "readSince", "share", "asked",
                "lastUse",
            ])
        #expect(csv.count == 4)
        #expect(csv[1].prefix(4) == [Self.app, "Steps", "", "2"])
    }

    @Test func `connections with phones, what they continue, and the imported samples that they deleted`() throws {
        let home = try Self.home()
        #expect(
            try Self.run(home, "phone", Self.app) == [
                "may push: no", "phone of the imports: no", "continues: no other connection",
                "deleted imported samples: 0",
            ])
        #expect(try Self.run(home, "phone", Self.app, "--push", "yes").first == "may push: yes")
        let imports = try Self.run(home, "phone", Self.app, "--imports", "yes")
        #expect(imports.prefix(2) == ["may push: yes", "phone of the imports: yes"])
        #expect(
            try Self.run(home, "phone", Self.app, "--push", "no").prefix(2) == [
                "may push: no", "phone of the imports: no",
            ])
        _ = try Self.run(home, "pair", "--for", "health-bridge", "--server", "http://127.0.0.1:1", "--imports")
        #expect(try Self.run(home, "phone", "phone.health-bridge").prefix(2) == imports.prefix(2))
        let database = try HealthDatabase(url: home.file(".local/share/openhealthkit/health.db"))
        let sample = try #require(
            try database.records(SampleRequest(types: ["HKQuantityTypeIdentifierStepCount"])).first)
        var push = PushedBatch(missing: [.device, .metadata])
        let uuid = UUID()
        push.samples.newTypes = [sample.type]
        push.samples.newProvenances = [ProvenanceData(sourceName: sample.source)]
        push.samples.rows = [
            SampleRow(
                type: 0, provenance: 0, start: sample.start.timeIntervalSince1970,
                end: sample.end.timeIntervalSince1970,
                value: try #require(sample.value))
        ]
        (push.places, push.rowPlaces) = (["/samples/0"], [0])
        push.uuids = [0: uuid]
        #expect(try database.ingest(push, app: "phone.health-bridge").allSamples == .init(known: 1))
        _ = try Self.run(
            home, "pair", "--for", "health-bridge", "--server", "http://127.0.0.1:1", "--continues",
            "phone.health-bridge")
        #expect(try Self.run(home, "phone", "phone.health-bridge-2")[2] == "continues: phone.health-bridge")
        let ended = try Self.run(home, "phone", "phone.health-bridge-2", "--continues", "none")
        #expect(ended[2] == "continues: no other connection")
        #expect(try Self.run(home, "phone", "phone.health-bridge-2") == ended)
        var deletion = PushedBatch()
        deletion.deletions = [uuid]
        #expect(try database.ingest(deletion, app: "phone.health-bridge").deleted == 1)
        let rows = try Parsed.csv(
            try Tool.run(["apps", "deletions", "phone.health-bridge", "--format", "csv"], in: home).output)
        #expect(rows.count == 2 && rows[1][2] == sample.type && rows[1].last == "no")
        #expect(try Tool.run(["apps", "deletions", "phone.health-bridge", "--restore", "99"], in: home).status != 0)
        _ = try Self.run(home, "deletions", "phone.health-bridge", "--restore", rows[1][0])
        #expect(try database.records(SampleRequest()).contains { $0.uuid == sample.uuid })
        for arguments in [
            ["phone", "org.example.nobody"], ["phone", Self.app, "--push", "no", "--imports", "yes"],
            ["phone", Self.app, "--continues", "phone.unknown"], ["pair", "--imports"],
            ["phone", Self.app, "--push", "maybe"],
        ] {
            #expect(try Tool.run(["apps"] + arguments, in: home).status != 0, "\(arguments)")
        }
    }

    @Test("pairing codes, open registration, quotas, the access log and names")
    func pairing() throws {
        let home = try Self.home()
        let code = try Self.run(home, "pair")
        #expect(code.count == 1 && code[0].wholeMatch(of: /[A-Z2-9]{4}-[A-Z2-9]{4}/) != nil)
        #expect(try Self.run(home, "pair", Self.app) != code)
        for arguments in [["pair", "--end-token"], ["pair", "no app"], ["pair", "org.openhealthkit.web"]] {
            let result = try Tool.run(["apps"] + arguments, in: home)
            #expect(result.status != 0 && result.output.isEmpty)
        }
        #expect(try Self.run(home, "open-registration") == ["off"])
        #expect(try Self.run(home, "open-registration", "on").isEmpty)
        #expect(try Self.run(home, "open-registration") == ["on"])

        #expect(try Self.run(home, "quota", Self.app, "samplesPerDay", "5").isEmpty)
        #expect(try Self.run(home, "quota", Self.app).contains { $0.hasPrefix("samplesPerDay") && $0.contains(" 5 ") })
        #expect(try Self.run(home, "quota", Self.app, "samplesPerDay", "usual").isEmpty)
        let quotas = try Parsed.csv(try Tool.run(["apps", "quota", Self.app, "--format", "csv"], in: home).output)
        #expect(quotas.contains(["samplesPerDay", "1000000", "1000000", "0"]))
        for arguments in [
            ["quota", Self.app, "cups", "1"], ["quota", Self.app, "webhooks", "-1"], ["quota", "unknown"],
        ] {
            #expect(try Tool.run(["apps"] + arguments, in: home).status != 0, "\(arguments)")
        }

        _ = try Self.run(home, "grant", Self.app, "--read", "stepCount")
        let log = try Parsed.csv(try Tool.run(["apps", "log", "--format", "csv"], in: home).output)
        #expect(log[0] == ["day", "app", "action", "type", "name", "requests", "count", "earliest", "latest"])
        #expect(log.dropFirst().contains { $0[1] == Self.app && $0[2] == "grantRead" && $0[3].hasSuffix("StepCount") })
        #expect(try Self.run(home, "log", "org.example.other") == ["no app has used the store"])
        let unknown = try Tool.run(["apps", "rename", Self.app, "Walks"], in: home)
        #expect(unknown.status != 0 && unknown.errors.contains("the app has not requested this name"))
    }

    @Test("grant, deny, revoke and forget")
    func answers() throws {
        let home = try Self.home()
        #expect(
            try Self.run(home, "grant", Self.app, "--asked") == [
                "org.example.steps may now read 3 types and save stepCount"
            ])
        #expect(
            try Self.permissions(home) == [
                "stepCount": "authorized authorized ", "heartRate": "authorized notDetermined ",
                "biologicalSex": "authorized notDetermined ",
            ])
        #expect(
            try Self.run(
                home, "grant", Self.app, "--read", "heart_rate", "--since", "2024-01-01", "--timezone", "UTC")
                == ["org.example.steps may now read heartRate"])
        #expect(try Self.permissions(home)["heartRate"] == "limited notDetermined 2024-01-01T00:00:00Z")
        #expect(
            try Self.run(home, "deny", Self.app, "--share", "stepCount", "--read", "biologicalSex")
                == ["org.example.steps may not read biologicalSex or save stepCount"])
        #expect(try Self.permissions(home)["stepCount"] == "authorized denied ")
        #expect(try Self.permissions(home)["biologicalSex"] == "denied notDetermined ")
        _ = try Self.run(home, "revoke", Self.app, "heartRate")
        #expect(try Self.permissions(home)["heartRate"] == "denied denied ")
        _ = try Self.run(home, "revoke", Self.app)
        #expect(try Self.permissions(home).values.allSatisfy { $0 == "denied denied " })
        _ = try Self.run(home, "forget", Self.app)
        #expect(try Self.run(home) == ["no app has made a request"])
    }

    @Test("permissions can be granted before the app asks, also in a new store")
    func all() throws {
        let home = try Home()
        #expect(
            try Self.run(home, "grant", Self.app, "--all") == [
                "\(Self.app) may now read \(HealthTypes.all.count) types and save "
                    + "\(HealthTypes.all.filter(\.isShareable).count) types"
            ])
        let permissions = try Self.permissions(home)
        #expect(permissions["bodyMass"] == "authorized authorized ")
        #expect(permissions["bloodPressureSystolic"] == "authorized authorized ")
        #expect(permissions["activitySummary"] == "authorized notDetermined ")
    }

    @Test("relative weeks begin with the chosen day")
    func weeks() throws {
        let home = try Self.home()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let now = Date()
        let today = calendar.component(.weekday, from: now)
        let yesterday = now.addingTimeInterval(-86_400).formatted(.iso8601.year().month().day())
        // The current week begins today, or four days ago: it has not begun yesterday, or it has.
        for (day, status) in [(today, 0), ((today + 2) % 7 + 1, 2)] as [(Int, Int32)] {
            let name = try #require(Weekday(rawValue: day)).name
            #expect(try Tool.run(["settings", "set", "firstWeekday", name], in: home).status == 0)
            _ = try Self.run(
                home, "grant", Self.app, "--read", "heart_rate", "--since", "this week", "--timezone", "UTC")
            let since = try #require(try Self.permissions(home)["heartRate"]?.split(separator: " ").last)
            #expect(calendar.component(.weekday, from: try Date(String(since), strategy: .iso8601)) == day)
            let log = ["apps", "log", "--from", yesterday, "--to", "last week", "--timezone", "UTC"]
            #expect(try Tool.run(log, in: home).status == status)
        }
    }

    @Test(
        "errors are named and change nothing",
        arguments: [
            (["grant", app], 2, "no types are given"),
            (["grant", app, "--read", "hartRate"], 2, "heartRate"),
            (["grant", app, "--share", "biologicalSex"], 2, "no app can save biologicalSex"),
            (["grant", app, "--share", "stepCount", "--since", "today"], 2, "--since limits nothing"),
            (["grant", app, "--read", "stepCount", "--since", "someday"], 2, "is not a date"),
            (["grant", "org.example.other", "--asked"], 1, "has made no request"),
            (["grant", "oauth.abc", "--asked"], 1, "answered on the page of the server"),
            (["grant", " ", "--all"], 2, "no app is given"),
            (["list", "org.example.other"], 1, "org.example.other"),
            (["revoke", "org.example.other"], 1, "org.example.other"),
            (["revoke", app, "nothing"], 2, "no type is called"),
            (["forget", "org.example.other"], 1, "org.example.other"),
        ] as [([String], Int32, String)])
    func refusals(_ arguments: [String], status: Int32, text: String) throws {
        let home = try Self.home()
        let before = try Self.permissions(home)
        let result = try Tool.run(["apps"] + arguments, in: home)
        #expect(result.status == status)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.output.isEmpty)
        #expect(try Self.permissions(home) == before)
    }
}
