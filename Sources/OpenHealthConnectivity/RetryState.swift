// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim

/// The state of a retrying subscription.
struct RetryState<Downstream: Subscriber, Instant: Strideable>
where Instant.Stride: SchedulerTimeIntervalConvertible {
    /// The next step, outside the lock.
    enum Step {
        case ask(check: Int)
        case pause(Duration, attempt: Int)
        case retry(attempt: Int)
        case subscribe(attempt: Int)
    }

    private enum Phase {
        /// An attempt must be made.
        case ready
        /// An attempt is in progress.
        case running
        /// The attempt has failed.
        case waiting
    }

    /// The subscriber; nil after the end.
    var downstream: Downstream?
    /// The outstanding demand.
    var demand = Subscribers.Demand.none
    /// The subscription of the attempt in progress.
    var subscription: (any Subscription)?
    /// The relay of statuses while there is no value since a failure.
    var relay: StatusRelay?
    /// The number of the attempt that is in progress, or has failed.
    private(set) var attempt = 0
    /// Whether the attempt has sent a value.
    var hasValue = false
    /// The number of retries without a value.
    var retries = 0
    /// The number of queries of the connectivity.
    private(set) var check = 0
    /// The status since the failure.
    private(set) var status: Connectivity.Status?
    private var wasOffline = false
    /// Whether the pause after the failure is over.
    var isRested = false

    private var phase = Phase.ready
    private var pause: GrowingPause
    private var began: Instant
    private var failed: Instant
    private var mustAsk = false
    private var mustPause: Duration?
    private var isScheduled = false
    private var isDriving = false

    init(_ downstream: Downstream, pauses: ClosedRange<Duration>, now: Instant) {
        self.downstream = downstream
        pause = GrowingPause(pauses, beginsAtOnce: true)
        began = now
        failed = now
    }

    /// Returns whether an attempt is the one in progress.
    func isRunning(_ attempt: Int) -> Bool {
        downstream != nil && phase == .running && self.attempt == attempt
    }

    /// Records that the attempt has failed, and must be repeated.
    mutating func fail(at now: Instant) {
        // A value alone does not reset the pauses, because a publisher may send a value and then fail each time.
        if hasValue && began.distance(to: now) >= stride(pause.next) { pause.reset() }
        retries += 1
        phase = .waiting
        subscription = nil
        failed = now
        status = nil
        wasOffline = false
        check += 1
        mustAsk = true
        let wait = pause.grow()
        isRested = wait == .zero
        mustPause = isRested ? nil : wait
    }

    /// Records a status of the connectivity.
    mutating func note(_ status: Connectivity.Status, check: Int) {
        guard self.check == check else { return }
        self.status = status
        if status == .offline { wasOffline = true }
    }

    /// Permits another attempt, if nothing has changed since it was scheduled.
    mutating func retry(after attempt: Int, at now: Instant) {
        guard phase == .waiting, self.attempt == attempt else { return }
        isScheduled = false
        guard status == .online else { return }
        // After an outage that was longer than the pause, the pauses start over.
        if wasOffline && failed.distance(to: now) >= stride(pause.next) { pause.reset() }
        phase = .ready
        began = now
    }

    /// Returns whether the caller must take the steps, because no other thread does.
    mutating func beginDriving() -> Bool {
        guard !isDriving else { return false }
        isDriving = true
        return true
    }

    /// Returns the next step, or nil if there is none, in which case no thread takes steps any longer.
    mutating func nextStep() -> Step? {
        if let step = step() { return step }
        isDriving = false
        return nil
    }

    /// Removes and returns all references.
    mutating func end() -> (Downstream?, (any Subscription)?, StatusRelay?) {
        defer {
            downstream = nil
            subscription = nil
            relay = nil
        }
        return (downstream, subscription, relay)
    }

    private mutating func step() -> Step? {
        guard downstream != nil else { return nil }
        if mustAsk {
            mustAsk = false
            return .ask(check: check)
        }
        if let wait = mustPause {
            mustPause = nil
            return .pause(wait, attempt: attempt)
        }
        switch phase {
        case .ready:
            phase = .running
            attempt += 1
            hasValue = false
            return .subscribe(attempt: attempt)
        case .waiting where status == .online && isRested && !isScheduled:
            isScheduled = true
            return .retry(attempt: attempt)
        case .waiting, .running:
            return nil
        }
    }

    private func stride(_ duration: Duration) -> Instant.Stride { .seconds(duration / .seconds(1)) }
}
