// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel
import OpenHealthStatistics

/// The cells of a type computed from its samples, for types without stored cells.
struct SampleCells {
    let style: HKQuantityAggregationStyle
    let db: Database
    let type: Int64

    /// Calls a closure with the cells that start in a range and aren't empty, in order. Memory doesn't grow with the duration of
    /// a sample.
    func forEach(in range: Range<Double>, _ body: (_ start: Double, _ aggregate: BucketAggregate) -> Void) throws {
        guard let extent = try TypeExtents.range(db, type: type) else { return }
        let (first, last) = (max(extent.first, range.lowerBound), min(extent.last, range.upperBound))
        guard first <= last else { return }
        let blocks = RollupCells.block(containing: first)...RollupCells.block(containing: last)
        let start = Double(blocks.lowerBound) * RollupCells.secondsPerBlock
        let end = Double(blocks.upperBound + 1) * RollupCells.secondsPerBlock
        var sweep = IntervalSweep(style: style, grids: [RollupCells(blocks: blocks)])
        var reader = try IntervalReader(
            db, type: type, from: start, to: end, ranks: try SourceRankTable(db, type: type))
        /// The end of the block of the current start dates.
        var edge = start + RollupCells.secondsPerBlock
        func emit() {
            sweep.drain { output in
                guard ClippedGrid.isInside(output.index) else { return }
                let start = Double(output.index) * RollupCells.seconds
                if range.contains(start) { body(start, output.aggregate) }
            }
        }
        try reader.forEachBatch { batch in
            var rest = batch[...]
            while !rest.isEmpty {
                let count = rest.prefix { $0.start < edge }.count
                sweep.add(UnsafeBufferPointer(rebasing: rest.prefix(count)))
                rest = rest.dropFirst(count)
                if !rest.isEmpty {
                    sweep.goOn(to: edge)
                    edge += RollupCells.secondsPerBlock
                }
                emit()
            }
        }
        while edge < end {
            sweep.goOn(to: edge)
            emit()
            edge += RollupCells.secondsPerBlock
        }
        sweep.finish()
        emit()
    }
}
