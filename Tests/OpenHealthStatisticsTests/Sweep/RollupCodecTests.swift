// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestBasics
import Testing

@testable import OpenHealthStatistics

/// Tests that cells round-trip through bytes, and that invalid bytes are refused.
@Suite("Cells as bytes")
struct RollupCodecTests {
    private static let styles = HKQuantityAggregationStyle.allCases

    /// Returns cells of a sweep with whole and fractional numbers, near 1970 and far from it.
    private static func cells(_ style: HKQuantityAggregationStyle, block: Int, seed: UInt64) -> [(Int, BucketAggregate)]
    {
        var generator = SeededGenerator(seed: seed)
        let base = Double(block) * RollupCells.secondsPerBlock
        var samples: [StatisticsInterval] = []
        for _ in 0..<200 {
            var start = base + generator.number(-5000, RollupCells.secondsPerBlock)
            if generator.below(3) > 0 { start = start.rounded() }
            let length = generator.below(3) == 0 ? 0 : generator.number(0, generator.below(9) == 0 ? 90_000 : 700)
            let value = generator.below(2) == 0 ? Double(generator.below(70_000)) : generator.number(-3, 90)
            samples.append(
                StatisticsInterval(
                    start: start, end: start + (generator.below(2) == 0 ? length.rounded() : length), value: value,
                    rank: Int32(generator.below(3))))
        }
        var sweep = IntervalSweep(style: style, grids: [RollupCells(blocks: block...block)])
        sweep.add(samples.sorted { $0.start < $1.start })
        sweep.finish()
        return sweep.takeOutput().filter { ClippedGrid.isInside($0.index) }.map {
            ($0.index - block * RollupCells.perBlock, $0.aggregate)
        }
    }

    private static func read(
        _ bytes: [UInt8], _ style: HKQuantityAggregationStyle, block: Int
    ) -> [(Double, BucketAggregate)]? {
        var cells: [(Double, BucketAggregate)] = []
        let isSound = bytes.withUnsafeBytes { bytes in
            RollupCodec.read(bytes, style: style, block: block) { cells.append(($0, $1)) }
        }
        return isSound ? cells : nil
    }

    @Test("Cells round-trip", arguments: styles)
    func roundTrip(style: HKQuantityAggregationStyle) throws {
        for (seed, block) in [0, 1, 2824, -700, 400_000].enumerated() {
            let cells = Self.cells(style, block: block, seed: UInt64(seed))
            try #require(cells.count > 100)
            var codec = RollupCodec(style: style, block: block)
            for (cell, aggregate) in cells { codec.add(aggregate, cell: cell) }
            let read = try #require(Self.read(codec.bytes, style, block: block))
            #expect(read.count == cells.count)
            for ((cell, aggregate), (start, found)) in zip(cells, read) {
                #expect(start == Double(block * RollupCells.perBlock + cell) * RollupCells.seconds)
                var expected = aggregate
                if style == .cumulative {
                    // Sums do not use these values.
                    for part in [\BucketAggregate.started, \.carried] {
                        expected[keyPath: part].minimum = found[keyPath: part].minimum
                        expected[keyPath: part].maximum = found[keyPath: part].maximum
                    }
                }
                #expect(found == expected, "\(style) block \(block) cell \(cell)")
            }
        }
    }

    @Test("Truncated cells and cells of another style or kind are refused", arguments: styles)
    func refused(style: HKQuantityAggregationStyle) throws {
        var codec = RollupCodec(style: style, block: 2824)
        let cells = Self.cells(style, block: 2824, seed: 9)
        for (cell, aggregate) in cells.prefix(20) { codec.add(aggregate, cell: cell) }
        let whole = try #require(Self.read(codec.bytes, style, block: 2824))
        for length in 0..<codec.bytes.count {
            // At the end of a cell, missing cells cannot be detected.
            let found = Self.read(Array(codec.bytes.prefix(length)), style, block: 2824)
            #expect(found == nil || found!.count < whole.count)
        }
        for other in Self.styles where other != style {
            #expect(Self.read(codec.bytes, other, block: 2824) == nil)
        }
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            var bytes = codec.bytes
            bytes[generator.below(bytes.count)] = UInt8(generator.below(256))
            // Regardless of the result, reading must not crash or exceed the bytes.
            _ = Self.read(bytes, style, block: 2824)
        }
    }
}
