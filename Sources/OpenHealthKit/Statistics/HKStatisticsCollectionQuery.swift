// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics

// Unchecked because handlers are set before the query is executed; what changes afterwards stays on the query's queue.
/// Statistics over intervals of one length, side by side: each day's steps.
///
/// With a ``statisticsUpdateHandler`` the query goes on after its first results, until it is stopped.
open class HKStatisticsCollectionQuery: HKQuery, @unchecked Sendable {
    /// Where an interval begins; the others lie before and behind it.
    public let anchorDate: Date
    /// Which figures.
    public let options: HKStatisticsOptions
    /// The length of the intervals: days, weeks, months and so on, right where clocks change.
    public let intervalComponents: DateComponents
    /// Takes the first results. Set it before the query is executed.
    @preconcurrency
    open var initialResultsHandler:
        (@Sendable (HKStatisticsCollectionQuery, HKStatisticsCollection?, (any Error)?) -> Void)?
    {
        willSet { checkMaySetHandler("initialResultsHandler") }
    }
    /// Takes later results: the last interval that has changed, and all of them. Set it before the query is executed.
    @preconcurrency
    open var statisticsUpdateHandler:
        (
            @Sendable (HKStatisticsCollectionQuery, HKStatistics?, HKStatisticsCollection?, (any Error)?) -> Void
        )?
    {
        willSet { checkMaySetHandler("statisticsUpdateHandler") }
    }

    private let question: StatisticsQuestion
    private var buckets: CivilBuckets?
    private var collection: HKStatisticsCollection?

    /// Creates a query.
    /// - Parameters:
    ///   - quantityType: the type.
    ///   - quantitySamplePredicate: what samples have to fit; nil for all. A sample that crosses an edge of its interval
    ///     counts whole, so that there may be an interval before or behind it.
    ///   - options: which figures; one that does not fit the type stops the process, as on Apple's systems.
    ///   - anchorDate: where an interval begins.
    ///   - intervalComponents: the length of the intervals; their calendar and time zone, where they have them, are used.
    public init(
        quantityType: HKQuantityType, quantitySamplePredicate: NSPredicate?, options: HKStatisticsOptions = [],
        anchorDate: Date, intervalComponents: DateComponents
    ) {
        self.anchorDate = anchorDate
        self.options = options
        self.intervalComponents = intervalComponents
        question = StatisticsQuestion(quantityType, PredicateNode(quantitySamplePredicate), options)
        super.init(objectType: quantityType, predicate: quantitySamplePredicate)
    }

    override func run(_ context: HealthContext) async {
        let buckets = StatisticsQuestion.buckets(
            anchor: anchorDate, interval: intervalComponents, calendar: context.configuration.calendar)
        self.buckets = buckets
        do {
            let session = try context.session()
            if statisticsUpdateHandler != nil {
                try await follow(question.interest, in: session) { [unowned self] _ in await update(session) }
            }
            let first = try await question.collection(session, buckets)
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

    private func update(_ session: any HealthSession) async {
        guard let buckets, let collection else { return }
        do {
            let now = try await question.collection(session, buckets)
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
