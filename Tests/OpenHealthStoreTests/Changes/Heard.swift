// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization
import Testing

@testable import OpenHealthStore

/// The ranges that a subscription has reported.
final class Heard: Sendable {
    private let state = Mutex<[ChangeRange]>([])

    var ranges: [ChangeRange] { state.withLock { $0 } }
    var last: Int64? { ranges.last?.through }

    func add(_ range: ChangeRange) { state.withLock { $0.append(range) } }

    /// Waits until the ranges meet a condition, for at most a minute.
    @discardableResult
    func wait(
        sourceLocation: SourceLocation = #_sourceLocation, until isDone: ([ChangeRange]) -> Bool
    ) async -> [ChangeRange] {
        let end = Date(timeIntervalSinceNow: 60)
        while true {
            let ranges = ranges
            if isDone(ranges) { return ranges }
            guard Date() < end else { break }
            try? await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("nothing was heard of it: \(ranges)", sourceLocation: sourceLocation)
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
