// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStore

/// The ranges that a subscription has reported.
final class Heard: Sendable {
    private let log = EventLog<ChangeRange>()

    var ranges: [ChangeRange] { log.events }
    var last: Int64? { ranges.last?.through }

    func add(_ range: ChangeRange) { log.note(range) }

    /// Waits until the ranges meet a condition.
    @discardableResult
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation, until isDone: @escaping @Sendable ([ChangeRange]) -> Bool
    ) async -> [ChangeRange] {
        let ranges = await log.wait(until: isDone)
        if !isDone(ranges) {
            Issue.record("nothing was heard of it: \(ranges)", sourceLocation: sourceLocation)
        }
        return ranges
    }

    /// Waits for a range that includes a place.
    @discardableResult
    func wait(through place: Int64, sourceLocation: SourceLocation = #_sourceLocation) async -> [ChangeRange] {
        await wait(sourceLocation: sourceLocation) { ranges in ranges.contains { $0.through >= place } }
    }

    /// Expects the ranges to cover one place to another without gaps and overlaps.
    func expectContiguous(
        from first: Int64, through last: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var place = first
        for range in ranges {
            #expect(range.after == place, sourceLocation: sourceLocation)
            #expect(range.through > range.after || !range.topics.isEmpty, sourceLocation: sourceLocation)
            place = range.through
        }
        #expect(place == last, sourceLocation: sourceLocation)
    }
}
