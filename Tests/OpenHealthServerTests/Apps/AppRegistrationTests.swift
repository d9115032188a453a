// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct AppRegistrationTests {
    @Test func anAppRegistersRotatesAndLeaves() async throws {
        try await OwnedDaemon.with { daemon in
            let first = try await daemon.register("org.example.steps")
            #expect(first.hasPrefix("ohk_") && first.utf8.count == 47)
            var response = try await daemon.send("GET", "/v1/app", as: .app(first))
            #expect(response.status == 200 && response.json?["identifier"]?.string == "org.example.steps")
            response = try await daemon.send("POST", "/v1/app/token", as: .app(first))
            #expect(response.status == 201)
            let second = try #require(response.json?["token"]?.string)
            #expect(second != first)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(first)).status == 401)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(second)).status == 200)
            #expect(try await daemon.send("DELETE", "/v1/app", as: .app(second)).status == 204)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(second)).status == 401)
            _ = try await daemon.register("org.example.steps")
        }
    }

    @Test func samplesOfAnAppAreHiddenFromLaterRegistrations() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let steps = HKQuantityType(.stepCount)
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized), app: "org.example.steps", type: steps.identifier)
            let sample = HKQuantitySample(
                type: steps, quantity: HKQuantity(unit: .count(), doubleValue: 1), start: daemon.clock.now,
                end: daemon.clock.now)
            let app = AppIdentity(identifier: "org.example.steps", name: "Steps")
            try AppAccess(database: daemon.database, app: app).save([sample])
            #expect(try await daemon.send("DELETE", "/v1/app", as: .app(token)).status == 204)
            #expect(try await daemon.pair("org.example.steps", name: "Thief").status == 409)
        }
    }

    /// No app can have the identifier of the daemon's own pages, even if the owner has released it.
    @Test func theIdentifierOfThePagesIsReserved() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let identifier = WebApp.identity.identifier
            for release in [false, true] {
                if release {
                    let path = "/v1/owner/apps/\(identifier)/release"
                    #expect(try await daemon.send("POST", path, as: owner).status == 204)
                }
                for name in [identifier, identifier.uppercased(), "org.OpenHealthKit.Web"] {
                    let body = #"{"identifier":"\#(name)","name":"Thief"}"#
                    let response = try await daemon.send("POST", "/v1/apps", json: body)
                    #expect(response.status == 409, "\(response.text)")
                    #expect(response.problem?.faults.map(\.pointer) == ["/identifier"])
                }
            }
            // A registered app cannot change its identifier to it either.
            let token = try await daemon.register("org.example.steps")
            let body = #"{"identifier":"\#(identifier)","name":"Thief"}"#
            #expect(try await daemon.send("PUT", "/v1/app", as: .app(token), json: body).status == 409)
        }
    }

    @Test func theStoreHasNoToken() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            for name in try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path) {
                let bytes = try Data(contentsOf: daemon.folder.appendingPathComponent(name))
                #expect(bytes.range(of: Data(token.utf8)) == nil, "\(name)")
            }
        }
    }

    @Test func aKnownIdentifierRequiresTheOwner() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            _ = try await daemon.register("org.example.taken")
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: "org.example.granted",
                type: "HKQuantityTypeIdentifierStepCount")
            let app = AppIdentity(identifier: "org.example.saved", name: "Saved")
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized), app: app.identifier, type: "HKQuantityTypeIdentifierStepCount")
            let sample = HKQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: daemon.clock.now,
                end: daemon.clock.now)
            try AppAccess(database: daemon.database, app: app).save([sample])
            try daemon.database.apps.forget(app.identifier)
            for identifier in ["org.example.taken", "org.example.granted", "org.example.saved"] {
                #expect(try await daemon.pair(identifier, name: "Thief").status == 409, "\(identifier)")
                #expect(
                    try await daemon.send("POST", "/v1/owner/apps/\(identifier)/release", as: .owner(owner)).status
                        == 204)
                let token = try await daemon.register(identifier)
                // No previous permission is left.
                let known = try daemon.database.apps.all().first { $0.identifier == identifier }
                #expect(known?.permissions == [])
                #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 200)
            }
        }
    }

    @Test func aTokenRevokedByAnotherProcessExpires() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 200)
            let changes = EventLog<Set<ChangeRange.Topic>>()
            let subscription = try daemon.database.subscribe { changes.note($0.topics) }
            defer { withExtendedLifetime(subscription) {} }
            // Another process opens the file directly.
            let other = try HealthDatabase(url: daemon.database.url, mode: .readWrite)
            try other.apps.forget("org.example.steps")
            let count = await changes.wait { $0.contains { $0.contains(.permissions) } }.count
            // All subscribers are notified of a change before any is notified of a later one.
            try other.apps.setPermission(
                AppPermission(share: .authorized), app: "org.example.other", type: "HKQuantityTypeIdentifierStepCount")
            await changes.wait(count: count + 1)
            let (services, response) = (daemon.services, try await daemon.send("GET", "/v1/app", as: .app(token)))
            #expect(try await services.apps.holder(token: token, services.workers) == nil)
            #expect(response.status == 401, "\(response.text)")
        }
    }

    @Test func aTokenExpiresDuringTheRemovalOfTheApp() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 200)
            // The daemon learns of a removal after it, and not at all of a removal without an event.
            try await DatabaseQueue(path: daemon.database.url.path).write { db in
                try db.execute(sql: "DELETE FROM app WHERE identifier = 'org.example.steps'")
            }
            let response = try await daemon.send("GET", "/v1/app", as: .app(token))
            #expect(response.status == 401, "\(response.text)")
        }
    }

    @Test func appsUpdateTheirDescription() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let body = #"""
                {"identifier":"org.example.steps","name":"Steps 2","version":"2.0","productType":"x86",                "operatingSystemVersion":"12.1"}
                """#.replacing("\\\n", with: "").replacing("\\", with: "")
            let response = try await daemon.send("PUT", "/v1/app", as: .app(token), json: body)
            #expect(response.status == 200, "\(response.text)")
            let shown = try await daemon.send("GET", "/v1/app", as: .app(token))
            for key in ["identifier", "name", "version", "productType", "operatingSystemVersion"] {
                #expect(shown.json?[key] == response.json?[key], "\(key)")
            }
            #expect(shown.json?["quotas"]?.array?.isEmpty == false && shown.json?["serverVersion"] != nil)
            // The name waits for the owner's approval.
            #expect(response.json?["name"]?.string == "steps" && response.json?["version"]?.string == "2.0")
            let other = #"{"identifier":"org.example.other","name":"Other"}"#
            #expect(try await daemon.send("PUT", "/v1/app", as: .app(token), json: other).status == 409)
        }
    }

    @Test(arguments: [
        #"{"identifier":"","name":"a"}"#, #"{"identifier":"a b","name":"a"}"#, #"{"identifier":"../etc","name":"a"}"#,
        #"{"identifier":"a","name":""}"#, #"{"identifier":"a","name":"a\u202eb"}"#,
        #"{"identifier":"a","name":"a\nb"}"#,
        #"{"identifier":"a"}"#, #"{"name":"a"}"#, #"{"identifier":"a","name":"a","x":1}"#, #"[]"#, #"{"#,
        #"{"identifier":"a","identifier":"b","name":"a"}"#,
        #"{"identifier":"a","name":"a","operatingSystemVersion":"twelve"}"#,
    ])
    func invalidDescriptionsAreRefused(body: String) async throws {
        try await OwnedDaemon.with { daemon in
            let response = try await daemon.send("POST", "/v1/apps", json: body)
            #expect(response.status == 400 && response.problem?.kind == .invalidRequest)
        }
    }

    @Test func registrationsAreLimitedByAddress() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.registrationsPerMinute = 3
            configuration.steadyClock = ManualClock()
        } _: { daemon in
            for number in 1...3 { _ = try await daemon.register("org.example.app\(number)") }
            let response = try await daemon.send("POST", "/v1/apps", json: #"{"identifier":"a","name":"a"}"#)
            #expect(response.status == 429 && response.problem?.retryAfter ?? 0 > 0)
            #expect(Int(response.header("Retry-After") ?? "") ?? 0 > 0)
        }
    }

    @Test func anAppWithTooManyRequestsWaitsAndOthersDoNot() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.burst = 5
            configuration.limits.requestsPerSecond = 0.001
        } _: { daemon in
            let (loud, quiet) = (try await daemon.register("loud"), try await daemon.register("quiet"))
            for _ in 1...5 { #expect(try await daemon.send("GET", "/v1/app", as: .app(loud)).status == 200) }
            let response = try await daemon.send("GET", "/v1/app", as: .app(loud))
            #expect(response.status == 429 && response.header("Retry-After") != nil)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(quiet)).status == 200)
        }
    }
}
