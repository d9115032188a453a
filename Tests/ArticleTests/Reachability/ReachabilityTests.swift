// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim
import OpenHealthTestSupport
import Testing

/// Tests of reachability. They are serialized, because there is a single server and a single status.
@Suite(.serialized) struct ReachabilityTests {
    private let server = LoopbackServer.shared

    init() async throws {
        server.stop()
        try await reach(.offline)
    }

    private func reach(_ status: Connectivity.Status) async throws {
        _ = try await Reachable.internetStatus.recorded().first { $0 == status }
    }

    @Test func aRequestIsAnsweredAtOnce() async throws {
        try server.start()
        try await reach(.online)
        let answer = try await tryConnection().recorded().all()
        #expect(answer == [Data(LoopbackServer.text.utf8)])
    }

    @Test func aRequestWithoutAServerWaitsUntilItIsReachable() async throws {
        let before = server.requestCount
        let answer = tryConnection().recorded()
        // The status is checked after the request has failed.
        try await reach(.offline)
        #expect(answer.values.calls.isEmpty)
        try server.start()
        #expect(try await answer.all() == [Data(LoopbackServer.text.utf8)])
        #expect(server.requestCount == before + 1)
    }

    @Test func aRequestIsRetriedWhenTheServerReturns() async throws {
        try server.start()
        try await reach(.online)
        let before = server.requestCount
        let down = filterInternetIsOffline().recorded()
        server.breakOffNextAnswer()
        let answer = tryConnection().recorded()
        #expect(try await down.values.next() == .offline)
        #expect(answer.values.calls.isEmpty)
        try server.start()
        #expect(try await answer.all() == [Data(LoopbackServer.text.utf8)])
        #expect(server.requestCount == before + 2)
    }

    @Test func anAlertAppearsEachTimeTheServerBecomesUnreachable() async throws {
        let alerts = filterInternetIsOffline().recorded()
        let returns = filterInternetIsActive().recorded()
        #expect(try await alerts.values.next() == .offline)
        for _ in 0..<3 {
            try server.start()
            #expect(try await returns.values.next() == .online)
            server.stop()
            #expect(try await alerts.values.next() == .offline)
        }
        #expect(Reachable.internetStatus.value == .offline)
        #expect(alerts.values.calls.count == 4)
        #expect(returns.values.calls.count == 3)
    }

    /// The two lines with which the article uses its functions.
    @Test func functionsAreSubscribersOfAlertsAndAnswers() async throws {
        let (alerts, answers) = (QueryRecorder<Connectivity.Status>(), QueryRecorder<Int>())
        func funcToShowAlert(_ status: Connectivity.Status) { alerts.record(status) }
        func funcToParseJSON(_ data: Data) {
            let object = try? JSONDecoder().decode([String: [Int]].self, from: data)
            answers.record(object?["expenses"]?.count ?? 0)
        }
        var disposeBag = Set<AnyCancellable>()
        filterInternetIsOffline().sink(receiveValue: funcToShowAlert).store(in: &disposeBag)
        tryConnection().sink(receiveCompletion: { _ in }, receiveValue: funcToParseJSON).store(in: &disposeBag)
        #expect(try await alerts.next() == .offline)
        try server.start()
        #expect(try await answers.next() == 1_001)
    }
}
