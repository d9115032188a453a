// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension Connectivity {
    /// The time limits and pauses for monitoring a server.
    public struct Timing: Hashable, Sendable {
        /// The pauses between attempts to connect: the first and the longest. Each is twice the previous one. The kernel reports
        /// changes of the network, after which the pauses start over; the start of a server is not announced.
        public var pauses: ClosedRange<Duration>
        /// The time limit for an attempt, including the lookup of the host's addresses.
        public var connecting: Duration
        /// The time for which a connected machine may leave the kernel's probes unanswered. The kernel counts in seconds and
        /// requires at least four.
        public var silence: Duration

        /// Creates time limits and pauses for monitoring a server.
        /// - Parameters:
        ///   - pauses: The first and the longest pause between attempts; the first is greater than zero.
        ///   - connecting: The time limit of one attempt.
        ///   - silence: The time for which a connected machine may not respond.
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
