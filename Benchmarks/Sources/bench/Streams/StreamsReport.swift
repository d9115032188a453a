// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension StreamsComparison {
    /// The table, as lines of text.
    var report: [String] {
        var lines = [
            "streams over \(name)",
            Table.line("", "subscribers", "p50 ms", "x peer", "p99 ms", "x peer", "values/s", "x peer", "tail ms"),
        ]
        for row in rows {
            let peer = peer(of: row)
            let (mine, theirs) = (Latencies(row.latencies), peer.map { Latencies($0.latencies) })
            func ratio(_ share: Double) -> String {
                theirs.map { Table.fixed(mine.milliseconds(share) / $0.milliseconds(share), 2) } ?? "-"
            }
            lines.append(
                Table.line(
                    row.side.name, "\(row.side.seats)",
                    Table.fixed(mine.milliseconds(0.5), 2), ratio(0.5),
                    Table.fixed(mine.milliseconds(0.99), 2), ratio(0.99),
                    Table.fixed(row.rates.median, 0),
                    peer.map { Table.fixed(row.rates.median / $0.rates.median, 2) } ?? "-",
                    Table.fixed(row.tails.median * 1000, 1)))
        }
        return lines
    }
}
