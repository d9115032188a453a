// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the handler that can be set is set before the query is executed, and what was told is
// used on the query's queue alone.
/// Reads the rings of days; with an ``updateHandler`` it goes on and tells of days that change.
open class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

    /// Called with the days that have changed since the last call. Without one the query ends with its first results.
    ///
    /// Set it before the query is executed; the process stops otherwise.
    @preconcurrency
    open var updateHandler: (@Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void)? {
        get { storedUpdateHandler }
        set {
            checkMaySetHandler("updateHandler")
            storedUpdateHandler = newValue
        }
    }

    private var storedUpdateHandler: Handler?
    private let resultsHandler: Handler
    private var changes = ActivitySummaryChanges()

    /// Creates a query.
    /// - Parameters:
    ///   - predicate: which days; nil for all.
    ///   - handler: takes the days in order, or an error.
    @preconcurrency
    public init(
        predicate: NSPredicate?,
        resultsHandler handler:
            @escaping @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void
    ) {
        resultsHandler = handler
        super.init(objectType: .activitySummaryType(), predicate: predicate)
    }

    override func run(_ context: HealthContext) async {
        do {
            let session = try context.session()
            let condition = condition
            if let update = storedUpdateHandler {
                try await follow(ChangeInterest(topics: [.summaries]), in: session) { [unowned self] _ in
                    await self.update(session, condition, update)
                }
            }
            let summaries = try await session.activitySummaries(condition)
            _ = changes.note(summaries)
            if isRunning { resultsHandler(self, summaries, nil) }
            if storedUpdateHandler == nil { finish() }
        } catch {
            if isRunning { resultsHandler(self, nil, error) }
            finish()
        }
    }

    private func update(_ session: any HealthSession, _ condition: PredicateNode, _ handler: Handler) async {
        do {
            let changed = changes.note(try await session.activitySummaries(condition))
            if isRunning && !changed.isEmpty { handler(self, changed, nil) }
        } catch {
            if isRunning { handler(self, nil, error) }
        }
    }
}
