// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Counts the steps of an export in the simplest way: expands a day second by second for each source and sums it. Only one day is
/// in memory at a time.
struct DemoStepCounter {
    private struct Walk: Hashable {
        var source: Int
        var start: Int64
        var end: Int64
        var steps: Int
    }

    private let plan: DemoPlan
    private let streams = DemoStream.all.indices.filter { DemoStream.all[$0].type == DemoStream.stepType }
    private var calendar = Calendar(identifier: .gregorian)
    /// The names of the sources in the order of their first appearance.
    private var names: [String] = []
    private var watches: [Int] = []
    private var phones: [Int] = []
    /// The walks that end on the current day or later.
    private var walks: [Walk] = []
    /// The steps of each second of the day by source; no array for sources without steps. A second within a walk has at least one
    /// step.
    private var layers: [[UInt8]] = []

    init(plan: DemoPlan) {
        self.plan = plan
        calendar.timeZone = plan.options.timeZone
        var lastDays: [Int] = []
        var isWatch: [Bool] = []
        for day in 0..<plan.calendar.count {
            for index in streams {
                let name = name(index, day)
                if let known = names.firstIndex(of: name) {
                    lastDays[known] = day
                } else {
                    names.append(name)
                    lastDays.append(day)
                    isWatch.append(DemoStream.all[index].source == .watch)
                }
            }
        }
        let order = names.indices.sorted { lastDays[$0] > lastDays[$1] }
        watches = order.filter { isWatch[$0] }
        phones = order.filter { !isWatch[$0] }
    }

    private func name(_ index: Int, _ day: Int) -> String {
        DemoStream.all[index].source.look(day, baseDays: plan.calendar.baseDays, pointer: 0).name
    }

    mutating func count() -> DemoTruth.Steps {
        let orders = [watches + phones, phones + watches, phones] + names.indices.map { [$0] }
        var totals = [DemoTruth.Steps.Totals](repeating: .init(), count: orders.count)
        var next = 0
        var start = calendar.startOfDay(for: Date(timeIntervalSince1970: Double(plan.calendar.midnight(0))))
        while next < plan.calendar.count || !walks.isEmpty {
            // A day and a half after the start is in the next day, regardless of the length of this one.
            let end = calendar.startOfDay(for: start.addingTimeInterval(129_600))
            let seconds = Int64(start.timeIntervalSince1970)..<Int64(end.timeIntervalSince1970)
            while next < plan.calendar.count, plan.calendar.midnight(next) < seconds.upperBound {
                takeWalks(of: next)
                next += 1
            }
            let held = layOut(seconds)
            let day = text(of: start)
            for index in orders.indices {
                let steps = sum(held, order: orders[index])
                if steps == 0 { continue }
                totals[index].total += steps
                totals[index].byDay[day] = steps
            }
            walks.removeAll { $0.end <= seconds.upperBound }
            start = end
        }
        var truth = DemoTruth.Steps()
        truth.zone = calendar.timeZone.identifier
        truth.watches = watches.map { names[$0] }
        truth.phones = phones.map { names[$0] }
        truth.total = totals[0].total
        truth.byDay = totals[0].byDay
        truth.phonesFirst = totals[1]
        truth.withoutWatches = totals[2]
        for (index, name) in names.enumerated() { truth.bySource[name] = totals[3 + index] }
        return truth
    }

    /// Adds the records of a day of the person, with exact duplicates counted once.
    private mutating func takeWalks(of day: Int) {
        var rows: [DemoRow] = []
        var seen: Set<Walk> = []
        for index in streams {
            guard let source = names.firstIndex(of: name(index, day)) else { continue }
            plan.makeRows(index, day, into: &rows)
            for row in rows {
                let walk = Walk(source: source, start: row.start, end: row.end, steps: Int(row.number))
                if seen.insert(walk).inserted { walks.append(walk) }
            }
        }
    }

    /// Expands a day and returns the range with steps, relative to its start.
    private mutating func layOut(_ day: Range<Int64>) -> Range<Int> {
        layers = [[UInt8]](repeating: [], count: names.count)
        var first = day.count
        var last = 0
        for walk in walks where walk.start < day.upperBound {
            let pace = UInt8(walk.steps / Int(walk.end - walk.start))
            precondition(
                pace > 0 && Int(pace) * Int(walk.end - walk.start) == walk.steps, "the pace of a walk is whole")
            if layers[walk.source].isEmpty { layers[walk.source] = [UInt8](repeating: 0, count: day.count) }
            var second = Int(max(walk.start, day.lowerBound) - day.lowerBound)
            let end = Int(min(walk.end, day.upperBound) - day.lowerBound)
            first = min(first, second)
            last = max(last, end)
            layers[walk.source].withUnsafeMutableBufferPointer { layer in
                while second < end {
                    layer[second] += pace
                    second += 1
                }
            }
        }
        return first..<max(first, last)
    }

    /// Sums a day: in each second the first source with steps is counted.
    private func sum(_ seconds: Range<Int>, order: [Int]) -> Int {
        let ranked = order.map { layers[$0] }.filter { !$0.isEmpty }
        guard var counted = ranked.last else { return 0 }
        // From the lowest to the highest priority, each source replaces the values of the previous ones.
        for layer in ranked.dropLast().reversed() {
            counted.withUnsafeMutableBufferPointer { counted in
                layer.withUnsafeBufferPointer { layer in
                    var second = seconds.lowerBound
                    while second < seconds.upperBound {
                        counted[second] = layer[second] > 0 ? layer[second] : counted[second]
                        second += 1
                    }
                }
            }
        }
        return counted.withUnsafeBufferPointer { counted in
            // Large enough for a day of the maximum steps of a byte per second.
            var sum: UInt32 = 0
            var second = seconds.lowerBound
            while second < seconds.upperBound {
                sum &+= UInt32(counted[second])
                second += 1
            }
            return Int(sum)
        }
    }

    private func text(of start: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: start)
        return "\(parts.year ?? 0)-\(DemoCalendar.pad(parts.month ?? 0))-\(DemoCalendar.pad(parts.day ?? 0))"
    }
}
