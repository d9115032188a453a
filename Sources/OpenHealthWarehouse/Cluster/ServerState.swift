// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The state of a server before or after a query.
struct ServerState: Sendable {
    /// The completeness of a server, which means that it has all rows of its shard.
    enum Condition: Sendable {
        /// The server is complete.
        case complete
        /// The server is incomplete, with the reason.
        case behind(String)
        /// The completeness is unknown because ZooKeeper isn't available.
        case cutOff
        /// The server doesn't respond.
        case silent(WarehouseError)
        /// The server responds that it is overloaded or shutting down.
        case busy(WarehouseError)
        /// The server responds with an invalid state.
        case wrong(WarehouseError)
    }

    let shard: ClusterLayout.Shard
    let replica: ClusterLayout.Replica
    var condition: Condition
    /// The date when the server was started, in seconds since 1970.
    var started = 0
    /// The layout that the server stores.
    var stored: StoredLayout?
    /// The shards in the settings of the server.
    var settings: Set<Set<String>> = []

    /// Whether the server responds as expected.
    var answers: Bool {
        switch condition {
        case .complete, .behind, .cutOff: true
        case .silent, .busy, .wrong: false
        }
    }

    /// Whether the server doesn't respond.
    var isSilent: Bool {
        if case .silent = condition { true } else { false }
    }

    /// Whether the server is known to be complete.
    var isComplete: Bool {
        if case .complete = condition { true } else { false }
    }

    /// Whether ZooKeeper isn't available to the server.
    var isCutOff: Bool {
        if case .cutOff = condition { true } else { false }
    }
}
