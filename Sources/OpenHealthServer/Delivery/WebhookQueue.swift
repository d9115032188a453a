// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// The deliveries to receivers and their times.
///
/// The store contains the last acknowledgment and the number of failures of each receiver. The queue keeps only state that can be
/// lost.
final class WebhookQueue: Sendable {
    /// A delivery.
    struct Message: Sendable {
        let webhook: Webhook
        /// The identifier, which is the same for each attempt.
        let id: String
        /// The position of the last change that the delivery includes.
        let through: Int64
        let body: [UInt8]
        /// The delivery that the app has requested; nil for changes.
        var requested: Int64?
    }

    /// The state of a receiver between two checks.
    private struct State {
        /// The position up to which no change is relevant for the receiver.
        var seen: Int64 = 0
        /// The message without an acknowledgment, to be sent again.
        var message: Message?
        /// The time before which nothing is sent.
        var notBefore: AnyClock.Instant?
        var isUnderWay = false
    }

    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    /// The clock of the pauses between attempts.
    private let steadyClock: AnyClock
    private let policy: WebhookPolicy
    private let states = Mutex<[UUID: State]>([:])

    init(
        _ database: HealthDatabase, _ policy: WebhookPolicy, steadyClock: AnyClock,
        clock: @escaping @Sendable () -> Date
    ) {
        self.database = database
        self.policy = policy
        self.steadyClock = steadyClock
        self.clock = clock
    }

    /// Resets the positions up to which no change is relevant for a receiver, because the visible types of apps have changed.
    func forgetWhatWasSeen() {
        states.withLock { states in
            for id in states.keys { states[id]?.seen = 0 }
        }
    }

    /// Returns the deliveries that are due and marks them as in progress, with the time until there may be others, if that
    /// depends on time. Blocks until the store has answered.
    /// - Parameter most: The maximum number of deliveries.
    func due(most: Int) throws -> (messages: [Message], wait: Duration?) {
        let webhooks = try database.webhooks.all()
        let latest = try database.latestChange()
        let known = Set(webhooks.map(\.id))
        states.withLock { states in
            for id in states.keys where !known.contains(id) { states[id] = nil }
        }
        var messages: [Message] = []
        var wait: Duration?
        let requested = try database.webhooks.requestedDeliveries()
        for webhook in webhooks where webhook.decision == .approved {
            guard messages.count < most else { break }
            let state = states.withLock { $0[webhook.id] ?? State() }
            if state.isUnderWay { continue }
            // What an app has requested is sent at once, also while a webhook is paused or stopped.
            if let delivery = requested[webhook.id] {
                states.withLock { $0[webhook.id, default: State()].isUnderWay = true }
                messages.append(Message(webhook, delivery))
                continue
            }
            guard !webhook.isStopped(after: policy.attempts), !webhook.isPaused else { continue }
            if let remaining = remaining(webhook, state) {
                wait = min(wait ?? remaining, remaining)
                continue
            }
            guard let message = try state.message?.again(webhook) ?? message(webhook, state, latest) else { continue }
            states.withLock { $0[webhook.id, default: State()].isUnderWay = true }
            messages.append(message)
        }
        return (messages, wait)
    }

    /// Returns the time for which a receiver must wait, or nil if it need not.
    private func remaining(_ webhook: Webhook, _ state: State) -> Duration? {
        // After a new registration, the delivery is made immediately.
        if webhook.failures > 0, let instant = state.notBefore {
            let remaining = steadyClock.now.duration(to: instant)
            return remaining > .zero ? remaining : nil
        }
        guard webhook.failures == 0, let delivered = webhook.delivered else { return nil }
        let passed = clock().timeIntervalSince(delivered)
        // After the clock was set back, the elapsed time is unknown.
        if passed < 0 || passed >= webhook.frequency.interval { return nil }
        return min(.seconds(webhook.frequency.interval - passed), policy.clockChecks)
    }

    private func message(_ webhook: Webhook, _ state: State, _ latest: Int64) throws -> Message? {
        let after = max(webhook.anchor, state.seen)
        guard after < latest else { return nil }
        let types = webhook.types.compactMap { HKObjectType.named($0) as? HKSampleType }
        let access = AppAccess(
            database: database, app: webhook.app, clock: clock, readsUnansweredAsDenied: true)
        let changed: Set<HKSampleType>
        var place: Int64 = 0
        do {
            // The position of a change that the app may see: a later position would reveal other changes.
            place = try access.lastPlace(of: types)
            changed = try access.changedTypes(
                types.map { SampleQuery.Part($0) },
                in: ChangeRange(after: after, through: place, types: Set(webhook.types)))
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            // The person has removed the app, which must request its types again.
            changed = []
        }
        guard !changed.isEmpty else {
            states.withLock { $0[webhook.id, default: State()].seen = latest }
            return nil
        }
        return Message(webhook, changed, through: place, anchor: try Anchors(access).anchor(place), at: clock())
    }

    // MARK: - Results

    /// Records the result of a delivery that an app has requested. Blocks until the store has answered.
    /// - Parameter status: The status of the response; nil if there was none.
    func note(_ message: Message, requested delivery: Int64, status: Int?) throws {
        defer { end(message) { _ in } }
        try database.webhooks.noteRequestedDelivery(delivery, to: message.webhook.id, status: status ?? 0, at: clock())
    }

    /// Records that a receiver has acknowledged a delivery. Blocks until the store has answered.
    func acknowledge(_ message: Message, status: Int) throws {
        defer { end(message) { $0 = State(seen: message.through) } }
        try database.webhooks.acknowledge(
            message.webhook.id, through: message.through, message: message.id, body: message.body, status: status,
            at: clock())
    }

    /// Records that a delivery has failed. Blocks until the store has answered.
    /// - Parameters:
    ///   - status: The status of the response; nil if there was none.
    ///   - isLast: Whether the receiver accepts no more deliveries.
    func fail(_ message: Message, status: Int?, isLast: Bool) throws {
        let failures = message.webhook.failures
        let next = isLast || !policy.retries.indices.contains(failures) ? nil : policy.retries[failures]
        let (pause, now) = (next ?? .seconds(0), clock())
        defer {
            end(message) { state in
                state.message = message
                state.notBefore = steadyClock.now + pause
            }
        }
        try database.webhooks.noteFailure(
            of: message.webhook.id, message: message.id, body: message.body, status: status ?? 0, at: now,
            next: next.map { now + $0.inSeconds })
    }

    /// Records that a delivery was aborted, which does not count as a failure.
    func abandon(_ message: Message) {
        end(message) { if message.requested == nil { $0.message = message } }
    }

    private func end(_ message: Message, _ change: (inout State) -> Void) {
        states.withLock { states in
            change(&states[message.webhook.id, default: State()])
            states[message.webhook.id]?.isUnderWay = false
        }
    }
}

extension Duration {
    /// The duration in seconds.
    fileprivate var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}

extension WebhookQueue.Message {
    /// Creates the message of a delivery that an app has requested.
    init(_ webhook: Webhook, _ delivery: WebhookDelivery) {
        self.init(
            webhook: webhook, id: delivery.message, through: webhook.anchor, body: Array(delivery.body),
            requested: delivery.id)
    }

    /// Creates a message with the types that have changed, but not the changes.
    init(_ webhook: Webhook, _ types: Set<HKSampleType>, through: Int64, anchor: Int64, at date: Date) {
        self.webhook = webhook
        self.through = through
        let anchor = AnchorJSON.text(anchor)
        id = "msg_\(webhook.id.uuidString.lowercased().replacing("-", with: ""))_\(anchor)"
        body =
            JSONValue.object([
                ("type", .string("health.changed")), ("timestamp", .string(APIDate.text(date))),
                (
                    "data",
                    .object([
                        ("types", .array(types.map(\.identifier).sorted().map(JSONValue.string))),
                        ("anchor", .string(anchor)),
                    ])
                ),
            ]).bytes
    }

    /// Returns the message for another attempt, or nil if it was acknowledged in the meantime.
    func again(_ webhook: Webhook) -> Self? {
        webhook.anchor >= through || webhook.types != self.webhook.types
            ? nil : Self(webhook: webhook, id: id, through: through, body: body)
    }
}
