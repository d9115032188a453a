// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import OpenHealthKit
import Testing

@Suite struct ChangeGatheringTests {
    @Test func rangesAreCombinedIntoOne() {
        let gathering = ChangeGathering(ChangeInterest(types: ["a", "b"], topics: [.units]))
        #expect(gathering.take() == nil)
        #expect(!gathering.add(ChangeRange(after: 0, through: 9, types: ["c"])))
        #expect(gathering.take() == nil)
        #expect(gathering.add(ChangeRange(after: 9, through: 12, types: ["a", "c"])))
        #expect(!gathering.add(ChangeRange(after: 12, through: 12, topics: [.units])))
        #expect(!gathering.add(ChangeRange(after: 12, through: 15, types: ["b"])))
        #expect(
            gathering.take() == ChangeRange(after: 9, through: 15, types: ["a", "b", "c"], topics: [.units]))
        #expect(gathering.take() == nil)
    }

    /// If the store is replaced by an older state, later changes precede the gathered ones.
    @Test func aRestoredStoreIsReadFromItsState() {
        let gathering = ChangeGathering(ChangeInterest(types: ["a"], topics: [.units]))
        #expect(gathering.add(ChangeRange(after: 90, through: 99, types: ["a"])))
        #expect(!gathering.add(ChangeRange(after: 5, through: 5, topics: [.units])))
        #expect(!gathering.add(ChangeRange(after: 5, through: 8, types: ["a"])))
        #expect(gathering.take() == ChangeRange(after: 5, through: 8, types: ["a"], topics: [.units]))
    }
}
