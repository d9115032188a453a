// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The result of preparing a cohort's tables, by server.
public struct PreparationReport: Sendable {
    /// A server.
    public struct Server: Sendable {
        /// The name of its shard.
        public let shard: String
        /// The URL of the server.
        public let url: URL
        /// The version of the server; nil if it didn't respond.
        public let version: String?
        /// The tables that were created; empty if all existed.
        public internal(set) var made: [String]
    }

    /// The servers, in the layout's order.
    public internal(set) var servers: [Server]
    /// The number of the layout, which starts at 1 and increases with every change.
    public internal(set) var layoutVersion: Int
    /// The identifier of the cohort.
    public let cohort: UUID
}
