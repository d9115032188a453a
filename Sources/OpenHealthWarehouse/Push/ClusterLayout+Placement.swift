// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

extension ClusterLayout {
    /// Returns the shard for a participant who isn't on any shard yet, by weighted rendezvous hashing.
    ///
    /// Each shard has a number from the hash of its name and the pseudonym, uniformly distributed between 0 and 1, and the shard
    /// with the highest -weight / ln(number) is chosen. The shards therefore have shares in proportion to their weights, and a
    /// new shard changes only the placement of the participants that it would get, never from one existing shard to another (J.
    /// Schindelhauer, G. Schomaker, "Weighted Distributed Hash Tables", SPAA 2005). Participants in the cluster never move.
    /// - Parameter candidates: The shards to choose from; nil for all shards.
    /// - Precondition: There is at least one candidate.
    package func placement(of participant: Pseudonym, among candidates: [Shard]? = nil) -> Shard {
        func score(_ shard: Shard) -> Double {
            guard shard.weight > 0 else { return -1 }
            let hash = SHA256.hash(data: Data("\(shard.name)\n\(participant)".utf8))
            let bits = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // 53 bits, never 0 or 1.
            return -Double(shard.weight) / log((Double(bits >> 11) + 0.5) / 0x1p53)
        }
        // The order of shards is insignificant, so they are sorted.
        let ordered = (candidates ?? shards).sorted { $0.name < $1.name }
        return ordered.reduce(ordered[0]) { score($1) > score($0) ? $1 : $0 }
    }
}
