// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The result of preparing a cohort's tables, by server.
public struct PreparationReport: Sendable {
    /// One server.
    public struct Server: Sendable {
        /// The shard that it belongs to.
        public let shard: String
        /// Where it is.
        public let url: URL
        /// Its version; nil where it did not answer.
        public let version: String?
        /// The tables that were created; empty if all existed.
        public internal(set) var made: [String]
    }

    /// The servers, in the layout's order.
    public internal(set) var servers: [Server]
    /// The number of the layout: 1, and one more with every change.
    public internal(set) var layoutVersion: Int
    /// The identifier of the cohort.
    public let cohort: UUID
}
