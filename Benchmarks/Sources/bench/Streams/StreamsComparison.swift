// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Streams of answers that follow changes, beside callbacks, in one run.
struct StreamsComparison {
    /// What was measured of one side.
    struct Row {
        let side: StreamSide
        /// From before a save until the last one who listens has the new answer.
        var latencies: [Double] = []
        /// Answers a second while one save follows the other, of all who listen together.
        var rates: [Double] = []
        /// From the last of those saves until everybody has its answer.
        var tails: [Double] = []
    }

    /// What is listened to.
    let name: String
    private(set) var rows: [Row] = []

    /// How many saves follow each other.
    private static let burst = 300

    /// Measures all ways to listen, by one and by a hundred.
    init(of source: inout some StreamSource, rounds: Int, runs: Int) async throws {
        name = source.name
        for seats in [1, 100] {
            var group = source.sides(seats: seats).map { Row(side: $0) }
            // One after the other in each run, so that a disturbance of the machine hits all.
            for _ in 0..<runs {
                for index in group.indices { try await Self.measure(&group[index], &source, rounds) }
            }
            rows += group
        }
    }

    /// The row that another is compared with.
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
            // Not in step with anything that looks now and then.
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
        // Callbacks that ask a query of their own may be overtaken.
        if audience.wentBack, row.side.peer != nil {
            throw BenchError("\(row.side.name) gave an older answer after a newer one")
        }
    }
}
