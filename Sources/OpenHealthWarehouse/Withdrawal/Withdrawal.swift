// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// What became of the data of somebody who was withdrawn.
public struct Withdrawal: Hashable, Sendable {
    /// Who.
    public let participant: Pseudonym
    /// How many rows went, by table. A sample that was sent twice may have been two rows.
    public let rows: [String: Int]
    /// The shards that had any.
    public let shards: [String]
    /// The addresses of the servers that were asked afterwards and have nothing left: all of the cluster.
    public let servers: [String]
    /// Whether the participant had been withdrawn before.
    public let isRepeated: Bool
}

extension WarehouseError.Code {
    /// What was asked for has been done in part, and has to be asked for again.
    public static let incomplete = Self(rawValue: "incomplete")
}
