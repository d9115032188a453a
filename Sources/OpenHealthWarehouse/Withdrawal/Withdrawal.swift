// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The result of a withdrawal.
public struct Withdrawal: Hashable, Sendable {
    /// The pseudonym.
    public let participant: Pseudonym
    /// The number of removed rows by table. A sample that was sent twice can have been two rows.
    public let rows: [String: Int]
    /// The names of the shards that had rows.
    public let shards: [String]
    /// The addresses of the servers that were checked afterwards and have no rows, which are all servers of the cluster.
    public let servers: [String]
    /// Whether the participant had been withdrawn before.
    public let isRepeated: Bool
}

extension WarehouseError.Code {
    /// The request was performed in part and must be repeated.
    public static var incomplete: Self { Self(rawValue: "incomplete") }
}
