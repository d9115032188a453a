// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension InterfaceComparison {
    /// The table and the goals.
    var report: [String] {
        var report = [
            "HealthKit's interface, \(size) heart rates",
            Table.line("", "seconds", "a second", "sqlite3", "ratio"),
        ]
        for line in lines {
            report.append(
                Table.line(
                    line.name, Table.fixed(line.ours, 4), Table.fixed(Double(line.count) / line.ours, 0),
                    // The shell's timer has a resolution of milliseconds.
                    line.shell.map { $0 < 0.001 ? "<0.001" : Table.fixed($0, 4) } ?? "-",
                    line.shell.flatMap { $0 < 0.001 ? nil : Table.fixed(line.ours / $0, 2) } ?? "-"))
        }
        for line in lines {
            guard let goal = line.goal, let shell = line.shell else { continue }
            report.append(Table.goal("\(line.name), times the shell", line.ours / shell, atMost: goal))
        }
        if let iteration {
            report.append(
                Table.line(
                    "all samples, one by one", Table.fixed(iteration.seconds, 2),
                    Table.fixed(Double(size) / iteration.seconds, 0), "peak MB",
                    Table.fixed(iteration.peakMegabytes, 0)))
        }
        if let latencies {
            let both = [("in this process", latencies.here, 10.0), ("in another process", latencies.there, 100.0)]
            for (name, figures, limit) in both {
                report.append(
                    Table.line(
                        "observer \(name), ms", "p50 \(Table.fixed(figures.milliseconds(0.5), 2))",
                        "p99 \(Table.fixed(figures.milliseconds(0.99), 2))"))
                report.append(
                    Table.goal("observer \(name), milliseconds at p99", figures.milliseconds(0.99), atMost: limit))
            }
        }
        return report
    }
}
