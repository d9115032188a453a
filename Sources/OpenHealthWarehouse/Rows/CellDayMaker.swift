// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// Puts the cells of a quantity together to days of the participant's home zone.
package struct CellDayMaker {
    private let type: String
    private let isWeighted: Bool
    private let isCumulative: Bool
    private let days: HomeDays
    /// The day that has not been handed on, since it is not complete yet.
    private var waiting: [CellDay] = []
    /// Readings that start on days that cannot be told apart by quarters of an hour: those of a zone whose clocks are not
    /// ahead of UTC by a multiple of them, as were Liberia's until 1972.
    package private(set) var leftOut = 0

    /// - Parameters:
    ///   - type: the identifier of the type.
    ///   - style: how it is aggregated.
    package init(type: String, style: HKQuantityAggregationStyle, days: HomeDays) {
        self.type = type
        self.days = days
        isWeighted = style == .discreteTemporallyWeighted || style == .discreteEquivalentContinuousLevel
        isCumulative = style == .cumulative
    }

    /// Adds a cell, after those that begin earlier.
    /// - Parameters:
    ///   - start: when it begins, in seconds since 1970.
    ///   - body: takes the days that are complete, in order.
    package mutating func add(start: Double, aggregate: BucketAggregate, _ body: (CellDay) -> Void) {
        if waiting.last.map({ start >= $0.finish }) ?? true {
            handOn(body)
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

    /// Passes on the last day; nothing can be added afterwards.
    package mutating func finish(_ body: (CellDay) -> Void) {
        handOn(body)
    }

    private mutating func leaveOut(_ aggregate: BucketAggregate) {
        leftOut += aggregate.started.count
    }

    private mutating func handOn(_ body: (CellDay) -> Void) {
        for var day in waiting where !day.quarters.isEmpty {
            day.figures = Self.whole(day)
            body(day)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// Returns the figures of a cell.
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

    /// The figures of a day from those of its quarters, as ``CellDay`` says how to put stretches together.
    private static func whole(_ day: CellDay) -> CellDay.Figures {
        var whole = CellDay.Figures()
        for (number, quarter) in day.quarters {
            whole.sum += quarter.sum
            whole.covered += quarter.covered
            whole.weight += quarter.weight
            whole.weighted += quarter.weighted
            // A later quarter's have started on the day.
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
    /// Passes all days of a quantity, in order, of one state of the store.
    /// - Parameters:
    ///   - type: the identifier of a quantity type.
    ///   - days: the days of the home zone.
    /// - Returns: how many readings are on none of them, since they start before 1970, after 2105 or on a day that quarters
    ///   of an hour do not make up.
    /// - Throws: a `StoreError`.
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
