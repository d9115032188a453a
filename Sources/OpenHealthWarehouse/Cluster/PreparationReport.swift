// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What making a cohort's tables has done, server by server.
public struct PreparationReport: Sendable {
    /// One server.
    public struct Server: Sendable {
        /// The shard that it belongs to.
        public let shard: String
        /// Where it is.
        public let url: URL
        /// Its version; nil where it did not answer.
        public let version: String?
        /// What was made on it; empty where everything was there.
        public internal(set) var made: [String]
    }

    /// The servers, in the layout's order.
    public internal(set) var servers: [Server]
    /// The number of the layout: 1, and one more with every change.
    public internal(set) var layoutVersion: Int
    /// What tells this cohort from others.
    public let cohort: UUID
}
