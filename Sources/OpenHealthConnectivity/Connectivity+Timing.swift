// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Connectivity {
    /// How a server is followed: how long to wait, and how long between attempts.
    public struct Timing: Hashable, Sendable {
        /// The pauses between attempts to connect: the first and the longest. Each is twice the one before. The kernel tells
        /// when the network changes, and then the pauses begin anew; that a server has begun to listen nobody tells.
        public var pauses: ClosedRange<Duration>
        /// How long one attempt may take, the search for the host's addresses included.
        public var connecting: Duration
        /// How long a connected machine may stay silent when the kernel asks whether it is there. The kernel counts in
        /// seconds, and needs four at least.
        public var silence: Duration

        /// Times for following a server.
        /// - Parameters:
        ///   - pauses: the first and the longest pause between attempts; the first is longer than zero.
        ///   - connecting: how long one attempt may take.
        ///   - silence: how long a connected machine may stay silent.
        public init(
            pauses: ClosedRange<Duration> = .milliseconds(100)...(.seconds(30)), connecting: Duration = .seconds(10),
            silence: Duration = .seconds(30)
        ) {
            precondition(pauses.lowerBound > .zero, "a pause between attempts to connect is longer than zero")
            self.pauses = pauses
            self.connecting = connecting
            self.silence = silence
        }
    }
}
