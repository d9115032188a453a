// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthAPI
import HealthStore

/// The memory that bodies may take: for all apps together, for each app, and some apart for the owner and for those who have
/// not said who they are.
///
/// A body takes its part before it is read, and keeps it until its request has been answered, since what is made of it is in
/// memory for as long. Who gets no part waits without reading, which TCP tells the client, and then gets 503.
final class BodyMemory: Sendable {
    /// How many bodies of one app may wait.
    private static let mostWaiting = 64
    private static let patience = Duration.seconds(10)
    /// Those of the owner and of strangers, whose routes take small bodies.
    private static let others = 32 << 20

    private let apps: Turns
    private let others: Turns

    init(_ limits: HealthDaemon.Limits) {
        apps = Turns(most: limits.bodyBytes, mostForOne: limits.bodyBytesPerApp, mostWaiting: Self.mostWaiting)
        others = Turns(most: Self.others, mostForOne: Self.others, mostWaiting: 1024)
    }

    /// How many bytes are taken.
    var used: Int { apps.used + others.used }

    /// What takes memory for the body of a request until the request has been answered.
    func taking(for exchange: Exchange) -> @Sendable (Int) async throws -> Void {
        var user = ""
        if case .app(let app) = exchange.principal { user = app.identifier }
        let (turns, name, work) = (user.isEmpty ? others : apps, user, exchange.context.account.work)
        return { bytes in
            guard bytes > 0 else { return }
            switch await turns.take(bytes, for: name, patience: Self.patience) {
            case .taken: work.whenAnswered { turns.give(bytes, of: name) }
            case .full, .late:
                throw Problem(
                    .unavailable, "Too many bodies are on their way at the same time. Send fewer, or smaller ones.",
                    retryAfter: 5)
            }
        }
    }
}
