// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// How patient the daemon is with receivers.
struct WebhookPolicy: Sendable {
    /// How long to wait before each new attempt: after the first, after the second. After the last one there are no more
    /// until the app registers the receiver again, as HealthKit has it of apps.
    var retries: [Duration] = [.seconds(30), .seconds(300)]
    /// How long a receiver has to answer.
    var answerTime: TimeAmount = .seconds(10)
    /// How often to look at the clock while something waits to become due: the clock may be set.
    var clockChecks: Duration = .seconds(60)
    /// How many deliveries are under way at once.
    var parallel = 16
    /// Looks up the addresses of hosts.
    var resolve: @Sendable (_ host: String, _ port: Int) -> [SocketAddress] = {
        HostResolver.addresses(of: $0, port: $1)
    }

    /// How many deliveries that are not acknowledged are the last ones.
    var attempts: Int { retries.count + 1 }
}
