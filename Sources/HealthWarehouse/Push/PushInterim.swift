// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Until these come from those who make them.
extension Warehouse {
    func isWithdrawn(_ participant: Pseudonym, shard: ClusterLayout.Shard) async throws -> Bool { false }

    func admit(_ participant: Pseudonym, shard: ClusterLayout.Shard) async throws {}

    func removeRows(of participant: Pseudonym, from shard: ClusterLayout.Shard) async throws {}
}
