// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because subclasses store handlers that are set before the query is executed; later state is guarded by a mutex or
// used only on the query's own queue.
/// The abstract superclass of all queries of the health database. Pass a query to ``HKHealthStore/execute(_:)`` to run it.
///
/// A query that has been executed is retained until it ends.
open class HKQuery: NSObject, @unchecked Sendable {
    private enum State {
        case new, running, ended
    }

    /// The type of the requested objects, if there is only one.
    public let objectType: HKObjectType?
    /// The predicate of the objects; nil for all.
    public let predicate: NSPredicate?
    /// The serial queue of the query and its handlers.
    let work = SerialWork("org.openhealthkit.query")
    private let state = Mutex(State.new)
    private let subscriptions = Mutex<[ChangeSubscription]>([])

    init(objectType: HKObjectType?, predicate: NSPredicate?) {
        self.objectType = objectType
        self.predicate = predicate
    }

    /// The type of the requested samples, if there is only one.
    open var sampleType: HKSampleType? { objectType as? HKSampleType }

    /// The predicate as the store's node.
    var condition: PredicateNode { PredicateNode(predicate) }

    // MARK: For subclasses

    /// Whether stopping the query cancels the work in progress.
    var cancelsWork: Bool { true }

    /// Runs the query on its queue. A continuous query stores its state in properties.
    func run(_ context: HealthContext) async {}

    /// Releases the resources of ``run(_:)``. Called once, on any thread.
    func release() {}

    /// Ends the query after its last handler was called.
    func finish() { end(cancelling: false) }

    /// Whether handlers may still be called.
    var isRunning: Bool { state.withLock { $0 == .running } }

    /// Whether the query has been executed, so that its handlers can no longer be set.
    var hasBegun: Bool { state.withLock { $0 != .new } }

    /// Traps if the query has been executed, because a handler would be set too late.
    func checkMaySetHandler(_ name: String) {
        if hasBegun { contractViolation("Set \(name) before the query is executed; make a new query.") }
    }

    /// Waits until all work on the queue has been done, including calls of handlers.
    package func settled() async { await work.settled() }

    /// Calls a handler on the queue, unless the query has ended by then.
    func deliver(_ handler: @escaping @Sendable () async -> Void) {
        work.add {
            if self.isRunning { await handler() }
        }
    }

    /// Calls a closure on the queue after relevant changes until the query ends. Changes that occur while the queue is busy are
    /// reported together.
    ///
    /// Call it before reading the current state, so that no change in between is missed. Changes that were already read can be
    /// reported again.
    /// - Parameter anchor: The anchor after which changes are reported; nil for the current one.
    /// - Throws: An `HKError`.
    func follow(
        _ interest: ChangeInterest, in access: any HealthAccess, after anchor: Int64? = nil,
        _ update: @escaping @Sendable (ChangeRange) async -> Void
    ) async throws {
        let gathering = ChangeGathering(interest)
        let subscription = try await access.subscribe(after: anchor) { range in
            guard gathering.add(range) else { return }
            self.deliver {
                if let range = gathering.take() { await update(range) }
            }
        }
        subscriptions.withLock { $0.append(subscription) }
        // If the query has ended in the meantime, this subscription has not been canceled yet.
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
            // Stopping a query that has not been executed has no effect; it can still be executed.
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
    func finish<Output>(
        _ work: () async throws -> Output, with handler: (Output?, (any Error)?) -> Void
    ) async {
        let result: Result<Output, any Error>
        do {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        // The query may have been stopped in the meantime.
        if isRunning { result.tell(handler) }
        finish()
    }
}
