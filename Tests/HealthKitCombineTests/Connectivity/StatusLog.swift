// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim
import OpenHealthTestBasics

/// A subscriber that records statuses, and lets a test wait for them.
final class StatusLog: Subscriber, @unchecked Sendable {
    // Unchecked because mutable state is only accessed under the lock.
    typealias Input = Connectivity.Status
    typealias Failure = Never

    private let lock = NSLock()
    private let demand: Subscribers.Demand
    private let onStatus: @Sendable (Input) -> Void
    private let log = EventLog<Input>()
    private let calls = EventLog<Void>()
    private var current: (any Subscription)?

    init(_ demand: Subscribers.Demand = .unlimited, onStatus: @escaping @Sendable (Input) -> Void = { _ in }) {
        self.demand = demand
        self.onStatus = onStatus
    }

    /// The statuses received so far.
    var statuses: [Input] { log.events }

    func receive(subscription: any Subscription) {
        lock.withLock { current = subscription }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        calls.note()
        onStatus(input)
        log.note(input)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {}

    func request(_ demand: Subscribers.Demand) { lock.withLock { current }?.request(demand) }

    func cancel() {
        let subscription = lock.withLock {
            defer { current = nil }
            return current
        }
        subscription?.cancel()
    }

    /// Waits until a call is in progress whose status has not been recorded yet.
    func waitUntilCalled() async {
        await calls.wait { [log] in $0.count > log.count }
    }

    /// Waits for a number of statuses.
    @discardableResult
    func wait(count: Int) async -> [Input] {
        await log.wait(count: count)
    }

    /// Waits until a status is the last one.
    func wait(last: Input) async { await log.wait { $0.last == last } }
}
