// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("Background delivery over HTTP", .timeLimit(.usual))
struct DeliveryRoutesTests {
    private static let steps = HKQuantityType(.stepCount)

    @Test("routes equal a session in the process, for every frequency and date")
    func same() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("reader")
            try daemon.allow("reader", read: [Self.steps])
            let access = AppAccess(
                database: daemon.database, app: AppIdentity(identifier: TestDaemon.identifier("reader"), name: "reader")
            )
            func remembered() async throws -> DeliveryJSON? {
                let response = try await daemon.send("GET", "/v1/deliveries", token: token)
                let all = try response.json.required("deliveries").array().map { try JSONFormat.delivery.decode($0) }
                let here = try access.deliveries(of: [Self.steps])
                #expect(all.count == here.count)
                for delivery in all {
                    let own = here[delivery.type]
                    #expect(own?.frequency == delivery.delivery.frequency)
                    #expect(try own.map { try Anchors(access).anchor($0.anchor) } == delivery.delivery.anchor)
                    #expect(own?.failures == delivery.delivery.failures)
                    #expect(own?.delivered == delivery.delivery.delivered)
                }
                return all.first
            }
            #expect(try await remembered() == nil)
            for frequency in HKUpdateFrequency.allCases {
                let body = JSONValue.object([("frequency", .string(FrequencyName.text(frequency)))])
                #expect(
                    try await daemon.send("PUT", "/v1/deliveries/stepCount", token: token, json: body).status == 204)
                #expect(try await remembered()?.delivery.frequency == frequency)
                for seconds in [0, 1_700_000_000.123, -5.5, 1e9 / 3] {
                    let date = Date(timeIntervalSinceReferenceDate: seconds)
                    let failed = try await daemon.send(
                        "POST", "/v1/deliveries/fail", token: token,
                        json: DeliveryReport.Failed(types: [Self.steps], date: date).json)
                    let counts = try DeliveryRoutes.fail.response.decode(failed.json)
                    #expect(try await remembered()?.delivery.failures == counts[Self.steps])
                }
                let done = DeliveryReport.Acknowledged(
                    types: [Self.steps], through: try Anchors(access).anchor(Int64(frequency.rawValue * 10)),
                    delivered: [Self.steps], date: Date())
                #expect(
                    try await daemon.send("POST", "/v1/deliveries/acknowledge", token: token, json: done.json).status
                        == 204)
                let now = try await remembered()
                #expect(now?.delivery.failures == 0)
                #expect(try now?.delivery.anchor == Anchors(access).anchor(Int64(frequency.rawValue * 10)))
            }
            #expect(try await daemon.send("DELETE", "/v1/deliveries/stepCount", token: token).status == 204)
            #expect(try await remembered() == nil)
        }
    }

    @Test("errors equal those of the session: no request, correlations, unknown types")
    func errors() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("reader")
            let body = JSONValue.object([("frequency", .string("hourly"))])
            let notAsked = try await daemon.send("PUT", "/v1/deliveries/stepCount", token: token, json: body)
            #expect(notAsked.status == 403)
            #expect(notAsked.problem?.healthKitCode == HKError.errorAuthorizationNotDetermined.rawValue)
            let food = HKCorrelationTypeIdentifier.food.rawValue
            let correlation = try await daemon.send("PUT", "/v1/deliveries/\(food)", token: token, json: body)
            #expect(correlation.status == 422)
            #expect(correlation.problem?.healthKitCode == HKError.errorInvalidArgument.rawValue)
            let unknown = try await daemon.send("PUT", "/v1/deliveries/nonsense", token: token, json: body)
            #expect((400..<500).contains(unknown.status))
            let check = JSONValue.object([("types", .array([.string("stepCount")]))])
            #expect(try await daemon.send("POST", "/v1/deliveries/check", token: token, json: check).status == 403)
            try daemon.deny("reader", [Self.steps])
            #expect(try await daemon.send("POST", "/v1/deliveries/check", token: token, json: check).status == 204)
        }
    }
}
