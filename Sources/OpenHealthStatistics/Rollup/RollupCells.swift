// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Time in cells of a quarter of an hour, counted from 1970 in UTC.
///
/// The offset of every zone in use is a multiple of a quarter of an hour, so civil hours, days and months are unions of
/// whole cells, those with a change of the clock included.
package struct RollupCells: BucketGrid {
    /// The length of a cell in seconds.
    package static let seconds = 900.0
    /// The number of cells of a block: a week.
    package static let perBlock = 672
    /// The length of a block in seconds.
    package static let secondsPerBlock = seconds * Double(perBlock)

    private let start: Double
    private let end: Double

    /// The cells of some blocks. What lies before and behind them has the numbers of ``ClippedGrid``: a long sample would
    /// otherwise be followed from cell to cell there too.
    package init(blocks: ClosedRange<Int>) {
        start = Double(blocks.lowerBound) * Self.secondsPerBlock
        end = Double(blocks.upperBound + 1) * Self.secondsPerBlock
    }

    package func index(containing seconds: Double) -> Int {
        if seconds < start { return ClippedGrid.before }
        return seconds < end ? Self.whole(seconds / Self.seconds) : ClippedGrid.after
    }

    package func bounds(of index: Int) -> (start: Double, end: Double) {
        if index == ClippedGrid.before { return (-.infinity, start) }
        if index == ClippedGrid.after { return (end, .infinity) }
        return (Double(index) * Self.seconds, Double(index + 1) * Self.seconds)
    }

    /// The block that an instant falls into.
    package static func block(containing seconds: Double) -> Int { whole(seconds / secondsPerBlock) }

    /// Returns a number rounded down, clamped to a range in which calculations cannot overflow.
    private static func whole(_ number: Double) -> Int {
        number.isNaN ? 0 : Int(min(max(number.rounded(.down), -1e15), 1e15))  // checked: clamped
    }

    /// Whether an instant lies between two cells.
    package static func isEdge(_ seconds: Double) -> Bool {
        seconds.isInfinite || (seconds / Self.seconds).rounded() * Self.seconds == seconds
    }
}
