// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthCommandLine
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The options of `health statistics` for one type.
struct StatisticsInput {
    /// The maximum number of rows without samples.
    static let emptyRowLimit = 100_000

    /// The type, a quantity or a category.
    let type: HealthTypeDescription
    /// The statistics functions.
    let functions: Set<StatisticsFunction>
    /// The unit of the values; `nil` for a category.
    let unit: ShownUnit?
    /// The rows; `nil` for a single row.
    let plan: BucketPlan?
    /// The range of dates.
    let bounds: (from: Date?, to: Date?)
    /// The current date, whose bucket is unfinished.
    let now: Date
    /// The date at which the data of the type end; `nil` if they are ongoing.
    let dataEnd: Date?

    /// Creates the options.
    /// - Parameters:
    ///   - functions: The statistics functions; `nil` for the defaults of the type.
    ///   - unit: The unit as typed; `nil` for the type's own.
    init(
        _ type: HealthTypeDescription, functions: Set<StatisticsFunction>?, unit: String?, plan: BucketPlan?,
        bounds: (from: Date?, to: Date?), now: Date, dataEnd: Date?
    ) throws {
        if let functions { try StatisticsFunction.checkFit(functions, type) }
        self.type = type
        self.functions = functions ?? StatisticsFunction.standard(for: type)
        self.unit = try Self.unit(unit, type)
        self.plan = plan
        self.bounds = bounds
        self.now = now
        self.dataEnd = dataEnd
    }

    /// Returns the rows with samples.
    func lines(in database: HealthDatabase, bySource: Bool, usesSampleTimeZones: Bool, label: BucketLabel) throws
        -> [StatisticsLine]
    {
        if type.kind == .category {
            guard !bySource, !usesSampleTimeZones else {
                throw ToolError(
                    .badArgument,
                    "\(bySource ? "--by-source" : "--sample-timezones") cannot be combined with \(type.swiftName), whose values "
                        + "are merged over all sources in one time zone", remedy: "leave it out")
            }
            return try categoryLines(in: database, label: label)
        }
        let request = StatisticsRequest(
            type: type.identifier, from: bounds.from, to: bounds.to, buckets: plan?.buckets, separateBySource: bySource,
            usesSampleTimeZones: usesSampleTimeZones)
        return try database.statistics(request).map { row in
            let coverage = coverage(of: row.start, row.end, usesSampleTimeZones: usesSampleTimeZones)
            func line(_ figures: StatisticsFigures, of source: StatisticsSource? = nil) -> StatisticsLine {
                var line = StatisticsLine(
                    type: type.identifier, start: row.start, end: row.end, coverage: coverage, source: source,
                    unit: unit?.text)
                line.set(figures, functions) { unit?($0) ?? $0 }
                return line
            }
            var merged = line(row.figures)
            merged.label = label.text(row.start)
            merged.sources = row.sources?.map { line($0.figures, of: $0.source) }
            return merged
        }
    }

    private func categoryLines(in database: HealthDatabase, label: BucketLabel) throws -> [StatisticsLine] {
        let rows = try database.categoryDurations(
            type: type.identifier, from: bounds.from, to: bounds.to, buckets: plan?.buckets)
        return rows.flatMap { row in
            row.values.enumerated().map { index, value in
                var line = StatisticsLine(
                    type: type.identifier, start: row.start, end: row.end, coverage: coverage(of: row.start, row.end),
                    label: index == 0 ? label.text(row.start) : nil, value: valueName(value.value),
                    rawValue: value.value)
                line.set(value, functions)
                return line
            }
        }
    }

    /// Returns the rows with rows without samples inserted.
    func filled(_ lines: [StatisticsLine], label: BucketLabel) throws -> [StatisticsLine] {
        guard let buckets = plan?.buckets, let from = bounds.from ?? lines.first?.start,
            let to = bounds.to ?? lines.last?.end, from < to
        else { return lines }
        let byIndex = Dictionary(grouping: lines) { buckets.index(containing: $0.start.timeIntervalSince1970) }
        var first = buckets.index(containing: from.timeIntervalSince1970)
        var last = buckets.index(containing: to.timeIntervalSince1970)
        if buckets.bounds(of: last).start >= to.timeIntervalSince1970 { last -= 1 }
        // Days in a sample's own time zone have other bounds.
        first = min(first, byIndex.keys.min() ?? first)
        last = max(last, byIndex.keys.max() ?? last)
        guard last - first - byIndex.count < Self.emptyRowLimit else {
            throw ToolError(
                .badArgument, "--empty would list more than \(NumberText.grouped(Self.emptyRowLimit)) empty rows",
                remedy: "give a shorter range with --from and --to, or a longer --every")
        }
        return (first...last).flatMap { index in
            if let lines = byIndex[index] { return lines }
            var (start, end) = buckets.bounds(of: index)
            (start, end) = (max(start, from.timeIntervalSince1970), min(end, to.timeIntervalSince1970))
            guard start < end else { return [] }
            let date = Date(timeIntervalSince1970: start)
            return [
                StatisticsLine(
                    type: type.identifier, start: date, end: Date(timeIntervalSince1970: end),
                    coverage: coverage(of: date, Date(timeIntervalSince1970: end)), label: label.text(date),
                    unit: unit?.text)
            ]
        }
    }

    /// Returns the coverage of the bucket of a row. A single row for the whole range has no bucket.
    /// - Parameter usesSampleTimeZones: Whether buckets are in the samples' time zones, in which they have other bounds than the
    ///   plan's.
    private func coverage(of start: Date, _ end: Date, usesSampleTimeZones: Bool = false) -> BucketCoverage {
        guard let buckets = plan?.buckets else { return .whole }
        let bucket =
            usesSampleTimeZones
            ? (start: start.timeIntervalSince1970, end: end.timeIntervalSince1970)
            : buckets.bounds(of: buckets.index(containing: start.timeIntervalSince1970))
        let edges = usesSampleTimeZones ? [] : [bounds.from, bounds.to].compactMap { $0?.timeIntervalSince1970 }
        return BucketCoverage(
            of: bucket, type: type.identifier, edges: edges, now: now.timeIntervalSince1970,
            dataEnd: dataEnd?.timeIntervalSince1970)
    }

    private func valueName(_ value: Int) -> String {
        guard let enumeration = type.valueEnum,
            let name = HealthEnums.caseName(ofEnum: enumeration, rawValue: value)
        else { return String(value) }
        return CategoryCase.short(name, enumeration: enumeration)
    }

    private static func unit(_ text: String?, _ type: HealthTypeDescription) throws -> ShownUnit? {
        guard let stored = type.canonicalUnit else {
            guard text == nil else {
                throw ToolError(.badArgument, "\(type.swiftName) has no unit", remedy: "leave --unit out")
            }
            return nil
        }
        return try ShownUnit(text, type: type.identifier, stored: stored)
    }
}
