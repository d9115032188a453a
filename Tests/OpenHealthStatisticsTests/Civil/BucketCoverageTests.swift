// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStatistics
import Testing

@Suite struct BucketCoverageTests {
    private static func coverage(edges: [Double] = [], now: Double = 1000, dataEnd: Double? = nil) -> BucketCoverage {
        BucketCoverage(of: (start: 100, end: 200), edges: edges, now: now, dataEnd: dataEnd)
    }

    @Test func aBucketIsUnfinishedFromItsStartToItsEnd() {
        for (moment, coverage) in [
            (99, .whole), (100, .unfinished), (199, .unfinished), (200, .whole),
        ] as [(Double, BucketCoverage)] {
            #expect(Self.coverage(now: moment) == coverage, "\(moment)")
            #expect(Self.coverage(dataEnd: moment) == coverage, "\(moment)")
        }
        #expect(Self.coverage() == .whole)
    }

    @Test func aRangeCutsOnlyWithinTheBucket() {
        for (edge, coverage) in [(100, .whole), (101, .cut), (199, .cut), (200, .whole)] as [(Double, BucketCoverage)] {
            #expect(Self.coverage(edges: [edge]) == coverage, "\(edge)")
        }
        #expect(Self.coverage(edges: [150], dataEnd: 150) == .unfinished)
    }
}
