// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

// Unchecked because its superclass is; the update handler is set before the query is executed, and the reported summaries are
// used only on the query's queue.
/// A query for activity summaries. With an ``updateHandler`` it continues and reports days that change.
open class HKActivitySummaryQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = @Sendable (HKActivitySummaryQuery, [HKActivitySummary]?, (any Error)?) -> Void

    /// A handler that is called with the summaries that have changed since the last call. Without it, the query ends after its
    /// initial results.
    ///
    /// - Precondition: The query has not been executed.
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
    ///   - predicate: A predicate for the summaries, or nil for all.
    ///   - handler: Receives the summaries sorted by day, or an error.
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
            let access = try context.access()
            let condition = condition
            if let update = storedUpdateHandler {
                try await follow(ChangeInterest(topics: [.summaries]), in: access) { [unowned self] _ in
                    await self.update(access, condition, update)
                }
            }
            let summaries = try await access.activitySummaries(condition)
            _ = changes.note(summaries)
            if isRunning { resultsHandler(self, summaries, nil) }
            if storedUpdateHandler == nil { finish() }
        } catch {
            if isRunning { resultsHandler(self, nil, error) }
            finish()
        }
    }

    private func update(_ access: any HealthAccess, _ condition: PredicateNode, _ handler: Handler) async {
        do {
            let changed = changes.note(try await access.activitySummaries(condition))
            if isRunning && !changed.isEmpty { handler(self, changed, nil) }
        } catch {
            if isRunning { handler(self, nil, error) }
        }
    }
}

/// The differences between activity summaries and those that were reported before.
struct ActivitySummaryChanges: Sendable {
    private var told: Set<HKActivitySummary.State> = []

    /// Notes the current summaries.
    /// - Returns: The summaries that are new or have changed since the last call.
    mutating func note(_ summaries: [HKActivitySummary]) -> [HKActivitySummary] {
        let now = Set(summaries.map(\.snapshot))
        defer { told = now }
        return summaries.filter { !told.contains($0.snapshot) }
    }
}
