// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

/// The memory for request bodies, with limits for all apps together and for each app, and a separate limit for the owner and
/// unauthenticated clients.
///
/// Memory is reserved before the body is read, and released after the request has been answered, because the values that are
/// decoded from the body are in memory until then. A request that gets no memory waits without reading, so that TCP throttles the
/// client, and then gets 503.
final class BodyMemory: Sendable {
    /// The maximum number of waiting bodies of one app.
    private static let maximumWaiting = 64
    private static let patience = Duration.seconds(10)
    /// The limit for the owner and unauthenticated clients, whose routes accept small bodies.
    private static let others = 32 << 20

    let apps: Turns
    private let others: Turns

    init(_ limits: HealthDaemon.Limits, clock: AnyClock) {
        apps = Turns(
            most: limits.bodyBytes, maximumForOne: limits.bodyBytesPerApp, maximumWaiting: Self.maximumWaiting,
            clock: clock)
        others = Turns(most: Self.others, maximumForOne: Self.others, maximumWaiting: 1024, clock: clock)
    }

    /// The number of reserved bytes.
    var used: Int { apps.used + others.used }

    /// An element after changes of the memory that apps use. Several changes can have one element.
    var changes: AsyncStream<Void> { apps.changes }

    /// Returns a function that reserves memory for the body of a request until the request has been answered.
    func taking(for scope: RequestScope) -> @Sendable (Int) async throws -> Void {
        let user = scope.principal.app?.identifier ?? ""
        let (turns, name, work) = (user.isEmpty ? others : apps, user, scope.context.account.work)
        return { bytes in
            guard bytes > 0 else { return }
            switch await turns.take(bytes, for: name, patience: Self.patience) {
            case .taken: work.whenResponded { turns.give(bytes, of: name) }
            case .full, .late:
                throw Problem(
                    .unavailable, "Too many bodies are being sent at the same time. Send fewer or smaller ones.",
                    retryAfter: 5)
            }
        }
    }
}
