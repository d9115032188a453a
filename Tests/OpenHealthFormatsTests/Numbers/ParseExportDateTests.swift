// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@Suite struct ParseExportDateTests {
    private func parse(_ text: String) -> (seconds: Int64, offset: Int32)? {
        var text = text
        return text.withUTF8 { bytes in bytes.baseAddress.flatMap { parseExportDate($0, bytes.count) } }
    }

    private func format(_ seconds: Int64, _ calendar: Calendar, offset: Int) -> String {
        let parts = calendar.dateComponents(
            [.year, .month, .day, .hour, .minute, .second],
            from: Date(timeIntervalSince1970: Double(seconds) + Double(offset)))
        func pad(_ value: Int?, _ width: Int) -> String {
            let digits = String(value ?? 0)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        let sign = offset < 0 ? "-" : "+"
        let minutes = abs(offset) / 60
        return "\(pad(parts.year, 4))-\(pad(parts.month, 2))-\(pad(parts.day, 2)) "
            + "\(pad(parts.hour, 2)):\(pad(parts.minute, 2)):\(pad(parts.second, 2)) "
            + "\(sign)\(pad(minutes / 60, 2))\(pad(minutes % 60, 2))"
    }

    private var calendar: Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = .gmt
        return calendar
    }

    @Test func everyDayAgreesWithFoundation() throws {
        let calendar = calendar
        var generator = SeededGenerator(seed: 7)
        // Days from 1900-01-02 to 2999-12-30, each with a random time and offset.
        for day in stride(from: -25_566, through: 376_198, by: 3) {
            let seconds = Int64(day) * 86_400 + Int64.random(in: 0..<86_400, using: &generator)
            let offset = Int.random(in: -72...72, using: &generator) * 900
            let text = format(seconds, calendar, offset: offset)
            guard let parsed = parse(text), parsed.seconds == seconds, parsed.offset == Int32(offset) else {
                Issue.record("\(text)")
                continue
            }
        }
    }

    @Test func everySecondOfADayIsRead() {
        for second in 0..<86_400 {
            let text = String(
                format: "2024-02-29 %02d:%02d:%02d -0330", second / 3600, second / 60 % 60, second % 60)
            if parse(text)?.seconds != 1_709_164_800 + Int64(second) + 12_600 { Issue.record("\(text)") }
        }
    }

    @Test func exactlyTheExistingDaysAreRead() {
        let calendar = calendar
        for year in [1900, 1904, 1999, 2000, 2023, 2024, 2100, 2400, 2999, 3000, 4001, 9999] {
            for month in 0...13 {
                for day in 0...32 {
                    let parts = DateComponents(timeZone: .gmt, year: year, month: month, day: day)
                    let exists = parts.isValidDate(in: calendar)
                    let text = String(format: "%04d-%02d-%02d 00:00:00 +0000", year, month, day)
                    #expect((parse(text) != nil) == exists, "\(text)")
                }
            }
        }
    }

    @Test(arguments: [
        "", "2024", "2024-01-01", "1899-12-31 00:00:00 +0000", "9999-12-31 23:59:59 -0001", "2024-01-01 24:00:00 +0000",
        "2024-01-01 00:60:00 +0000", "2024-01-01 00:00:60 +0000", "2024-01-01 00:00:00 +1801",
        "2024-01-01 00:00:00 -1900",
        "2024-01-01 00:00:00 +0060", "2024-01-01 00:00:00 *0000", "2024-01-01 00:00:00 00000",
        "2024/01/01 00:00:00 +0000",
        "2024-01-01x00:00:00 +0000", "2024-01-01 00-00-00 +0000", "2024-01-01 00:00:00  0000",
        " 024-01-01 00:00:00 +0000",
        "2024-01-01 00:00:00 +000a", "2024-01-01 00:00:00 +0000 ", "2024-01-01T00:00:00", "2024-01-01 00:00:00 +",
        "2024-01-01 00:00:00.+0000", "202401010000", "20240101T00:00:0Z", "2024-01-0100:00:00Z",
        "２024-01-01 00:00:00 Z",
    ])
    func refusesInvalidDates(text: String) {
        #expect(parse(text) == nil)
    }

    /// Exports use this date as the end of ongoing samples.
    @Test(arguments: [
        "4001-01-01 00:00:00 +0000", "4001-01-01 05:30:00 +0530", "4000-12-31 16:00:00 -0800", "4001-01-01T00:00:00Z",
    ])
    func `the distant future is read`(text: String) {
        #expect(parse(text).map { Date(timeIntervalSince1970: Double($0.seconds)) } == Date.distantFuture)
    }

    @Test func `the first and the last date are read`() {
        #expect(parse("1900-01-01 00:00:00 +0000")?.seconds == -2_208_988_800)
        #expect(parse("9999-12-31 23:59:59 +0000")?.seconds == 253_402_300_799)
        #expect(parse("9999-12-31 23:59:59 +1800")?.seconds == 253_402_235_999)
    }

    /// No single wrong byte results in another valid date.
    @Test func everyWrongByteIsDetected() {
        let template = Array("2024-11-21 13:41:08 +0130".utf8)
        for index in template.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = template
                bytes[index] = byte
                let parsed = bytes.withUnsafeBufferPointer { buffer in
                    buffer.baseAddress.flatMap { parseExportDate($0, buffer.count) }
                }
                let isDigit = byte >= 0x30 && byte <= 0x39
                let wasDigit = template[index] >= 0x30 && template[index] <= 0x39
                if parsed != nil, byte != template[index], !(isDigit && wasDigit) {
                    // Another sign is another offset, and a T is another separator.
                    #expect((index == 20 && byte == 0x2D) || (index == 10 && (byte | 0x20) == 0x74), "\(index) \(byte)")
                }
            }
        }
    }

    @Test(arguments: [
        ("2024-03-10 12:34:56 +0100", 3600), ("2024-03-10T12:34:56+01:00", 3600), ("2024-03-10 12:34:56 +01:00", 3600),
        ("2024-03-10T12:34:56+01", 3600), ("2024-03-10T11:34:56Z", 0), ("2024-03-10t11:34:56z", 0),
        ("20240310123456+0100", 3600), ("20240310113456Z", 0), ("20240310T113456Z", 0), ("2024-03-10 11:34:56 Z", 0),
        ("2024-03-10T11:34:56.789Z", 0), ("2024-03-10 12:34:56,5 +0100", 3600), ("2024-03-10 06:04:56 -0530", -19_800),
    ])
    func readsOtherForms(text: String, offset: Int32) throws {
        let parsed = try #require(parse(text))
        #expect(parsed.seconds == 1_710_070_496)
        #expect(parsed.offset == offset)
    }

    @Test func timestampsKeepTheirFraction() throws {
        let text = Array("2024-03-10T11:34:56.25Z".utf8)
        let time = text.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.flatMap { parseTimestamp($0, buffer.count) }
        }
        #expect(time == 1_710_070_496.25)
    }

    @Test func civilDaysRoundTrip() {
        for number in -1_000_000...1_000_000 {
            let date = CivilDay.date(number)
            if CivilDay.number(year: date.year, month: date.month, day: date.day) != number
                || date.day > CivilDay.daysInMonth(year: date.year, month: date.month)
            {
                Issue.record("\(number)")
            }
        }
        #expect(CivilDay.date(0) == (1970, 1, 1))
    }
}
