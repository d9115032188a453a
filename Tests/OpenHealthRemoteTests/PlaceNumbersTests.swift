// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import OpenHealthRemote

@Suite struct PlaceNumbersTests {
    @Test func anchorsAreNumberedInOrder() {
        let places = PlaceNumbers()
        let anchors: [Int64] = [4_000, 17, 9_223_000_000_000_000_000, 3]
        let numbers = anchors.map { places.number(ofLatest: $0) }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 4)
        #expect(anchors.map { places.number(ofLatest: $0) } == numbers)
        #expect(numbers.map { places.anchor($0) } == anchors)
        // A place acknowledged by another program is before all of them, unless it is known.
        let earlier = places.number(ofEarlier: 99)
        #expect(earlier < numbers[0])
        #expect(places.number(ofEarlier: 17) == numbers[1])
        #expect(places.anchor(earlier) == 99)
        #expect(places.anchor(12_345) == 0)
    }

    @Test func theOldestAnchorsAreForgotten() {
        let places = PlaceNumbers()
        for anchor in 1...100_010 { _ = places.number(ofLatest: Int64(anchor) * 7) }
        #expect(places.anchor(1) == 0)
        #expect(places.anchor(100_010) == 700_070)
    }
}
