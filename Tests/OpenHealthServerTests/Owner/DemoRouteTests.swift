// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthDemo
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct DemoRouteTests {
    private struct Refused: Error {}

    /// Waits for the end of a started import.
    private static func end(
        _ response: OwnedDaemon.Response, _ daemon: OwnedDaemon, _ owner: OwnedDaemon.Asker
    ) async throws -> JSONValue {
        #expect(response.status == 202, "\(response.text)")
        let id = try #require(response.json?["id"]?.string)
        #expect(response.header("Location") == "/v1/imports/\(id)")
        let events = try await daemon.send("GET", "/v1/imports/\(id)/events", as: owner)
        #expect(events.text.contains("event: done\n"))
        return try #require(try await daemon.send("GET", "/v1/imports/\(id)", as: owner).json)
    }

    private static func leftovers(_ daemon: OwnedDaemon) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path).filter { $0.contains("upload") }
    }

    @Test func anEmptyStoreIsFilledOnce() async throws {
        let asked = Guarded<[(date: Date, zone: TimeZone)]>([])
        try await OwnedDaemon.with { configuration in
            configuration.writeDemo = { file, date, zone in
                asked.withLock { $0.append((date, zone)) }
                try DemoExport(records: 500).write(to: file)
            }
        } _: { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            try daemon.database.setSetting("time_zone", value: "Asia/Tokyo")
            let shown = try await Self.end(
                try await daemon.send("POST", "/v1/imports/demo", as: owner), daemon, owner)
            #expect(shown["status"]?.string == "done", "\(shown.text)")
            #expect(shown["receipt"]?["records"] != nil)
            #expect(try #require(shown["records"]?.double) > 0)
            #expect(shown["receipt"]?["records"]?["added"]?.double == 500)
            #expect(try daemon.database.hasSamples())
            let again = try await daemon.send("POST", "/v1/imports/demo", as: owner)
            #expect(again.status == 409 && again.problem?.kind == .conflict)
            let calls = asked.withLock { $0 }
            #expect(calls.map(\.date) == [daemon.clock.now])
            #expect(calls.map(\.zone.identifier) == ["Asia/Tokyo"])
            #expect(try Self.leftovers(daemon).isEmpty)
        }
    }

    @Test func aFailedDemoLeavesTheStoreEmpty() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.writeDemo = { _, _, _ in throw Refused() }
        } _: { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            // The second import shows that the first one has released the right to import.
            for _ in 0..<2 {
                let response = try await daemon.send("POST", "/v1/imports/demo", as: owner)
                let shown = try await Self.end(response, daemon, owner)
                #expect(shown["status"]?.string == "failed")
                #expect(shown["detail"]?.string?.contains(daemon.folder.path) == false)
            }
            #expect(try daemon.database.hasSamples() == false)
            #expect(try Self.leftovers(daemon).isEmpty)
        }
    }

    @Test func aServerWithoutDemoDataReportsIt() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let response = try await daemon.send("POST", "/v1/imports/demo", as: owner)
            #expect(response.status == 404 && response.problem?.detail.contains("demo data") == true)
        }
    }
}
