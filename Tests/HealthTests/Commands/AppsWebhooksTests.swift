// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import ProcessTestSupport
import Testing

@Suite("health apps webhooks")
struct AppsWebhooksTests {
    private static let app = "org.example.steps"
    private static let host = "steps.example.org:443"

    private static func run(_ home: Home, _ arguments: String...) throws -> (status: Int32?, output: String) {
        let result = try Tool.run(["apps", "webhooks"] + arguments, in: home)
        return (result.status, result.output + result.errors)
    }

    @Test func `hosts are listed, approved and refused`() throws {
        let home = try MadeStore.steps()
        #expect(try Self.run(home).output.contains("no app has requested to receive changes"))
        let database = try HealthDatabase(url: home.file(".local/share/openhealthkit/health.db"))
        _ = try database.webhooks.add(
            AppIdentity(identifier: Self.app, name: "Steps"), url: "https://steps.example.org/changed",
            secret: Data(repeating: 1, count: 32), types: [], frequency: .immediate, at: Date(), most: 16)
        func rows() throws -> [[String]] {
            let rows = try Parsed.csv(try Self.run(home, "--format", "csv").output)
            #expect(rows[0] == ["app", "host", "decision", "local", "asked", "decided"])
            return rows.dropFirst().map { Array($0.prefix(4)) }
        }
        #expect(try rows() == [[Self.app, Self.host, "waiting", "false"]])
        #expect(try Self.run(home, Self.app, "--approve", Self.host, "--local").status == 0)
        #expect(try rows() == [[Self.app, Self.host, "approved", "true"]])
        #expect(try Self.run(home, Self.app, "--approve", Self.host).status == 0)
        #expect(try rows() == [[Self.app, Self.host, "approved", "false"]])
        #expect(try Self.run(home, Self.app, "--refuse", Self.host).status == 0)
        #expect(try rows() == [[Self.app, Self.host, "refused", "false"]])
        #expect(try !Self.run(home, Self.app, "--refuse", Self.host).output.contains("--local"))
        for arguments in [
            ["--approve", Self.host], [Self.app, "--local"], [Self.app, "--approve", Self.host, "--refuse", Self.host],
            [Self.app, "--refuse", Self.host, "--local"], [Self.app, "--approve", "other.example.org:443"],
        ] {
            let result = try Tool.run(["apps", "webhooks"] + arguments, in: home)
            #expect(result.status != 0 && !result.errors.isEmpty, "\(arguments)")
        }
        #expect(try rows() == [[Self.app, Self.host, "refused", "false"]])
    }

    @Test func `the approval of a local host without --local says that nothing is sent`() throws {
        let home = try MadeStore.steps()
        let database = try HealthDatabase(url: home.file(".local/share/openhealthkit/health.db"))
        for host in ["127.0.0.1:9000", "localhost:9000", "[::1]:9000", "10.1.2.3:443", "steps.example.org:443"] {
            _ = try database.webhooks.add(
                AppIdentity(identifier: Self.app, name: "Steps"), url: "https://\(host)/changed",
                secret: Data(repeating: 1, count: 32), types: [], frequency: .immediate, at: Date(), most: 16)
            let arguments = ["apps", "webhooks", Self.app, "--approve", host]
            let plain = try Tool.run(arguments, in: home)
            #expect(plain.status == 0)
            #expect(plain.errors.contains("approve it with --local") == (host != Self.host), "\(host): \(plain.errors)")
            #expect(try Tool.run(arguments + ["--local"], in: home).errors.isEmpty, "\(host)")
        }
    }
}
