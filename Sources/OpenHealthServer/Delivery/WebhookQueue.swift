// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// What receivers have to be told, and when.
///
/// The store knows what each has acknowledged and how often it has not; here is only what the next look can go without.
final class WebhookQueue: Sendable {
    /// One delivery.
    struct Message: Sendable {
        let webhook: Webhook
        /// The same for each attempt.
        let id: String
        /// The place in the order of changes that it goes up to.
        let through: Int64
        let body: [UInt8]
    }

    /// What is known of a receiver between two looks.
    private struct State {
        /// Nothing of what happened up to this place concerns the receiver.
        var seen: Int64 = 0
        /// What was sent and not acknowledged, to be sent again.
        var message: Message?
        /// Before when nothing is sent.
        var notBefore: ContinuousClock.Instant?
        var isUnderWay = false
    }

    private let database: HealthDatabase
    private let clock: @Sendable () -> Date
    private let policy: WebhookPolicy
    private let states = Mutex<[UUID: State]>([:])

    init(_ database: HealthDatabase, _ policy: WebhookPolicy, clock: @escaping @Sendable () -> Date) {
        self.database = database
        self.policy = policy
        self.clock = clock
    }

    /// Looks again at what receivers were not concerned by: what apps may see has changed.
    func forgetWhatWasSeen() {
        states.withLock { states in
            for id in states.keys { states[id]?.seen = 0 }
        }
    }

    /// The deliveries that are due, which are under way from now on, and how long until there may be others, as far as
    /// that depends on time. Waits for the store.
    /// - Parameter most: how many at the most.
    func due(most: Int) throws -> (messages: [Message], wait: Duration?) {
        let webhooks = try database.webhooks()
        let latest = try database.latestChange()
        let known = Set(webhooks.map(\.id))
        states.withLock { states in
            for id in states.keys where !known.contains(id) { states[id] = nil }
        }
        var messages: [Message] = []
        var wait: Duration?
        for webhook in webhooks where webhook.decision == .approved && webhook.failures < policy.attempts {
            guard messages.count < most else { break }
            let state = states.withLock { $0[webhook.id] ?? State() }
            if state.isUnderWay { continue }
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

    /// How long a receiver has to wait; nil where it has not.
    private func remaining(_ webhook: Webhook, _ state: State) -> Duration? {
        // Registered again, it is told at once.
        if webhook.failures > 0, let instant = state.notBefore {
            return instant > .now ? ContinuousClock.now.duration(to: instant) : nil
        }
        guard webhook.failures == 0, let delivered = webhook.delivered else { return nil }
        let passed = clock().timeIntervalSince(delivered)
        // A clock that was set back says nothing.
        if passed < 0 || passed >= webhook.frequency.interval { return nil }
        return min(.seconds(webhook.frequency.interval - passed), policy.clockChecks)
    }

    private func message(_ webhook: Webhook, _ state: State, _ latest: Int64) throws -> Message? {
        let after = max(webhook.anchor, state.seen)
        guard after < latest else { return nil }
        let types = webhook.types.compactMap { HKObjectType.named($0) as? HKSampleType }
        let session = AppSession(
            database: database, app: webhook.app, clock: clock, readsUnansweredAsDenied: true)
        let changed: Set<HKSampleType>
        var place: Int64 = 0
        do {
            // The place of a change that the app may see: a later place would count other changes.
            place = try session.lastPlace(of: types)
            changed = try session.changedTypes(
                types.map { SampleQuery.Part($0) },
                in: ChangeRange(after: after, through: place, types: Set(webhook.types)))
        } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
            // The person has forgotten the app: it has to ask again.
            changed = []
        }
        guard !changed.isEmpty else {
            states.withLock { $0[webhook.id, default: State()].seen = latest }
            return nil
        }
        return Message(webhook, changed, through: place, anchor: try Anchors(session).anchor(place), at: clock())
    }

    // MARK: - How it went

    /// A receiver has acknowledged a delivery. Waits for the store.
    func acknowledge(_ message: Message) throws {
        defer { end(message) { $0 = State(seen: message.through) } }
        try database.acknowledgeWebhook(message.webhook.id, through: message.through, at: clock())
    }

    /// A receiver has not. Waits for the store.
    /// - Parameter isLast: whether it wants no more.
    func fail(_ message: Message, isLast: Bool) throws {
        let failures = message.webhook.failures
        let pause = policy.retries.indices.contains(failures) ? policy.retries[failures] : .seconds(0)
        defer {
            end(message) { state in
                state.message = message
                state.notBefore = .now + pause
            }
        }
        try database.noteFailedWebhook(message.webhook.id, atLeast: isLast ? policy.attempts : 0)
    }

    /// A delivery was broken off; it counts as none.
    func abandon(_ message: Message) {
        end(message) { $0.message = message }
    }

    private func end(_ message: Message, _ change: (inout State) -> Void) {
        states.withLock { states in
            change(&states[message.webhook.id, default: State()])
            states[message.webhook.id]?.isUnderWay = false
        }
    }
}

extension WebhookQueue.Message {
    /// Tells a receiver which types have changed: never what.
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

    /// The same for another attempt, unless it was acknowledged meanwhile.
    func again(_ webhook: Webhook) -> Self? {
        webhook.anchor >= through || webhook.types != self.webhook.types
            ? nil : Self(webhook: webhook, id: id, through: through, body: body)
    }
}
