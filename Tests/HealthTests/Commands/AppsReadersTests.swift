// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import ProcessTestSupport
import Testing

@Suite("health apps readers")
struct AppsReadersTests {
    private static let app = "phone.nightscout"

    private static func home() throws -> Home {
        let home = try MadeStore.steps()
        let pair = ["apps", "pair", "--server", "https://health.example.org", "--for"]
        for kind in ["nightscout", "health-bridge"] { #expect(try Tool.run(pair + [kind], in: home).status == 0) }
        return home
    }

    private static func run(_ home: Home, _ arguments: String...) throws -> Tool.Result {
        try Tool.run(["apps", "readers"] + arguments, in: home)
    }

    @Test func `readers are created, listed and revoked`() throws {
        let home = try Self.home()
        #expect(try Self.run(home).output == "no readers\n")
        let created = try Self.run(home, Self.app, "--create")
        #expect(created.status == 0 && created.lines.count == 1)
        let token = try #require(created.output.wholeMatch(of: /token: (ohn[a-z2-9]{11}-[0-9a-f]{16})\n/)?.output.1)
        #expect(created.errors.contains("Reader") && !created.errors.contains(token))
        let named = try Self.run(
            home, Self.app, "--create", "--name", "Watch", "--server", "https://health.example.org/")
        #expect(named.lines.count == 2)
        let second = named.lines[0].dropFirst("token: ".count)
        #expect(named.lines[1] == "address: https://health.example.org?token=\(second)")
        let json = try Self.run(home, "--format", "json").output
        #expect(try JSONSchema(named: "apps-readers").faults(json) == [])
        let listed = try Parsed.array(json)
        #expect(listed.map { $0["name"] as? String } == ["Reader", "Watch"])
        #expect(listed.allSatisfy { $0["app"] as? String == Self.app && $0["created"] is String })
        #expect(listed.allSatisfy { $0["lastUse"] is NSNull && $0["usedFrom"] is NSNull })
        let csv = try Parsed.csv(try Self.run(home, Self.app, "--format", "csv").output)
        #expect(csv[0] == ["app", "name", "created", "lastUse", "usedFrom"] && csv.count == 3)
        #expect(try Self.run(home, "phone.health-bridge").output == "no readers\n")
        for format in ["table", "json", "csv"] {
            let output = try Self.run(home, "--format", format).output
            #expect(!output.contains(token) && !output.contains(second))
        }
        let revoked = try Self.run(home, Self.app, "--revoke", "Watch")
        #expect(revoked.status == 0 && revoked.output.isEmpty && revoked.errors.contains("Watch"))
        let rest = try Parsed.array(try Self.run(home, "--format", "json").output)
        #expect(rest.map { $0["name"] as? String } == ["Reader"])
        #expect(try Tool.run(["apps", "revoke", Self.app], in: home).status == 0)
        #expect(try Self.run(home).output == "no readers\n")
    }

    @Test func `the JSON of a new reader has its token`() throws {
        let home = try Self.home()
        let arguments = ["--create", "--name", "Uhr", "--server", "http://127.0.0.1:8484", "--format", "json"]
        let result = try Tool.run(["apps", "readers", Self.app] + arguments, in: home)
        #expect(try JSONSchema(named: "apps-reader").faults(result.output) == [])
        let reader = try #require(try Parsed.array(result.output).first)
        let token = try #require(reader["token"] as? String)
        #expect(reader["app"] as? String == Self.app && reader["name"] as? String == "Uhr")
        #expect(reader["address"] as? String == "http://127.0.0.1:8484?token=\(token)")
        let rest = try Tool.run(["apps", "readers", Self.app, "--revoke", "Uhr", "--format", "json"], in: home)
        #expect(try rest.status == 0 && Parsed.array(rest.output).isEmpty)
        #expect(try Self.run(home, Self.app, "--create").status == 0)
        let database = try HealthDatabase(url: home.file(".local/share/openhealthkit/health.db"))
        #expect(try database.apps.readers.all(of: Self.app).map(\.name) == ["Reader"])
    }

    @Test func `what cannot be done is refused with a remedy`() throws {
        let home = try Self.home()
        #expect(try Self.run(home, Self.app, "--create", "--name", "Watch").status == 0)
        for arguments in [
            ["--create"], ["--revoke", "Watch"], [Self.app, "--create", "--revoke", "Watch"],
            [Self.app, "--name", "x"],
            [Self.app, "--server", "http://127.0.0.1"], [Self.app, "--create", "--server", "127.0.0.1"],
            [Self.app, "--create", "--server", "https://health.example.org?a=b"],
            [Self.app, "--create", "--server", "https://a:b@health.example.org"],
            ["phone.health-bridge", "--create"], ["phone.nightscout-2", "--create"], ["org.example.steps", "--create"],
            [Self.app, "--create", "--name", "Watch"], [Self.app, "--create", "--name", " "],
            [Self.app, "--revoke", "watch"],
        ] {
            let result = try Tool.run(["apps", "readers"] + arguments, in: home)
            #expect(result.status != 0 && result.output.isEmpty && !result.errors.isEmpty, "\(arguments)")
        }
        #expect(try Parsed.array(try Self.run(home, "--format", "json").output).count == 1)
    }
}
