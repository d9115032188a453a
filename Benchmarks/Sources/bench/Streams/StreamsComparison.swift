// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Compares live queries with callbacks, in one run.
struct StreamsComparison {
    /// The measurements of one technique.
    struct Row {
        let side: StreamSide
        /// The times from before a save until the last subscriber has the new result.
        var latencies: [Double] = []
        /// The results per second of all subscribers together, during saves without pauses.
        var rates: [Double] = []
        /// The times from the last of those saves until all subscribers have its result.
        var tails: [Double] = []
    }

    /// The name of the observed data.
    let name: String
    private(set) var rows: [Row] = []

    /// The number of consecutive saves.
    private static let burst = 300

    /// Measures all techniques, with one and with a hundred subscribers.
    init(of source: inout some StreamSource, rounds: Int, runs: Int) async throws {
        name = source.name
        for seats in [1, 100] {
            var group = source.sides(seats: seats).map { Row(side: $0) }
            // The techniques alternate in each run, so that a disturbance of the machine affects all of them.
            for _ in 0..<runs {
                for index in group.indices { try await Self.measure(&group[index], &source, rounds) }
            }
            rows += group
        }
    }

    /// Returns the row to compare with.
    func peer(of row: Row) -> Row? {
        guard let name = row.side.peer else { return nil }
        return rows.first { $0.side.name == name && $0.side.seats == row.side.seats }
    }

    private static func measure(_ row: inout Row, _ source: inout some StreamSource, _ rounds: Int) async throws {
        let audience = Audience(seats: row.side.seats)
        audience.await(source.newest)
        let end = try row.side.begin(audience)
        defer { end() }
        _ = try await audience.heard()

        for index in 0..<rounds {
            // A varying interval, so that saves are not in step with periodic work.
            try await Task.sleep(for: .microseconds(2000 + index * 37 % 3000))
            audience.await(source.newest + 1)
            let begin = monotonicSeconds()
            try await source.save()
            row.latencies.append(try await audience.heard() - begin)
        }

        let before = audience.received
        audience.await(source.newest + burst)
        let begin = monotonicSeconds()
        for _ in 0..<burst { try await source.save() }
        let saved = monotonicSeconds()
        let last = try await audience.heard()
        row.rates.append(Double(audience.received - before) / (last - begin))
        row.tails.append(max(0, last - saved))
        // Callbacks that run their own queries can deliver results out of order.
        if audience.wentBack, row.side.peer != nil {
            throw BenchError("\(row.side.name) gave an older answer after a newer one")
        }
    }
}
