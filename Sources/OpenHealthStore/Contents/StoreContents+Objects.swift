// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Content as objects, and parts of the content of a type.
extension StoreContents {
    /// A sample as an object; nil if no class represents it.
    package func object(_ sample: RawSample) throws -> HKSample? { try builder.object(sample) }

    /// Calls a function with the samples of a type, of the selected sources, that start in an interval, in order of their start.
    package func forEach(
        startingIn interval: ClosedRange<Double>, ofType identifier: String, _ body: (RawSample) throws -> Void
    ) throws {
        guard let number = try reader.number(ofType: identifier) else { return }
        let scan = try SampleScan(
            db,
            SampleScan.Request(
                type: number, starts: StartRanges(from: interval.lowerBound, through: interval.upperBound),
                condition: .all([source])))
        while let sample = scan.current {
            try body(sample)
            try scan.advance()
        }
    }

    /// The number of selected samples of a type.
    package func selectedCount(_ type: SampleType) throws -> Int {
        if selection.from == nil, selection.to == nil, selection.sources == nil { return type.count }
        var count = 0
        try forEach(type) { _ in count += 1 }
        return count
    }
}
