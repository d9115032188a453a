// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// Combines the cells of a quantity to days of the participant's home time zone.
package struct CellDayMaker {
    private let type: String
    private let isWeighted: Bool
    private let isCumulative: Bool
    private let days: HomeDays
    /// The current day, which isn't complete yet.
    private var waiting: [CellDay] = []
    /// The number of readings that start on days that don't consist of whole quarters of an hour: those of time zones whose
    /// offset from UTC isn't a multiple of them, such as that of Liberia until 1972.
    package private(set) var leftOut = 0

    /// Creates a maker of the days of a type.
    /// - Parameters:
    ///   - type: The identifier of the type.
    ///   - style: The aggregation style of the type.
    package init(type: String, style: HKQuantityAggregationStyle, days: HomeDays) {
        self.type = type
        self.days = days
        isWeighted = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        isCumulative = style == .cumulative
    }

    /// Adds a cell. Cells must be added in order of their start.
    /// - Parameters:
    ///   - start: The start of the cell, in seconds since 1970.
    ///   - body: A closure that is called with completed days, in order.
    package mutating func add(start: Double, aggregate: BucketAggregate, _ body: (CellDay) -> Void) {
        if waiting.last.map({ start >= $0.finish }) ?? true {
            emit(body)
            guard let day = days.day(containing: start) else { return leaveOut(aggregate) }
            let bounds = days.bounds(of: day)
            waiting.append(
                CellDay(
                    type: type, day: day, start: bounds.start, finish: bounds.finish, figures: CellDay.Figures(),
                    quarters: []))
        }
        let last = waiting.count - 1
        guard RollupCells.isEdge(waiting[last].start), RollupCells.isEdge(waiting[last].finish) else {
            return leaveOut(aggregate)
        }
        // checked: the cell is part of the day, and a day has fewer than 256 quarters
        let number = UInt8((start - waiting[last].start) / RollupCells.seconds)
        waiting[last].quarters.append((number, figures(aggregate)))
    }

    /// Completes the last day. No cells can be added afterwards.
    package mutating func finish(_ body: (CellDay) -> Void) {
        emit(body)
    }

    private mutating func leaveOut(_ aggregate: BucketAggregate) {
        leftOut += aggregate.started.count
    }

    private mutating func emit(_ body: (CellDay) -> Void) {
        for var day in waiting where !day.quarters.isEmpty {
            day.figures = Self.whole(day)
            body(day)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Returns the statistics of a cell.
    private func figures(_ aggregate: BucketAggregate) -> CellDay.Figures {
        var figures = CellDay.Figures()
        figures.count = UInt32(clamping: aggregate.started.count)
        figures.carriedCount = UInt32(clamping: aggregate.carried.count)
        figures.covered = aggregate.covered
        figures.sum = isCumulative ? aggregate.amount : aggregate.started.sum
        if isCumulative { return figures }
        if isWeighted {
            figures.weight = aggregate.weight
            figures.weighted = aggregate.weighted
        }
        if figures.count > 0 {
            figures.minimum = aggregate.started.minimum
            figures.maximum = aggregate.started.maximum
        }
        if figures.carriedCount > 0 {
            figures.carriedSum = aggregate.carried.sum
            figures.carriedMinimum = aggregate.carried.minimum
            figures.carriedMaximum = aggregate.carried.maximum
        }
        return figures
    }

    /// Returns the statistics of a day from those of its quarters, as described for ``CellDay``.
    private static func whole(_ day: CellDay) -> CellDay.Figures {
        var whole = CellDay.Figures()
        for (number, quarter) in day.quarters {
            whole.sum += quarter.sum
            whole.covered += quarter.covered
            whole.weight += quarter.weight
            whole.weighted += quarter.weighted
            // The carried readings of later quarters have started on the day.
            if number == 0, quarter.carriedCount > 0 {
                whole.carriedCount = quarter.carriedCount
                whole.carriedSum = quarter.carriedSum
                whole.carriedMinimum = quarter.carriedMinimum
                whole.carriedMaximum = quarter.carriedMaximum
            }
            guard quarter.count > 0 else { continue }
            whole.minimum = whole.count > 0 ? min(whole.minimum, quarter.minimum) : quarter.minimum
            whole.maximum = whole.count > 0 ? max(whole.maximum, quarter.maximum) : quarter.maximum
            whole.count += quarter.count
        }
        return whole
    }
}

extension HealthDatabase {
    /// Calls a closure with all days of a quantity, in order, from one snapshot of the store.
    /// - Parameters:
    ///   - type: The identifier of a quantity type.
    ///   - days: The days of the home time zone.
    /// - Returns: The number of readings that aren't on any of the days, because they start before 1970, after 2105 or on a day
    ///   that doesn't consist of whole quarters of an hour.
    /// - Throws: A `StoreError`.
    package func forEachCellDay(type: String, in days: HomeDays, _ body: (CellDay) -> Void) throws -> Int {
        let style = HKQuantityType(HKQuantityTypeIdentifier(rawValue: type)).aggregationStyle
        var maker = CellDayMaker(type: type, style: style, days: days)
        let range = days.range
        try forEachCell(type: type, in: range) { start, aggregate in
            maker.add(start: start, aggregate: aggregate, body)
        }
        maker.finish(body)
        return try maker.leftOut + sampleCount(type: type, startingOutside: range)
    }
}
