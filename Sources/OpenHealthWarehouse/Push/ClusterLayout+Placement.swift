// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

extension ClusterLayout {
    /// The shard for a participant who is on none yet: rendezvous hashing with weights.
    ///
    /// Each shard draws a number from the hash of its name and the pseudonym, uniform between 0 and 1, and the highest
    /// -weight / ln(number) wins; so shards get shares like their weights, and of those who were placed before only some would
    /// go to a shard that is added, none from one old shard to another (J. Schindelhauer, G. Schomaker, "Weighted Distributed
    /// Hash Tables", SPAA 2005). Those who are in the cluster stay where they are in any case.
    /// - Parameter candidates: the shards to choose from, one at least; nil for all.
    package func placement(of participant: Pseudonym, among candidates: [Shard]? = nil) -> Shard {
        func score(_ shard: Shard) -> Double {
            guard shard.weight > 0 else { return -1 }
            let hash = SHA256.hash(data: Data("\(shard.name)\n\(participant)".utf8))
            let bits = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            // 53 bits, and never 0 or 1.
            return -Double(shard.weight) / log((Double(bits >> 11) + 0.5) / 0x1p53)
        }
        // The order of shards means nothing, so it does not decide.
        let ordered = (candidates ?? shards).sorted { $0.name < $1.name }
        return ordered.reduce(ordered[0]) { score($1) > score($0) ? $1 : $0 }
    }
}
