// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct SourceOrderRouteTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let path = "/v1/owner/source-order/stepCount"

    /// Saves different values of two apps for the same minute.
    private static func fill(_ daemon: OwnedDaemon) throws {
        for (name, value) in [("Alpha", 100.0), ("Beta", 70.0)] {
            let app = AppIdentity(identifier: "org.example.\(name.lowercased())", name: name)
            let access = AppAccess(database: daemon.database, app: app)
            try access.record(AuthorizationDecision(share: [steps: .authorized], read: [steps: .authorized]))
            try access.save([
                HKQuantitySample(
                    type: steps, quantity: HKQuantity(unit: .count(), doubleValue: value), start: DataFixtures.start,
                    end: DataFixtures.start + 60)
            ])
        }
    }

    private static func sum(_ daemon: OwnedDaemon) throws -> Double? {
        try daemon.database.statistics(StatisticsRequest(type: steps.identifier)).first?.figures.sum
    }

    @Test func theFirstSourceTakesPrecedence() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let empty = try await daemon.send("GET", Self.path, as: owner)
            #expect(empty.text == #"{"type":"HKQuantityTypeIdentifierStepCount","sources":[]}"#)
            try Self.fill(daemon)
            let usual = try await daemon.send("GET", Self.path, as: owner)
            let sources = try #require(usual.json?["sources"]?.array)
            #expect(sources.compactMap { $0["name"]?.string } == ["Alpha", "Beta"])
            #expect(sources.compactMap { $0["bundleIdentifier"]?.string } == ["org.example.alpha", "org.example.beta"])
            #expect(sources.allSatisfy { $0["isChosen"] == .bool(false) && $0["reason"]?.string == "other" })
            #expect(try Self.sum(daemon) == 100)
            let numbers = sources.compactMap { $0["id"]?.double.map { Int($0) } }
            let chosen = try await daemon.send("PUT", Self.path, as: owner, json: #"{"sources":[\#(numbers[1])]}"#)
            #expect(chosen.status == 200, "\(chosen.text)")
            let after = try #require(chosen.json?["sources"]?.array)
            #expect(after.compactMap { $0["name"]?.string } == ["Beta", "Alpha"])
            #expect(after.map { $0["isChosen"] } == [.bool(true), .bool(false)])
            #expect(after.compactMap { $0["reason"]?.string } == ["chosen", "other"])
            #expect(try await daemon.send("GET", Self.path, as: owner).text == chosen.text)
            #expect(try Self.sum(daemon) == 70)
            let back = try await daemon.send("PUT", Self.path, as: owner, json: #"{"sources":[]}"#)
            #expect(back.text == usual.text)
            #expect(try Self.sum(daemon) == 100)
        }
    }

    @Test func invalidOrdersChangeNothing() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            try Self.fill(daemon)
            let order = try await daemon.send("PUT", Self.path, as: owner, json: #"{"sources":[2,1]}"#)
            for (body, status) in [
                (#"{"sources":[1,99]}"#, 404), (#"{"sources":[1,1]}"#, 422), (#"{"sources":["1"]}"#, 400),
                (#"{"sources":1}"#, 400), (#"{}"#, 400), (#"{"sources":[],"other":1}"#, 400),
                (#"{"sources":[1.5]}"#, 400), (#"{"sources":[-1]}"#, 404),
            ] {
                let response = try await daemon.send("PUT", Self.path, as: owner, json: body)
                #expect(response.status == status, "\(body): \(response.text)")
                #expect(try await daemon.send("GET", Self.path, as: owner).text == order.text)
            }
            for type in ["workoutRoute", "nothing", "bloodPressure"] {
                let path = "/v1/owner/source-order/\(type)"
                #expect(try await daemon.send("GET", path, as: owner).status == 422, "\(type)")
                #expect(
                    try await daemon.send("PUT", path, as: owner, json: #"{"sources":[]}"#).status == 422, "\(type)")
            }
        }
    }

    @Test func theSourcesAreListed() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            #expect(try await daemon.send("GET", "/v1/owner/sources", as: owner).text == #"{"sources":[]}"#)
            try Self.fill(daemon)
            let response = try await daemon.send("GET", "/v1/owner/sources", as: owner)
            let source = try #require(response.json?["sources"]?.array?.first)
            #expect(source["name"]?.string == "Alpha" && source["bundleIdentifier"]?.string == "org.example.alpha")
            #expect(source["count"]?.double == 1 && source["id"]?.double == 1)
            #expect(source["earliest"]?.string == APIDate.text(DataFixtures.start))
            #expect(source["latest"]?.string == APIDate.text(DataFixtures.start + 60))
            #expect(response.json?["sources"]?.array?.count == 2 && response.json?["cursor"] == nil)
            let page = try await daemon.send("GET", "/v1/owner/sources?limit=1", as: owner)
            let first = page.json
            #expect(page.header("Link") == "</v1/owner/sources?limit=1&cursor=1>; rel=\"next\"")
            #expect(first?["sources"]?.array?.map { $0["name"]?.string } == ["Alpha"])
            let cursor = try #require(first?["cursor"]?.double)
            let path = "/v1/owner/sources?limit=1&cursor=\(Int(cursor))"
            let second = try await daemon.send("GET", path, as: owner).json
            #expect(second?["sources"]?.array?.first?["id"]?.double == 2 && second?["cursor"] == nil)
            #expect(try await daemon.send("GET", "/v1/owner/sources?cursor=99", as: owner).status == 404)
        }
    }
}
