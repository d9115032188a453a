// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthStatistics
import OpenHealthStore
import OpenHealthWarehouse
import Synchronization

/// A participant of a cluster with failing servers, with a growing store.
final class FaultPerson: Sendable {
    let name: Pseudonym
    let number: Int
    let folder: URL
    let database: HealthDatabase
    private let periods = Mutex(0)
    private let expected = Mutex(FaultScene.Figures())

    /// The number of days by which the store grows at a time.
    private static let days = 3

    init(_ name: Pseudonym, number: Int) throws {
        self.name = name
        self.number = number
        folder = FileManager.default.temporaryDirectory.appending(path: "fault-\(UUID().uuidString)")
        database = try HealthDatabase(url: folder.appending(path: "health.db"))
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The URL of the store.
    var store: URL { folder.appending(path: "health.db") }

    /// The expected contents of the store: the numbers of samples and steps, without duplicates.
    var has: FaultScene.Figures { expected.withLock { $0 } }

    /// Adds the following days.
    func grow() throws {
        let period = periods.withLock { period in
            period += 1
            return period
        }
        let last = DateComponents(year: 2025, month: 3, day: 1 + period * Self.days)
        try DemoParticipant(number, days: Self.days, lastDay: last).add(to: database)
        try count()
    }

    /// Removes some of the samples.
    func forget() throws {
        let identities = try database.changes(after: 0).added.enumerated().filter { $0.offset % 7 == 0 }
            .map(\.element.uuid)
        try database.delete(identities)
        try count()
    }

    private func count() throws {
        let samples = try database.changes(after: 0).added.count
        let steps = try database.statistics(StatisticsRequest(type: FaultScene.stepCount))
            .reduce(0) { $0 + Int(($1.figures.sum ?? 0).rounded()) }
        expected.withLock { $0 = FaultScene.Figures(samples: samples, steps: steps) }
    }
}
