// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because it is used only on the queue of its query.
/// The notifications of an observer, and the times at which they are due.
///
/// Types without background delivery are reported immediately. Others are reported as often as their frequency permits, and again
/// if the app does not acknowledge; the store keeps this state for the next run of the program.
final class ObserverDeliveries: @unchecked Sendable {
    /// A call of the handler.
    struct Update {
        /// The types to report.
        var types: Set<HKSampleType>
        /// The receipt of the delivery.
        var receipt: DeliveryReceipt
    }

    /// A delivery that has not been acknowledged.
    private struct Outstanding {
        var receipt: DeliveryReceipt
        /// The time of the next attempt; nil after the last attempt.
        var retry: AnyClock.Instant?
    }

    /// The observed types.
    let types: Set<HKSampleType>
    /// The time until ``due()`` may return a notification; nil if that does not depend on time.
    private(set) var wait: TimeInterval?
    /// The clock of the pauses between attempts.
    let clock: AnyClock

    private let parts: [SampleQuery.Part]
    private let access: any HealthAccess
    private let policy: DeliveryPolicy
    private var place: Int64
    /// The types with unreported changes.
    private var changed: Set<HKSampleType> = []
    /// The changed types that were reported before and are not limited by their frequency.
    private var repeated: Set<HKSampleType> = []
    private var outstanding: [HKSampleType: Outstanding] = [:]

    /// Creates the notifications of an observer, beginning at an anchor.
    init(
        _ parts: [SampleQuery.Part], _ access: any HealthAccess, _ policy: DeliveryPolicy, from place: Int64,
        clock: AnyClock
    ) {
        self.clock = clock
        self.parts = parts
        self.access = access
        self.policy = policy
        self.place = place
        types = Set(parts.map(\.type))
    }

    /// Returns the first call, which covers all types and is made in any case.
    func first() async throws -> Update {
        let rows = try await access.deliveries(of: types)
        var missed: Set<HKSampleType> = []
        for (type, row) in rows {
            let range = ChangeRange(after: row.anchor, through: place, types: [type.identifier])
            let parts = parts.filter { $0.type == type }
            if try await !access.changedTypes(parts, in: range).isEmpty { missed.insert(type) }
        }
        return Update(
            types: types, receipt: DeliveryReceipt(Set(rows.keys), delivered: missed, place: place))
    }

    /// Adds changes up to an anchor.
    func add(_ types: Set<HKSampleType>, through place: Int64) {
        changed.formUnion(types)
        self.place = place
    }

    /// Returns the next call if one is due.
    func due() async throws -> Update? {
        wait = nil
        if changed.isEmpty && outstanding.isEmpty { return nil }
        let rows = try await access.deliveries(of: types)
        repeatWhatFailed(rows)
        var (told, delivered): (Set<HKSampleType>, Set<HKSampleType>) = ([], [])
        let now = access.clock()
        for type in changed {
            guard let row = rows[type] else {
                told.insert(type)
                continue
            }
            if row.failures >= policy.attempts || outstanding[type] != nil { continue }
            let remaining = repeated.contains(type) ? 0 : Self.remaining(row, at: now)
            if remaining > 0 {
                lookAgain(after: min(remaining, policy.clockChecks))
            } else {
                told.insert(type)
                delivered.insert(type)
            }
        }
        if told.isEmpty { return nil }
        changed.subtract(told)
        repeated.subtract(told)
        return Update(types: told, receipt: DeliveryReceipt(delivered, delivered: delivered, place: place))
    }

    /// Notes that the handler has returned. Deliveries that are not acknowledged yet count as failed until they are.
    func noteReturn(of receipt: DeliveryReceipt) async {
        let now = access.clock()
        if receipt.take() { return await acknowledge(receipt, at: now) }
        if receipt.delivered.isEmpty { return }
        // If the store cannot be written to, there is no second attempt until the next run of the program.
        guard let failures = try? await access.noteFailedDelivery(of: receipt.delivered, at: now) else { return }
        for (type, count) in failures {
            let retry = policy.retries.indices.contains(count - 1) ? policy.retries[count - 1] : nil
            outstanding[type] = Outstanding(receipt: receipt, retry: retry.map { clock.now + .seconds($0) })
        }
    }

    /// Notes an acknowledgment that occurred just before or after the handler returned.
    func settle(_ receipt: DeliveryReceipt) async {
        if receipt.take() { await acknowledge(receipt, at: nil) }
    }

    private func acknowledge(_ receipt: DeliveryReceipt, at date: Date?) async {
        // If the store cannot be written to, the notification is repeated in the next run of the program.
        try? await access.acknowledgeDelivery(
            of: receipt.types, through: receipt.place, delivered: date == nil ? [] : receipt.delivered,
            at: date ?? access.clock())
        for type in receipt.types {
            if let failed = outstanding[type], failed.receipt.place <= receipt.place { outstanding[type] = nil }
        }
    }

    /// Repeats deliveries that were not acknowledged in time, or for which background delivery was enabled again.
    private func repeatWhatFailed(_ rows: [HKSampleType: BackgroundDelivery]) {
        let now = clock.now
        for (type, failed) in outstanding {
            // The type was disabled, or acknowledged to another observer.
            let isDone = rows[type].map { $0.anchor >= failed.receipt.place } ?? true
            let isAgain = rows[type]?.failures == 0 || failed.retry.map { $0 <= now } ?? false
            if isDone || isAgain { outstanding[type] = nil }
            if !isDone && isAgain {
                changed.insert(type)
                repeated.insert(type)
            } else if !isDone, let retry = failed.retry {
                lookAgain(after: (retry - now) / .seconds(1))
            }
        }
    }

    private func lookAgain(after seconds: TimeInterval) {
        wait = min(wait ?? .infinity, seconds)
    }

    private static func remaining(_ row: BackgroundDelivery, at now: Date) -> TimeInterval {
        guard let delivered = row.delivered else { return 0 }
        let passed = now.timeIntervalSince(delivered)
        // After the clock was set back, the elapsed time is unknown.
        return passed < 0 ? 0 : row.frequency.interval - passed
    }
}

/// The acknowledgment of one call of an observer query's handler.
final class DeliveryReceipt: Sendable {
    private enum State {
        case open, acknowledged, taken
    }

    /// The types with background delivery that the call was about.
    let types: Set<HKSampleType>
    /// The types that had changes to report.
    let delivered: Set<HKSampleType>
    /// The anchor up to which changes were reported.
    let place: Int64
    private let state = Mutex(State.open)

    init(_ types: Set<HKSampleType>, delivered: Set<HKSampleType>, place: Int64) {
        self.types = types
        self.delivered = delivered
        self.place = place
    }

    /// Acknowledges the call.
    /// - Returns: Whether it is the first acknowledgment.
    func acknowledge() -> Bool {
        state.withLock { state in
            guard case .open = state else { return false }
            state = .acknowledged
            return true
        }
    }

    /// Takes the acknowledgment in order to store it.
    /// - Returns: Whether there is an acknowledgment that has not been taken yet.
    func take() -> Bool {
        state.withLock { state in
            guard case .acknowledged = state else { return false }
            state = .taken
            return true
        }
    }
}

/// The timing of background delivery. Apple publishes only the number of three attempts.
package struct DeliveryPolicy: Sendable {
    /// The seconds to wait for an acknowledgment before the second and the third attempt.
    package var retries: [TimeInterval] = [1, 4]
    /// The interval, in seconds, at which the clock is checked while a notification is pending.
    package var clockChecks: TimeInterval = 1

    package init() {}

    /// The maximum number of unacknowledged deliveries.
    var attempts: Int { retries.count + 1 }
}
