// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthStatistics
import Synchronization
import Testing

@testable import OpenHealthStore

/// Tests of many readers and one writer: no result mixes two states of the store, and no reader waits forever.
@Suite("Concurrent use of rollups")
struct RollupConcurrencyTests {
    /// Each save adds ten steps in each of eight weeks, so a result is correct if all weeks are equal.
    private static let weeks = 8

    private static func save(_ database: HealthDatabase, _ round: Int) throws {
        let week = 7 * 86_400.0
        try database.save(
            (0..<weeks).map { place in
                let start = Double(place) * week + Double(round) * 60
                return MadeSamples.steps(10, from: start, to: start + 30)
            }, source: MadeSamples.app)
    }

    @Test("Each answer has one state, in one process and through several connections")
    func oneState() throws {
        let store = try ScratchStore()
        let first = store.database
        let second = try HealthDatabase(url: first.url)
        let reader = try HealthDatabase(url: store.database.url, mode: .readOnly)
        try Self.save(store.database, 0)
        let problems = Mutex<[String]>([])
        let isDone = Mutex(false)
        // There are more readers than read connections.
        DispatchQueue.concurrentPerform(iterations: 8) { worker in
            do {
                if worker == 0 {
                    for round in 1...40 { try Self.save(first, round) }
                    isDone.withLock { $0 = true }
                    return
                }
                let database = worker % 3 == 0 ? reader : worker % 3 == 1 ? second : first
                var calendar = Calendar(identifier: .gregorian)
                calendar.timeZone = .gmt
                let buckets = try CivilBuckets(
                    anchor: MadeSamples.newYear, interval: DateComponents(day: 7), calendar: calendar)
                var last = 0.0
                repeat {
                    let rows = try database.statistics(
                        StatisticsRequest(
                            type: HKQuantityTypeIdentifier.stepCount.rawValue, buckets: buckets,
                            separateBySource: worker % 2 == 0))
                    let sums = rows.map { $0.figures.sum ?? -1 }
                    if sums.count != Self.weeks || Set(sums).count != 1 || sums[0] < last {
                        problems.withLock { $0.append("worker \(worker): \(sums) after \(last)") }
                    }
                    last = sums.first ?? last
                } while !isDone.withLock { $0 }
            } catch {
                problems.withLock { $0.append("worker \(worker): \(error)") }
                isDone.withLock { $0 = true }
            }
        }
        #expect(problems.withLock { $0 } == [])
        for database in [store.database, second, reader] {
            database.waitForRollups()
            let rows = try database.statistics(
                StatisticsRequest(type: HKQuantityTypeIdentifier.stepCount.rawValue))
            #expect(rows.map(\.figures.sum) == [Double(10 * Self.weeks * 41)])
        }
        #expect(try store.database.check().findings == [])
    }
}
