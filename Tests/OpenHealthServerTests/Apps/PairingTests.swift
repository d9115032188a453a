// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Pairing of apps", .timeLimit(.slow)) struct PairingTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let rate = "HKQuantityTypeIdentifierHeartRate"

    @Test("A code registers one app, once, for ten minutes, however it is typed")
    func codes() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let made = try await daemon.send("POST", "/v1/owner/pairing-codes", as: owner)
            #expect(made.status == 201)
            let code = try #require(made.json?["code"]?.string)
            #expect(code.wholeMatch(of: /[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}/) != nil)
            #expect(made.json?["link"]?.string?.hasPrefix("openhealthkit://pair?code=") == true)
            let typed = code.lowercased().replacing("-", with: " ")
            var body = OwnedDaemon.registration("org.example.one", code: typed)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 201)
            body = OwnedDaemon.registration("org.example.two", code: code)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 403)

            let late = try daemon.services.apps.pairingCode().code.text
            daemon.clock.move(seconds: 599)
            let last = try daemon.services.apps.pairingCode().code.text
            daemon.clock.move(seconds: 1)
            body = OwnedDaemon.registration("org.example.two", code: late)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 403)
            body = OwnedDaemon.registration("org.example.two", code: last)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 201)
        }
    }

    @Test("Without a valid code the answer is the same for every identifier, byte for byte")
    func nothingIsKnown() async throws {
        try await OwnedDaemon.with { daemon in
            _ = try await daemon.register("org.example.taken")
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .denied), app: "org.example.granted", type: Self.steps)
            for code in [nil, "", "x", "ABCD-EFGH", String(repeating: "A", count: 64)] {
                var bodies: Set<Data> = []
                for identifier in ["org.example.taken", "org.example.granted", "org.example.unknown"] {
                    let body = OwnedDaemon.registration(identifier, code: code)
                    let response = try await daemon.send("POST", "/v1/apps", json: body)
                    #expect(response.status == 403, "\(response.text)")
                    bodies.insert(response.body)
                }
                #expect(bodies.count == 1)
            }
            #expect(try daemon.database.apps.all().map(\.identifier) == ["org.example.granted", "org.example.taken"])
        }
    }

    @Test("The store has no code, and refused codes are used up, so that one code tests one identifier")
    func oneQuestion() async throws {
        try await OwnedDaemon.with { daemon in
            _ = try await daemon.register("org.example.taken")
            let code = try daemon.services.apps.pairingCode().code.text
            for name in try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path) {
                let bytes = try Data(contentsOf: daemon.folder.appendingPathComponent(name))
                for text in [code, code.replacing("-", with: "")] {
                    #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
                }
            }
            let body = OwnedDaemon.registration("org.example.taken", name: "Another", code: code)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 409)
            let other = OwnedDaemon.registration("org.example.other", code: code)
            #expect(try await daemon.send("POST", "/v1/apps", json: other).status == 403)
        }
    }

    @Test("Guesses are limited for all addresses together")
    func guesses() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.pairingCodesPerMinute = 5
            configuration.limits.registrationsPerMinute = 1000
            configuration.steadyClock = ManualClock()
        } _: { (daemon: OwnedDaemon) async throws in
            let guess = OwnedDaemon.registration("org.example.one", code: "AAAA-AAAA")
            for _ in 1...5 { #expect(try await daemon.send("POST", "/v1/apps", json: guess).status == 403) }
            #expect(try await daemon.send("POST", "/v1/apps", json: guess).status == 429)
        }
    }

    @Test("A code for an app replaces its token and keeps its permissions, and is for no other app")
    func bound() async throws {
        try await OwnedDaemon.with { daemon in
            let first = try await daemon.register("org.example.steps")
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .denied), app: "org.example.steps", type: Self.steps)
            #expect(try await daemon.pair("org.example.other", codeFor: "org.example.steps").status == 403)
            let response = try await daemon.pair("org.example.steps", codeFor: "org.example.steps")
            let second = try #require(response.json?["token"]?.string)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(first)).status == 401)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(second)).status == 200)
            let permission = try daemon.database.apps.all().first?.permissions.first?.permission
            #expect(permission == AppPermission(share: .authorized, read: .denied))

            // The owner can invalidate a token immediately.
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let path = "/v1/owner/apps/org.example.steps/pairing-code"
            let made = try await daemon.send("POST", path, as: owner, json: #"{"endsToken":true}"#)
            #expect(made.status == 201)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(second)).status == 401)
            let code = made.json?["code"]?.string
            let body = OwnedDaemon.registration("org.example.steps", code: code)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 201)
            for app in ["org.example.unknown", WebApp.identity.identifier, "no app"] {
                let path = "/v1/owner/apps/\(app.replacing(" ", with: "%20"))/pairing-code"
                #expect(try await daemon.send("POST", path, as: owner, json: #"{"endsToken":true}"#).status == 404)
            }
        }
    }

    @Test("Denied permissions stay denied when an app leaves and registers again, and when the owner revokes it")
    func denials() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            var token = try await daemon.register("org.example.steps")
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .denied), app: "org.example.steps", type: Self.steps)
            try daemon.database.apps.setPermission(
                AppPermission(share: .denied, read: .authorized), app: "org.example.steps", type: Self.rate)
            for isOwner in [false, true] {
                let done =
                    isOwner
                    ? try await daemon.send("POST", "/v1/owner/apps/org.example.steps/release", as: owner)
                    : try await daemon.send("DELETE", "/v1/app", as: .app(token))
                #expect(done.status == 204)
                token = try await daemon.register("org.example.steps")
                let permissions = try #require(try daemon.database.apps.all().first?.permissions)
                #expect(
                    Dictionary(uniqueKeysWithValues: permissions.map { ($0.type, $0.permission) }) == [
                        Self.steps: AppPermission(share: .notDetermined, read: .denied),
                        Self.rate: AppPermission(share: .denied, read: .notDetermined),
                    ])
            }
            // A request for denied permissions creates no request for the owner.
            let response = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(token), json: #"{"read":["\#(Self.steps)"]}"#)
            #expect(response.json?["status"]?.string == "completed")
        }
    }

    @Test("With open registration, known identifiers and names reveal nothing, and only a few apps wait for a decision")
    func open() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.registrationsPerMinute = 10_000
        } _: { (daemon: OwnedDaemon) async throws in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let setting = "/v1/owner/registration"
            #expect(try await daemon.send("GET", setting, as: owner).json?["open"] == .bool(false))
            _ = try await daemon.register("org.example.taken", name: "Taken")
            #expect(try await daemon.send("PUT", setting, as: owner, json: #"{"open":true}"#).status == 204)
            #expect(try await daemon.send("GET", setting, as: owner).json?["open"] == .bool(true))
            let body = OwnedDaemon.registration("org.example.taken", name: "Taken")
            var statuses: [Int] = []
            for _ in 0..<640 {
                let response = try await daemon.send("POST", "/v1/apps", json: body)
                statuses.append(response.status)
                guard response.status == 201 else { continue }
                let identifier = try #require(response.json?["identifier"]?.string)
                #expect(identifier.wholeMatch(of: /org\.example\.taken\.[a-z2-9]{8}/) != nil)
                let token = try #require(response.json?["token"]?.string)
                #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).json?["name"]?.string != "Taken")
                // Each app makes as many requests as it can.
                for type in HealthTypes.all.filter({ $0.kind == .quantity }).prefix(40) {
                    _ = try await daemon.send(
                        "POST", "/v1/authorization-requests", as: .app(token),
                        json: #"{"read":["\#(type.identifier)"]}"#)
                }
            }
            #expect(statuses.count { $0 == 201 } == AppDirectory.maximumWaiting)
            #expect(statuses.allSatisfy { $0 == 201 || $0 == 503 })
            let cards = try await daemon.send("GET", "/v1/owner/requests", as: owner).json?["requests"]?.array
            #expect(try #require(cards).count <= 32)
            // Apps without a response are removed for others after a day.
            daemon.clock.move(seconds: 86_401)
            #expect(try await daemon.send("POST", "/v1/apps", json: body).status == 201)
            #expect(try await daemon.send("GET", "/v1/app", as: .app("ohk_none")).status == 401)
        }
    }

    @Test("A token that is not used for a year expires, and each use extends it")
    func unused() async throws {
        try await OwnedDaemon.with { daemon in
            let (used, unused) = (try await daemon.register("used"), try await daemon.register("unused"))
            for _ in 1...3 {
                daemon.clock.move(seconds: 200 * 86_400)
                #expect(try await daemon.send("GET", "/v1/app", as: .app(used)).status == 200)
                // The use is recorded after the response.
                try await daemon.services.settled()
                let holder = try daemon.database.apps.tokenHolders().first { $0.app.identifier == "used" }
                #expect(holder?.used == daemon.clock.now)
                daemon.services.apps.empty()
            }
            #expect(try await daemon.send("GET", "/v1/app", as: .app(unused)).status == 401)
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let apps = try await daemon.send("GET", "/v1/owner/apps", as: owner).json?["apps"]?.array
            #expect(apps?.first { $0["identifier"]?.string == "used" }?["usedFrom"]?.string == "127.0.0.1")
            let page = try await daemon.send("GET", "/owner/apps", as: owner)
            #expect(page.text.contains("from 127.0.0.1"))
            // The app itself does not see the address.
            #expect(try await !daemon.send("GET", "/v1/app", as: .app(used)).text.contains("127.0.0.1"))
        }
    }
}
