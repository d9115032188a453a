// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because subclasses hold handlers that are set before the query is executed; what changes afterwards is behind a
// mutex or on the query's own queue.
/// A question to the health database, in one of the subclasses. Hand it to ``HKHealthStore/execute(_:)``.
///
/// A query that has been executed stays alive until it has ended, whether or not the app keeps it.
open class HKQuery: NSObject, @unchecked Sendable {
    private enum State {
        case new, running, ended
    }

    /// The type of the objects that are asked for, where there is one.
    public let objectType: HKObjectType?
    /// The predicate of the objects; nil for all.
    public let predicate: NSPredicate?
    /// The work of the query and its handlers, one after the other.
    let work = SerialWork("org.openhealthkit.query")
    private let state = Mutex(State.new)
    private let subscriptions = Mutex<[ChangeSubscription]>([])

    init(objectType: HKObjectType?, predicate: NSPredicate?) {
        self.objectType = objectType
        self.predicate = predicate
        super.init()
    }

    /// The type of the samples that are asked for, where there is one.
    open var sampleType: HKSampleType? { objectType as? HKSampleType }

    /// The predicate as the store's node.
    var condition: PredicateNode { PredicateNode(predicate) }

    // MARK: For subclasses

    /// Whether stopping the query cancels the work in progress.
    var cancelsWork: Bool { true }

    /// Does the work of the query, on its queue. A query that goes on keeps what it needs in properties.
    func run(_ context: HealthContext) async {}

    /// Lets go of what ``run(_:)`` took. Called once, on whatever thread the query is ended from.
    func release() {}

    /// Ends the query from within: after its last handler.
    func finish() { end(cancelling: false) }

    /// Whether handlers may still be called.
    var isRunning: Bool { state.withLock { $0 == .running } }

    /// Whether the query has been executed; its handlers cannot be set any more.
    var hasBegun: Bool { state.withLock { $0 != .new } }

    /// Stops the process where a handler is set too late to be heard.
    func checkMaySetHandler(_ name: String) {
        if hasBegun { contractViolation("Set \(name) before the query is executed; make a new query.") }
    }

    /// Calls a handler on the queue, unless the query has ended by then.
    func deliver(_ handler: @escaping @Sendable () async -> Void) {
        work.add {
            if self.isRunning { await handler() }
        }
    }

    /// Calls something on the queue after changes that matter, until the query ends. Changes that come while the queue is
    /// busy are reported together.
    ///
    /// Call it before reading what there is, so that nothing between the two is missed; what a reading has seen already
    /// may then be told once more.
    /// - Parameter anchor: a place in the order of changes to begin after, where that is not the last one.
    /// - Throws: an `HKError`.
    func follow(
        _ interest: ChangeInterest, in session: any HealthSession, after anchor: Int64? = nil,
        _ update: @escaping @Sendable (ChangeRange) async -> Void
    ) async throws {
        let gathering = ChangeGathering(interest)
        let subscription = try await session.subscribe(after: anchor) { range in
            guard gathering.add(range) else { return }
            self.deliver {
                if let range = gathering.take() { await update(range) }
            }
        }
        subscriptions.withLock { $0.append(subscription) }
        // If the query was ended in the meantime, this subscription was not cancelled.
        if !isRunning { cancelSubscriptions() }
    }

    // MARK: For the store

    func begin(in context: HealthContext) {
        let isNew = state.withLock { state in
            if state != .new { return false }
            state = .running
            return true
        }
        if !isNew { contractViolation("A query can be executed once; make a new one.") }
        work.add {
            if self.isRunning { await self.run(context) }
        }
    }

    func end() { end(cancelling: cancelsWork) }

    private func end(cancelling: Bool) {
        let wasRunning = state.withLock { state in
            // Stopping what has not begun does nothing, and it may still be executed.
            guard state == .running else { return false }
            state = .ended
            return true
        }
        if wasRunning {
            if cancelling { work.cancel() }
            cancelSubscriptions()
            release()
        }
    }

    private func cancelSubscriptions() {
        let held = subscriptions.withLock { subscriptions in
            defer { subscriptions = [] }
            return subscriptions
        }
        for subscription in held { subscription.cancel() }
    }
}

extension HKQuery {
    /// Runs a query with a single result: computes the result, calls the handler with it or an error, and ends. Called
    /// from ``run(_:)``.
    func answer<Answer>(
        _ work: () async throws -> Answer, with handler: (Answer?, (any Error)?) -> Void
    ) async {
        let result: Result<Answer, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        // It may have been stopped meanwhile.
        if isRunning { result.tell(handler) }
        finish()
    }
}
