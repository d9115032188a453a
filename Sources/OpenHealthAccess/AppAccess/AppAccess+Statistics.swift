// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

extension AppAccess {
    /// Returns statistics over the visible samples that match a predicate.
    ///
    /// Samples count as a whole: the parts outside the predicate's interval of samples that cross its edges are in additional
    /// buckets. If the app can read all samples, queries of an interval are answered from stored cells.
    ///
    /// For an app that can read all samples and all data by which workouts are compared (``EffortCopies/readTypes``), samples of copies of
    /// workouts do not count in sums of dates. For any other app, and in queries for other properties such as the source or the workout,
    /// all samples count.
    /// - Returns: The buckets with samples, in order. A single bucket extends from the earliest start to the latest end of the matching samples.
    /// - Throws: An `HKError`: `errorInvalidArgument` if an option isn't compatible with the type.
    package func statistics(_ query: StatisticsQuery) throws -> [HKStatistics] {
        try statisticsRows(query).map(query.statistics)
    }

    /// Returns the statistics of ``statistics(_:)`` as rows, which take a fraction of the memory.
    package func statisticsRows(_ query: StatisticsQuery) throws -> [StatisticsRow] {
        try query.predicate.check()
        try query.check()
        let type = query.type
        var request = StatisticsRequest(
            type: type.identifier, buckets: query.buckets, separateBySource: query.options.contains(.separateBySource),
            boundary: .wholeSamples)
        let matches = try read { db in
            request.countsCopies = try countsCopies(db, type)
            return try MatchingSamples(db, query, access: try access(db, type), own: try ownSources(db))
        }
        let rows: [StatisticsRow]
        switch matches {
        case .none: rows = []
        case .interval(let from, let to):
            request.from = from.isFinite ? Date(timeIntervalSince1970: from) : nil
            request.to = to.isFinite ? Date(timeIntervalSince1970: to) : nil
            do {
                rows = try database.statistics(request)
            } catch {
                throw HKError(storeError: error)
            }
        case .filtered:
            rows = try read { db in try filteredStatistics(db, request, SampleQuery.Part(type, query.predicate)) }
        }
        note(AccessNote.figures(type, rows.map { ($0.start, $0.end) }))
        return rows
    }
}

extension AppAccess {
    /// Returns whether samples of copies of workouts count for the app. They do unless the app can read everything on which it depends
    /// which workouts are copies: its responses must not depend on other data.
    func countsCopies(_ db: Database, _ type: HKQuantityType) throws -> Bool {
        try EffortCopies.isSummed(type.identifier) && !seesEfforts(db)
    }

    /// Returns whether the app can read everything on which it depends which workouts are copies.
    package func seesEfforts(_ db: Database) throws -> Bool {
        do {
            return try EffortCopies.readTypes.allSatisfy { try access(db, $0) == .all }
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            return false
        }
    }
}

/// The samples that match the predicate of a query, by the way to compute their statistics.
private enum MatchingSamples {
    /// No samples can match.
    case none
    /// All samples that overlap an interval in seconds since 1970, for which stored cells suffice.
    case interval(from: Double, to: Double)
    /// The samples have to be evaluated individually.
    case filtered

    /// Determines the samples of a query.
    init(_ db: Database, _ query: StatisticsQuery, access: SampleAccess, own: Set<Int64>) throws {
        let predicate = query.predicate.simplified
        if case .constant(false) = predicate {
            self = .none
            return
        }
        guard let type = try RecordReader.typeNumber(db, of: query.type.identifier) else {
            self = .none
            return
        }
        if access == .own, own.isEmpty {
            self = .none
            return
        }
        guard access == .all else {
            self = .filtered
            return
        }
        switch predicate {
        case .constant: self = .interval(from: -.infinity, to: .infinity)
        case .interval(let interval):
            guard interval.from < interval.to else {
                // With HealthKit's rule, a sample that covers an empty interval is in it.
                self = interval.includesEndAtStart ? .filtered : .none
                return
            }
            self =
                try Self.isWhole(db, type: type, interval)
                ? .interval(from: interval.from, to: interval.to) : .filtered
        default: self = .filtered
        }
    }

    /// Returns whether an interval contains exactly the samples that overlap it. This is always the case unless the interval is
    /// strict about starts or ends and a sample crosses its edge, or a sample that ends at its start is in it.
    private static func isWhole(_ db: Database, type: Int64, _ interval: PredicateInterval) throws -> Bool {
        func exists(_ condition: String, from: Double, to: Double) throws -> Bool {
            try Bool.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT EXISTS (SELECT 1 FROM sample WHERE type = ?1 AND start >= ?2 AND start < ?3 AND \(condition))
                        """),
                arguments: [type, try TypeExtents.earliestStart(db, type: type, endingFrom: from), to, from]) ?? true
        }
        if interval.isStartStrict, interval.from.isFinite {
            if try exists("end > ?4", from: interval.from, to: interval.from) { return false }
        }
        // A sample that ends at the start of the interval doesn't overlap the interval, but ends in it.
        if interval.includesEndAtStart || interval.isEndStrict, !interval.isStartStrict, interval.from.isFinite {
            if try exists("end = ?4", from: interval.from, to: interval.from) { return false }
        }
        // A sample that ends at the end of the interval isn't in the interval either.
        if interval.isEndStrict, interval.to.isFinite {
            if try exists("end >= ?4", from: interval.to, to: interval.to) { return false }
        }
        return true
    }
}

extension StatisticsQuery {
    /// Returns the statistics of a bucket with samples: the requested values, in the type's canonical unit.
    package func statistics(_ row: StatisticsRow) -> HKStatistics {
        let sources = options.contains(.separateBySource) ? row.sources ?? [] : nil
        return HKStatistics(
            quantityType: type, startDate: row.start, endDate: row.end, figures: figures(row.figures),
            figuresBySource: sources?.map { (source: HKSource($0.source), figures: figures($0.figures)) })
    }

    /// Returns the statistics of a bucket without samples, which are empty.
    package func empty(from start: Date, to end: Date) -> HKStatistics {
        HKStatistics(
            quantityType: type, startDate: start, endDate: end, figures: HKStatisticsFigures(),
            figuresBySource: options.contains(.separateBySource) ? [] : nil)
    }

    private func figures(_ figures: StatisticsFigures) -> HKStatisticsFigures {
        let unit = type.canonicalUnit
        func quantity(_ option: HKStatisticsOptions, _ value: Double?) -> HKQuantity? {
            options.contains(option) ? value.map { HKQuantity(unit: unit, doubleValue: $0) } : nil
        }
        let latest = figures.mostRecent
        return HKStatisticsFigures(
            average: quantity(.discreteAverage, figures.average), minimum: quantity(.discreteMin, figures.minimum),
            maximum: quantity(.discreteMax, figures.maximum), sum: quantity(.cumulativeSum, figures.sum),
            mostRecent: quantity(.mostRecent, latest.value),
            mostRecentInterval: options.contains(.mostRecent)
                ? DateInterval(
                    start: Date(timeIntervalSince1970: latest.start),
                    end: Date(timeIntervalSince1970: max(latest.start, latest.end)))
                : nil,
            duration: options.contains(.duration) ? HKQuantity(unit: .second(), doubleValue: figures.duration) : nil)
    }
}

extension HKSource {
    /// Creates a source of Apple's API. Imported sources have no bundle identifier, so the name replaces it.
    convenience init(_ source: StatisticsSource) {
        self.init(
            name: source.name, bundleIdentifier: source.bundleIdentifier ?? SourceIdentity.normalised(source.name))
    }
}

extension AppAccess {
    /// Returns the first and the last visible sample of each run of samples of a type with one time zone, in order.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    package func recordZones(of type: HKSampleType, from: Date, to: Date) throws -> [RecordedZones.Record] {
        try read(noting: { $0.isEmpty ? [] : AccessNote.figures(type, [(from, to)]) }) { db in
            _ = try access(db, type)
            var zones = try RecordZones(db)
            guard !zones.isEmpty else { return [] }
            let interval = PredicateInterval(from: from.timeIntervalSince1970, to: to.timeIntervalSince1970)
            let part = SampleQuery.Part(type, .interval(interval))
            try SampleReader(db, [part], for: self).forEachCandidate { sample, filter in
                if let zone = zones.zone(sample.metadata), try filter.passes(sample) {
                    zones.add(start: sample.start, zone: zone)
                }
                return true
            }
            return zones.records
        }
    }
}
