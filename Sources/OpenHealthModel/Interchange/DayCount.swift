// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A count of a day so far, which a device writes several times a day and which begins anew at local midnight.
///
/// A reader passes the counts of a file to a store, which joins them with those of other files and makes samples of the differences.
package struct DayCountRow: Sendable, Equatable {
    /// The index of the type identifier in the reader's dictionary.
    package var type: Int32
    /// The index of the provenance (source, version, device, unit) in the reader's dictionary.
    package var provenance: Int32
    /// The kind of activity, by its number in FIT. Each has counts of its own.
    package var activity: Int64
    package var count: DayCount

    package init(type: Int32, provenance: Int32, activity: Int64, count: DayCount) {
        self.type = type
        self.provenance = provenance
        self.activity = activity
        self.count = count
    }
}

/// The value of a count at a time.
package struct DayCount: Hashable, Sendable {
    /// The time, in seconds since 1970.
    package var time: Int64
    /// The count since local midnight, in hundredths of the canonical unit of its type.
    package var hundredths: Int64
    /// The offset of the local clock, in quarters of an hour east of UTC.
    package var quarters: Int64
    /// The start of the file, in seconds since 1970; 0 if it is unknown.
    package var fileStart: Int64

    package init(time: Int64, hundredths: Int64, quarters: Int64, fileStart: Int64) {
        self.time = time
        self.hundredths = hundredths
        self.quarters = quarters
        self.fileStart = fileStart
    }

    /// The difference of two counts of a day, which is a sample.
    package struct Difference: Hashable, Sendable {
        /// The start and the end, in seconds since 1970.
        package var start: Int64
        package var end: Int64
        package var hundredths: Int64

        /// The value in the canonical unit of the type.
        package var value: Double { Double(hundredths) / 100 }
    }

    private static let (secondsOfDay, secondsOfQuarter): (Int64, Int64) = (86_400, 900)
    /// The number of seconds after the start of a file, or after midnight, in which a count is the first.
    private static let slack: Int64 = 60
    /// The limits of times, which are before the year 2243, and of counts.
    private static let (timeLimit, limit): (Int64, Int64) = (1 << 33, 1 << 50)

    /// The number of the local day, from 1970-01-01 on. A count at midnight is that of the day which ends.
    package var day: Int64 { Self.day(at: time, quarters: quarters) }

    /// The start of the local day, in seconds since 1970.
    private var midnight: Int64 { Self.midnight(of: day, quarters: quarters) }

    /// Returns the number of the local day of a count.
    /// - Parameter quarters: The offset of the local clock, in quarters of an hour east of UTC.
    package static func day(at time: Int64, quarters: Int64) -> Int64 {
        floor(time + quarters * secondsOfQuarter - 1, by: secondsOfDay)
    }

    /// Returns the start of a local day, in seconds since 1970.
    package static func midnight(of day: Int64, quarters: Int64) -> Int64 {
        day * secondsOfDay - quarters * secondsOfQuarter
    }

    /// Returns whether a local day ends at a time.
    package static func isMidnight(_ time: Int64, quarters: Int64) -> Bool {
        time == midnight(of: day(at: time, quarters: quarters) + 1, quarters: quarters)
    }

    /// Returns the offset nearest to another one in which a count belongs to a day, in quarters of an hour east of UTC.
    package static func quarters(nearest quarters: Int64, day: Int64, at time: Int64) -> Int64 {
        let first = floor(day * secondsOfDay - time, by: secondsOfQuarter) + 1
        let last = floor((day + 1) * secondsOfDay - time, by: secondsOfQuarter)
        return min(max(quarters, first), last)
    }

    private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
        let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// Whether the numbers are those of real devices.
    package var isValid: Bool {
        (0..<Self.timeLimit).contains(time) && (0..<Self.timeLimit).contains(fileStart)
            && (0..<Self.limit).contains(hundredths) && quarters.magnitude <= 56
    }

    /// Returns the differences of the counts of a type and kind of activity on one day, in order of their ends.
    ///
    /// The differences are a function of the counts, in whatever order and from whatever files they are. A file begins with the counts of
    /// the day so far. If the file before it is not there, these are where counting starts and no sample. Counts that decrease during a day
    /// give no sample either. Of several counts at one time, the greatest is the end of a difference, and the next count continues the
    /// greatest that is not more than it. A smaller count at the midnight that ends the day is thus the first of the next day.
    package static func differences(_ counts: [DayCount]) -> [Difference] {
        var differences: [Difference] = []
        var last: ArraySlice<DayCount> = []
        var rest = counts.sorted(by: isOrdered)[...]
        while let first = rest.first {
            let end = rest.firstIndex { $0.time != first.time } ?? rest.endIndex
            let together = rest[..<end]
            rest = rest[end...]
            for count in together.reversed() {
                let before = last.last { $0.hundredths <= count.hundredths } ?? last.last
                guard var difference = difference(count, after: before) else { continue }
                // The first count of a file can be greater than the last one of the file before it.
                difference.hundredths += (together.last ?? count).hundredths - count.hundredths
                differences.append(difference)
                break
            }
            last = together
        }
        return differences
    }

    private static func isOrdered(_ a: DayCount, _ b: DayCount) -> Bool {
        (a.time, a.hundredths, a.fileStart, a.quarters) < (b.time, b.hundredths, b.fileStart, b.quarters)
    }

    /// Whether the count is the first of its file, and its file begins after the start of the day.
    private var beginsFile: Bool {
        fileStart > 0 && time - fileStart <= Self.slack && time - midnight > Self.slack
    }

    private static func difference(_ count: DayCount, after last: DayCount?) -> Difference? {
        let midnight = count.midnight
        var (start, before) = (midnight, Int64(0))
        if let last {
            // Both are of one local day, also if its midnight is another one with the offset of the later count.
            (start, before) = (last.time, last.hundredths)
        } else if count.time == midnight + secondsOfDay, count.fileStart == 0 {
            // It can be the first count of the next day.
            return nil
        } else if count.beginsFile {
            return nil
        } else if count.fileStart > midnight, count.fileStart < count.time {
            start = count.fileStart
        }
        let value = count.hundredths - before
        return value > 0 && start < count.time ? Difference(start: start, end: count.time, hundredths: value) : nil
    }

    // MARK: Storing

    /// Returns counts as bytes: for each the differences of its numbers from those of the count before it.
    package static func encoded(_ counts: some Sequence<DayCount>) -> [UInt8] {
        var bytes: [UInt8] = []
        var last = DayCount(time: 0, hundredths: 0, quarters: 0, fileStart: 0)
        for count in counts.sorted(by: isOrdered) {
            append(count.time - last.time, to: &bytes)
            append(count.hundredths - last.hundredths, to: &bytes)
            append(count.quarters - last.quarters, to: &bytes)
            append(count.fileStart - last.fileStart, to: &bytes)
            last = count
        }
        return bytes
    }

    /// Returns the counts of bytes; those up to the first that is not valid.
    package static func decoded(_ bytes: some Sequence<UInt8>) -> [DayCount] {
        var counts: [DayCount] = []
        var last = DayCount(time: 0, hundredths: 0, quarters: 0, fileStart: 0)
        var iterator = bytes.makeIterator()
        while let time = next(&iterator), let hundredths = next(&iterator), let quarters = next(&iterator),
            let fileStart = next(&iterator)
        {
            last = DayCount(
                time: last.time &+ time, hundredths: last.hundredths &+ hundredths, quarters: last.quarters &+ quarters,
                fileStart: last.fileStart &+ fileStart)
            guard last.isValid else { break }
            counts.append(last)
        }
        return counts
    }

    /// Appends a number in groups of seven bits, the lowest first. The lowest bit is its sign.
    private static func append(_ number: Int64, to bytes: inout [UInt8]) {
        var rest = UInt64(bitPattern: (number << 1) ^ (number >> 63))
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    private static func next(_ iterator: inout some IteratorProtocol<UInt8>) -> Int64? {
        var (number, shift) = (UInt64(0), UInt64(0))
        while let byte = iterator.next(), shift < 64 {
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1) }
            shift += 7
        }
        return nil
    }
}
