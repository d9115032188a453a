// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The times of a night or a nap that a phone sent as totals of a day. A day can have several.
enum NightTimes {
    private static let names = [("sleepStart", "sleepEnd"), ("inBedStart", "inBedEnd")]

    /// Returns the period of a night, in seconds since 1970; nil if the figures do not state it.
    static func period(_ others: [MetadataPair]) -> ClosedRange<Double>? {
        func date(_ key: String) -> Double? { others.first { $0.key == key }.flatMap { seconds($0.value) } }
        for (start, end) in names {
            if let start = date(start), let end = date(end), start < end { return start...end }
        }
        return nil
    }

    /// Returns whether two nights have a time in common.
    static func overlap(_ left: ClosedRange<Double>, _ right: ClosedRange<Double>) -> Bool {
        left.lowerBound < right.upperBound && right.lowerBound < left.upperBound
    }

    /// Returns the seconds since 1970 of a date in the form `2024-03-10 14:05:09 +0100`, which the reader writes; nil for other text.
    private static func seconds(_ text: String) -> Double? {
        let bytes = Array(text.utf8)
        guard bytes.count == 25, bytes[20] == 0x2B || bytes[20] == 0x2D else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10), let hour = number(11..<13),
            let minute = number(14..<16), let second = number(17..<19), let hours = number(21..<23),
            let minutes = number(23..<25), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        let time = hour * 3600 + minute * 60 + second
        let offset = (hours * 3600 + minutes * 60) * (bytes[20] == 0x2D ? -1 : 1)
        return Double(CivilDay.number(year: year, month: month, day: day) * 86_400 + time - offset)
    }
}
