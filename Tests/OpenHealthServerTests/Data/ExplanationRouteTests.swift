// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct ExplanationRouteTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let day = 86_400.0

    private static func path(_ from: Date, _ to: Date, type: String = "stepCount") -> String {
        "/v1/statistics/explanation?type=\(type)&from=\(encoded(APIDate.text(from)))&to=\(encoded(APIDate.text(to)))"
    }

    /// Returns steps of a few days, with duplicates and instants.
    private static func made(_ random: inout SeededGenerator) -> [HKSample] {
        (0..<80).map { _ in
            let start = DataFixtures.start + Double(random.below(4 * 864)) * 100
            let length = random.below(4) == 0 ? 0 : Double(random.below(40)) * 100
            return HKQuantitySample(
                type: steps, quantity: HKQuantity(unit: .count(), doubleValue: Double(1 + random.below(2))),
                start: start, end: start + length)
        }
    }

    /// Each app receives the explanation that an app with all permissions would receive from a store with only the visible
    /// data.
    @Test func aSumConsistsOfVisibleSamples() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 72)
            var visible = VisiblePart()
            let (first, second) = (try world.trustedApp("first"), try world.trustedApp("second"))
            let (recent, none) = (try world.app("recent"), try world.app("none"))
            let since = AppPermission.Read.limited(since: DataFixtures.start + 1.5 * Self.day)
            let reads: [(DataWorld.Client, AppPermission.Read)] = [
                (first, .authorized), (recent, since), (none, .denied),
            ]
            for (app, read) in reads.dropFirst() {
                try app.access.record(AuthorizationDecision(share: [Self.steps: .authorized], read: [Self.steps: read]))
            }
            for app in [first, second, recent, none] { try visible.save(Self.made(&random), of: app) }
            var leftOut = 0
            for (app, read) in reads {
                let store = try visible.store(for: app.access.app, read)
                for _ in 0..<8 {
                    let from = DataFixtures.start + Double(random.below(300)) * 1000
                    let to = from + Double(random.below(200)) * 1000
                    let response = try await app.get(Self.path(from, to)).json()
                    let expected = try store.explanation(type: Self.steps.identifier, from: from, to: to)
                    #expect(abs(try response.required("total").double() - expected.total) < 1e-6)
                    let stretches = try response.required("stretches").array()
                    let amounts = try stretches.map { try $0.required("amount").double() }
                    #expect(abs(amounts.reduce(0, +) - expected.total) < 1e-6)
                    #expect(try stretches.map(Self.text) == expected.stretches.map(Self.text))
                    let present = Set(
                        expected.stretches.flatMap { [$0.source.name] + $0.leftOut.map(\.source.name) })
                    #expect(
                        Set(try response.required("order").array().map { try Self.name($0.required("source")) })
                            == present)
                    leftOut += try stretches.reduce(0) { $0 + (try $1.required("leftOut").array().count) }
                }
            }
            #expect(leftOut > 100)
        }
    }

    private static func name(_ source: JSONReader) throws -> String { try source.required("name").string() }

    /// Returns a stretch as one line, in the same format as the overload below.
    private static func text(_ stretch: JSONReader) throws -> String {
        let leftOut = try stretch.required("leftOut").array().map { left in
            let better = try left.optional("better").map(name) ?? "-"
            return
                "\(try name(left.required("source"))) \(round(try left.required("amount").double())) "
                + "\(try left.required("samples").integer()) \(try left.required("reason").string()) \(better)"
        }
        return
            "\(round(try stretch.required("startDate").date().timeIntervalSince1970)) "
            + "\(round(try stretch.required("endDate").date().timeIntervalSince1970)) "
            + "\(try name(stretch.required("source"))) \(round(try stretch.required("amount").double())) "
            + "\(try stretch.required("samples").integer()) \(leftOut.sorted())"
    }

    private static func text(_ stretch: StatisticsExplanation.Stretch) -> String {
        let leftOut = stretch.leftOut.map { left in
            let reason =
                switch left.reason {
                case .betterSource(let source): "betterSource \(source.name)"
                case .reportedTwice: "reportedTwice -"
                case .betterInformed: "betterInformed -"
                case .copyOfWorkout: "copyOfWorkout -"
                }
            return "\(left.source.name) \(round(left.amount)) \(left.samples) \(reason)"
        }
        return
            "\(round(stretch.from.timeIntervalSince1970)) \(round(stretch.to.timeIntervalSince1970)) "
            + "\(stretch.source.name) \(round(stretch.amount)) \(stretch.samples) \(leftOut.sorted())"
    }

    /// The sum equals that of the statistics for the same day.
    @Test func theTotalIsThatOfTheStatistics() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 73)
            let (first, second) = (try world.trustedApp("first"), try world.trustedApp("second"))
            for app in [first, second] { try app.access.save(Self.made(&random)) }
            let from = DataFixtures.start + Self.day
            let times = "from=\(encoded(APIDate.text(from)))&to=\(encoded(APIDate.text(from + Self.day)))"
            let statistics = try await first.get(
                "/v1/statistics?type=stepCount&options=cumulativeSum&every=day&\(times)"
                    + "&anchor=\(encoded(APIDate.text(from)))")
            let day = try #require(
                try statistics.json().required("statistics").array().first {
                    try $0.required("startDate").date() == from
                })
            let explanation = try await first.get(Self.path(from, from + Self.day)).json()
            #expect(
                abs(try explanation.required("total").double() - day.required("sum").required("value").double()) < 1e-6)
            #expect(try explanation.required("unit").string() == "count")
            #expect(try explanation.required("order").array().count == 2)
        }
    }

    @Test func deniedAndEmptyAreAlike() async throws {
        try await DataWorld.run { world in
            var random = SeededGenerator(seed: 74)
            let (writer, reader, denied) = (
                try world.trustedApp("writer"), try world.trustedApp("reader"), try world.app("denied")
            )
            let path = Self.path(DataFixtures.start, DataFixtures.start + 4 * Self.day)
            let empty = try await reader.get(path)
            #expect(empty.status == 200, "\(empty.text)")
            #expect(try empty.json().required("stretches").array().isEmpty)
            try writer.access.save(Self.made(&random))
            let asked = try await denied.get(path)
            #expect(asked.status == 403)
            #expect(
                try Problem(asked.json().value)?.healthKitCode
                    == HKError.Code.errorAuthorizationNotDetermined.rawValue)
            try denied.access.record(AuthorizationDecision(share: [:], read: [Self.steps: .denied]))
            #expect(try await denied.get(path) == empty)
            #expect(try await reader.get(path) != empty)
        }
    }

    @Test func invalidRequestsHaveCodes() async throws {
        try await DataWorld.run { world in
            let app = try world.trustedApp("app")
            let (start, end) = (DataFixtures.start, DataFixtures.start + 60)
            for (path, status) in [
                (Self.path(start, end, type: "heartRate"), 422), (Self.path(start, end, type: "sleepAnalysis"), 422),
                (Self.path(end, start), 422), ("/v1/statistics/explanation?type=stepCount", 400),
                ("/v1/statistics/explanation?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z", 400),
                ("/v1/statistics/explanation?type=stepCount&from=monday&to=tuesday", 422),
            ] {
                #expect(try await app.get(path).status == status, "\(path)")
            }
        }
    }
}
