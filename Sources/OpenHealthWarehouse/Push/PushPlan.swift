// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The plan of a push. The store keeps it until the push has finished, so that an interrupted one continues with
/// the same blocks.
struct PushPlan: Codable, Hashable, Sendable {
    /// The number of the push, higher than that of any before. The last 16 bits are drawn, so that two copies of a store never
    /// give the same number to pushes of different content.
    var version: UInt64
    /// The number of the push with which the store began to send this participant's data anew; its own where it does so.
    var origin: UInt64
    /// The number of the push that the shard knew as the last one to come to its end; 0: none.
    var base: UInt64
    /// The places after which samples are sent.
    var samplesAfter: Int64
    /// The places after which deletions are sent.
    var deletionsAfter: Int64
    /// The last place that is sent.
    var through: Int64
    /// The last place of a sample that the shard may have had before. Deletions of later samples need not be sent.
    var reach: Int64
    /// Whether rows of earlier pushes are removed.
    var removesOlder: Bool
    /// The home zone.
    var timeZone: String
    /// The disclosed details, sorted.
    var disclosure: [CohortDisclosure]

    /// The number of a push that comes after others.
    static func version(after others: UInt64) -> UInt64 {
        (others >> 16 + 1) << 16 | UInt64.random(in: 1...0xFFFF)
    }

    /// The places after one and up to another in blocks. The same places are in the same block wherever a push begins, but for
    /// the first and the last one.
    /// - Parameter length: the maximum number of places of a block; blocks end at multiples of it.
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

    /// The plan as a store keeps it.
    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}

extension PushPlan {
    /// Reads what a store has kept; nil for what this version of the program does not understand.
    init?(json: String) {
        guard let plan = try? JSONDecoder().decode(Self.self, from: Data(json.utf8)) else { return nil }
        self = plan
    }

    /// The plan that stands for this one when its rows are taken back: it has another number, so that it is not continued, and
    /// removes what may be left of them.
    var takenBack: PushPlan {
        var plan = self
        plan.version = Self.version(after: version)
        if origin == version { plan.origin = plan.version }
        plan.removesOlder = true
        return plan
    }
}
