// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthStore

/// Dates as exports contain them: whole seconds in the years 1900 to 9999, in one time zone offset.
struct AppleDates {
    private let range: ClosedRange<Double>

    /// - Parameter offset: seconds east of UTC.
    init(offset: Int) {
        // 1900-01-01 and the end of 9999, in local and in universal time.
        let first = -2_208_988_800.0
        let last = 253_402_300_799.0
        range = max(first, first - Double(offset))...min(last, last - Double(offset))
    }

    /// Returns a date without its fraction of a second, or nil if exports cannot contain it.
    func seconds(_ date: Double) -> Int64? {
        let whole = date.rounded(.down)
        return range.contains(whole) ? Int64(whole) : nil  // checked: the range
    }

    /// Returns the start and end of a sample, or nil if exports cannot contain them.
    func span(_ sample: RawSample) -> (start: Int64, end: Int64)? {
        guard let start = seconds(sample.start), let end = seconds(sample.end) else { return nil }
        return (start, end)
    }

    /// Returns when a sample was saved, or nil if that is unknown.
    func created(_ sample: RawSample) -> Int64? {
        sample.lag.flatMap { seconds((sample.start + Double($0)).rounded(.down)) }
    }
}
