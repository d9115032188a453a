// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import NIOCore

/// The policy for deliveries to receivers.
struct WebhookPolicy: Sendable {
    /// The delays before each new attempt: after the first, after the second. After the last one there are no more attempts until
    /// the app registers the receiver again, as in HealthKit.
    var retries: [Duration] = [.seconds(30), .seconds(300)]
    /// The time limit for a receiver's answer.
    var answerTime: TimeAmount = .seconds(10)
    /// The interval between checks of the clock while a delivery is waiting, because the clock may be changed.
    var clockChecks: Duration = .seconds(60)
    /// The maximum number of deliveries in progress.
    var parallel = 16
    /// Looks up the addresses of hosts.
    var resolve: @Sendable (_ host: String, _ port: Int) -> [SocketAddress] = {
        HostResolver.addresses(of: $0, port: $1)
    }

    /// The number of deliveries without an acknowledgment after which there are no more.
    var attempts: Int { retries.count + 1 }
}
