// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Cells of a quarter of an hour, counted from 1970 in UTC.
///
/// The offset of every time zone in use is a multiple of a quarter of an hour, so local hours, days and months are unions of
/// whole cells, including those with a clock change.
public struct RollupCells: BucketGrid {
    /// The length of a cell in seconds.
    public static let seconds = 900.0
    /// The number of cells in a block, which is a week.
    package static let perBlock = 672
    /// The length of a block in seconds.
    package static let secondsPerBlock = seconds * Double(perBlock)

    private let start: Double
    private let end: Double

    /// Creates the cells of a range of blocks. The time before and after them has the numbers of ``ClippedGrid``, so that a long
    /// sample is not followed from cell to cell there.
    package init(blocks: ClosedRange<Int>) {
        start = Double(blocks.lowerBound) * Self.secondsPerBlock
        end = Double(blocks.upperBound + 1) * Self.secondsPerBlock
    }

    /// Returns the number of the cell that contains an instant in seconds since 1970.
    public func index(containing seconds: Double) -> Int {
        if seconds < start { return ClippedGrid.before }
        return seconds < end ? Self.whole(seconds / Self.seconds) : ClippedGrid.after
    }

    /// Returns the bounds of a cell, in seconds since 1970.
    public func bounds(of index: Int) -> (start: Double, end: Double) {
        if index == ClippedGrid.before { return (-.infinity, start) }
        if index == ClippedGrid.after { return (end, .infinity) }
        return (Double(index) * Self.seconds, Double(index + 1) * Self.seconds)
    }

    /// Returns the block that contains an instant.
    package static func block(containing seconds: Double) -> Int { whole(seconds / secondsPerBlock) }

    /// Returns a number rounded down, clamped to a range in which calculations cannot overflow.
    private static func whole(_ number: Double) -> Int {
        number.isNaN ? 0 : Int(min(max(number.rounded(.down), -1e15), 1e15))  // checked: clamped
    }

    /// Returns whether an instant is the edge of a cell.
    public static func isEdge(_ seconds: Double) -> Bool {
        seconds.isInfinite || (seconds / Self.seconds).rounded() * Self.seconds == seconds
    }
}
