// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The status of a server before and after a query.
struct ServerState: Sendable {
    /// Whether it holds everything that its shard has been given.
    enum Condition: Sendable {
        /// It does.
        case complete
        /// It lacks something, for this reason.
        case behind(String)
        /// Unknown: it has no ZooKeeper to query.
        case cutOff
        /// It does not answer.
        case silent(WarehouseError)
        /// It says that it cannot answer at this moment: it has too much to do, or is ending.
        case busy(WarehouseError)
        /// It answers with what it must not.
        case wrong(WarehouseError)
    }

    let shard: ClusterLayout.Shard
    let replica: ClusterLayout.Replica
    var condition: Condition
    /// When the server was started, in seconds since 1970.
    var started = 0
    /// The layout that it keeps.
    var stored: StoredLayout?
    /// The shards that its settings know.
    var settings: Set<Set<String>> = []

    /// Whether it answers as it should.
    var answers: Bool {
        switch condition {
        case .complete, .behind, .cutOff: true
        case .silent, .busy, .wrong: false
        }
    }

    /// Whether it does not answer.
    var isSilent: Bool {
        if case .silent = condition { true } else { false }
    }

    /// Whether it is known to hold everything.
    var isComplete: Bool {
        if case .complete = condition { true } else { false }
    }

    /// Whether it has no ZooKeeper.
    var isCutOff: Bool {
        if case .cutOff = condition { true } else { false }
    }
}
