// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The plan of a push. The store keeps it until the push is completed, so that an interrupted push continues with the same
/// blocks.
struct PushPlan: Codable, Hashable, Sendable {
    /// The number of the push, which is higher than those of all earlier pushes. The last 16 bits are random, so that two copies
    /// of a store never use the same number for pushes with different contents.
    var version: UInt64
    /// The number of the push that started to send this participant's data from the beginning, which can be this push.
    var origin: UInt64
    /// The number of the last completed push on the shard; 0 if there is none.
    var base: UInt64
    /// The position after which samples are sent.
    var samplesAfter: Int64
    /// The position after which deletions are sent.
    var deletionsAfter: Int64
    /// The last position that is sent.
    var through: Int64
    /// The last position of samples that can already be on the shard. Deletions of later samples don't need to be sent.
    var reach: Int64
    /// Whether rows of earlier pushes are removed.
    var removesOlder: Bool
    /// The home zone.
    var timeZone: String
    /// The disclosed details, sorted.
    var disclosure: [CohortDisclosure]

    /// Returns the number for a push that follows other pushes.
    static func version(after others: UInt64) -> UInt64 {
        (others >> 16 + 1) << 16 | UInt64.random(in: 1...0xFFFF)
    }

    /// Returns the positions after one and up to another in blocks. Blocks contain the same positions wherever a push begins,
    /// except for the first and the last block.
    /// - Parameter length: The maximum number of positions in a block. Blocks end at multiples of it.
    static func blocks(after anchor: Int64, through last: Int64, length: Int64) -> [ClosedRange<Int64>] {
        var blocks: [ClosedRange<Int64>] = []
        var first = anchor + 1
        while first <= last {
            let end = min(last, ((first - 1) / length + 1) * length)
            blocks.append(first...end)
            first = end + 1
        }
        return blocks
    }

    /// The plan as JSON, as the store keeps it.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension PushPlan {
    /// Creates a plan from stored JSON, or returns nil if this version of the program can't read it.
    init?(json: String) {
        guard let plan = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = plan
    }

    /// The plan that replaces this one when its rows are removed. It has another number, so that the push isn't continued, and
    /// removes the remaining rows.
    var takenBack: PushPlan {
        var plan = self
        plan.version = Self.version(after: version)
        if origin == version { plan.origin = plan.version }
        plan.removesOlder = true
        return plan
    }
}
