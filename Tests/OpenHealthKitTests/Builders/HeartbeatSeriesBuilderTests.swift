// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.slow)) struct HeartbeatSeriesBuilderTests {
    @Test(arguments: KitPlace.allCases) func beatsRoundTrip(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let store = try await kit.allowed("heart", Training.all)
        let builder = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Training.date(0))
        let beats = (0..<2500).map { (time: Double($0) * 0.8, gap: $0 % 100 == 99) }
        for beat in beats { try await builder.addHeartbeat(at: beat.time, precededByGap: beat.gap) }
        try await builder.addMetadata(["a": 1])
        let series = try await builder.finishSeries()
        #expect(series.count == 2500 && series.startDate == Training.date(0))
        #expect(series.endDate == Training.date(2499 * 0.8) && series.metadata?["a"] as? Int == 1)
        var read: [HKHeartbeatSeriesQueryDescriptor.Heartbeat] = []
        for try await beat in HKHeartbeatSeriesQueryDescriptor(series).results(for: store) { read.append(beat) }
        #expect(read.map(\.timeIntervalSinceStart) == beats.map(\.time))
        #expect(read.map(\.precededByGap) == beats.map(\.gap))
        let calls = Calls<(Double, Bool, Bool)>()
        store.execute(
            HKHeartbeatSeriesQuery(heartbeatSeries: series) { _, time, gap, done, _ in calls.add((time, gap, done)) })
        for beat in beats {
            let (time, gap, done) = try await calls.next()
            #expect(time == beat.time && gap == beat.gap && done == (beat.time == beats.last?.time))
        }
        let found = try await HKSampleQueryDescriptor(predicates: [.heartbeatSeries()], sortDescriptors: [])
            .result(for: store)
        #expect(found == [series] && found.first?.count == 2500)
        try await store.delete(series)
        await expect(.errorNoData) {
            for try await _ in HKHeartbeatSeriesQueryDescriptor(series).results(for: store) {}
        }
    }

    @Test func anErrorEndsTheSeries() async throws {
        let kit = try KitStore(.memory)
        let store = try await kit.allowed("heart", Training.all)
        for wrong in [-1, 0.5, 0.3, Double.nan, .infinity] {
            let builder = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Training.date(0))
            try await builder.addHeartbeat(at: 0.5, precededByGap: false)
            await expect(.errorInvalidArgument) { try await builder.addHeartbeat(at: wrong, precededByGap: false) }
            await expect(.errorInvalidArgument) { try await builder.addHeartbeat(at: 9, precededByGap: false) }
            await expect(.errorInvalidArgument) { try await builder.finishSeries() }
        }
        let empty = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Training.date(0))
        await expect(.errorInvalidArgument) { try await empty.finishSeries() }
        let finished = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Training.date(0))
        try await finished.addHeartbeat(at: 0.5, precededByGap: false)
        _ = try await finished.finishSeries()
        await expect(.errorInvalidArgument) { try await finished.addHeartbeat(at: 1, precededByGap: false) }
        await expect(.errorInvalidArgument) { try await finished.addMetadata(["a": 1]) }
        let unasked = HKHeartbeatSeriesBuilder(healthStore: kit.app("x"), device: nil, start: Training.date(0))
        await expect(.errorAuthorizationNotDetermined) {
            try await unasked.addHeartbeat(at: 0, precededByGap: false)
        }
    }

    @Test func aSeriesHasAMaximumNumberOfBeats() async throws {
        // Unchecked because its superclass is; it has no stored properties.
        final class Short: HKHeartbeatSeriesBuilder, @unchecked Sendable {
            override class var maximumCount: Int { 3 }
        }
        let kit = try KitStore(.memory)
        let builder = Short(
            healthStore: try await kit.allowed("heart", Training.all), device: nil, start: Training.date(0))
        for beat in 0..<3 { try await builder.addHeartbeat(at: Double(beat), precededByGap: false) }
        await expect(.errorInvalidArgument) { try await builder.addHeartbeat(at: 3, precededByGap: false) }
        #expect(HKHeartbeatSeriesBuilder.maximumCount == 100_000)
    }
}
