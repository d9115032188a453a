// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

// Unchecked because handlers are set before the query is executed; later state is used only on the query's queue.
/// A query for statistics over consecutive intervals of equal length, such as steps per day.
///
/// With a ``statisticsUpdateHandler``, the query continues after its initial results until it is stopped.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    /// The start of one of the intervals; the others precede and follow it.
    public let anchorDate: Date
    /// The statistics to compute.
    public let options: HKStatisticsOptions
    /// The length of the intervals, in calendar units such as days, weeks or months; changes of the clock are respected.
    public let intervalComponents: DateComponents
    /// Receives the initial results. Set it before the query is executed.
    @preconcurrency
    open var initialResultsHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    {
        willSet { checkMaySetHandler("initialResultsHandler") }
    }
    /// Receives later results: the last interval that has changed, and the collection. Set it before the query is executed.
    @preconcurrency
    open var statisticsUpdateHandler:
        (
            @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void
        )?
    {
        willSet { checkMaySetHandler("statisticsUpdateHandler") }
    }

    private let query: StatisticsQuery
    private var buckets: CivilBuckets?
    private var collection: HKStatisticsCollection?

    /// Creates a query.
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - quantitySamplePredicate: A predicate for the samples, or nil for all. A sample that crosses a boundary of the
    ///     predicate's interval counts in full, so the collection can contain an interval before or after it.
    ///   - options: The statistics to compute. Traps if an option is not compatible with the type, as on Apple's systems.
    ///   - anchorDate: The start of one of the intervals.
    ///   - intervalComponents: The length of the intervals. Its calendar and time zone are used if they are set.
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
        anchorDate: Date, intervalComponents: DateComponents
    ) {
        self.anchorDate = anchorDate
        self.options = options
        self.intervalComponents = intervalComponents
        query = StatisticsQuery(quantityType, PredicateNode(quantitySamplePredicate), options)
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func run(_ context: HealthContext) async {
        let buckets = StatisticsQuery.buckets(
            anchor: anchorDate, interval: intervalComponents, calendar: context.configuration.calendar)
        self.buckets = buckets
        do {
            let access = try context.access()
            if statisticsUpdateHandler != nil {
                try await follow(query.interest, in: access) { [unowned self] _ in await update(access) }
            }
            let first = try await query.collection(access, buckets)
            collection = first
            guard isRunning else { return }
            initialResultsHandler?(self, first, nil)
            if statisticsUpdateHandler == nil { finish() }
        } catch {
            guard isRunning else { return }
            initialResultsHandler?(self, nil, error)
            finish()
        }
    }

    private func update(_ access: any HealthAccess) async {
        guard let buckets, let collection else { return }
        do {
            let now = try await query.collection(access, buckets)
            let changed = now.changed(since: collection)
            guard let last = changed.last, isRunning else { return }
            self.collection = now
            statisticsUpdateHandler?(self, last, now, nil)
        } catch {
            guard isRunning else { return }
            statisticsUpdateHandler?(self, nil, nil, error)
        }
    }
}
