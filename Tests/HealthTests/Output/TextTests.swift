// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import ProcessTestSupport
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Text")
struct TextTests {
    @Test("a table is aligned by terminal columns, not by characters")
    func table() {
        let columns = [
            TableColumn(title: "name", alignment: .left, fit: .cuttable),
            TableColumn(title: "count", alignment: .right, fit: .fixed),
            TableColumn(title: "end", alignment: .left, fit: .droppable),
        ]
        let rows = [["体重", "7", "x"], ["e\u{301}a", "12345678", ""], ["", "1", "y"]]
        let layout = TableLayout(columns, rows: rows, limit: nil)
        #expect(
            [layout.heading] + rows.map(layout.line) == [
                "name     count  end",
                "体重         7  x",
                "e\u{301}a    12345678",
                "             1  y",
            ])
    }

    @Test("on a narrow terminal columns are cut, then omitted", arguments: 4...60)
    func narrow(_ limit: Int) {
        let columns = [
            TableColumn(title: "name", alignment: .left, fit: .cuttable),
            TableColumn(title: "n", alignment: .right, fit: .fixed),
            TableColumn(title: "uuid", alignment: .left, fit: .droppable),
        ]
        let rows = [[String(repeating: "a", count: 30), "1", String(repeating: "u", count: 20)]]
        let layout = TableLayout(columns, rows: rows, limit: limit)
        let line = layout.line(rows[0])
        if limit >= 11 { #expect(line.displayWidth <= limit) }
        #expect(line.contains("…") == (limit < 55))
        #expect(line.contains("u") == (limit >= 33))
    }

    @Test("names that must be typed are never cut: rows wrap", arguments: [30, 40, 60, 80])
    func names(_ limit: Int) {
        let columns = [
            TableColumn(title: "type", alignment: .left, fit: .fixed),
            TableColumn(title: "count", alignment: .right, fit: .fixed),
            TableColumn(title: "from", alignment: .left, fit: .fixed),
            TableColumn(title: "source", alignment: .left, fit: .cuttable),
            TableColumn(title: "uuid", alignment: .left, fit: .droppable),
        ]
        let names = HealthTypes.all.map(\.swiftName)
        let rows = names.map {
            [
                $0, "12", "2024-03-10 08:00:00", "The watch of a person with a long name",
                String(repeating: "u", count: 36),
            ]
        }
        let layout = TableLayout(columns, rows: rows, limit: limit)
        for row in rows {
            let lines = layout.line(row).components(separatedBy: "\n")
            let parts = lines.flatMap { $0.split(separator: " ") }
            #expect(parts.first.map(String.init) == row[0])
            #expect(parts.contains("12") && parts.contains("2024-03-10") && !parts.contains(Substring(row[4])))
            // A name that is longer than a line is not wrapped.
            #expect(lines.allSatisfy { $0.displayWidth <= limit || $0.trimmingCharacters(in: .whitespaces) == row[0] })
            #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("    ") })
        }
        #expect(layout.heading.contains("\n") == (limit < 80))
    }

    @Test("fields are quoted where necessary, and read back")
    func csv() throws {
        let records = [["a", "b,c", "d\"e\"", ""], ["x\r\ny", "\n", " z ", "ü"]]
        let text = records.map { CSVText.line($0, raw: true) }.joined()
        #expect(text.hasPrefix("a,\"b,c\",\"d\"\"e\"\"\",\n"))
        #expect(try Parsed.csv(text) == records)
    }

    @Test("JSON is read back by another parser, whatever the text contains")
    func json() throws {
        var all = ""
        for value in (0...0x2ff).map(UInt32.init) + [0x2028, 0xfffd, 0x1f600] {
            Unicode.Scalar(value).map { all.unicodeScalars.append($0) }
        }
        let value = JSONValue.object([
            ("text", .string(all)), ("number", .number(1.5e-7)), ("whole", .number(3)), ("none", .number(.nan)),
            ("list", .array([.bool(true), .null, .integer(-3)])),
        ])
        #expect(!value.text.contains("\n"))
        let object = try Parsed.object(value.text)
        #expect(object["text"] as? String == all)
        #expect(object["number"] as? Double == 1.5e-7)
        #expect(value.text.contains("\"whole\":3,\"none\":null"))
        #expect(
            JSONValue.metadata([.init(key: "a", value: "1"), .init(key: "b", value: "2"), .init(key: "a", value: "3")])
                .text
                == #"{"a":["1","3"],"b":"2"}"#)
        #expect(
            JSONValue.metadata([.init(key: "a", value: "1"), .init(key: "a", value: "1")]).text == #"{"a":"1"}"#)
        #expect(
            JSONValue.attributes([.init(key: "totalDistance", value: "5.0"), .init(key: "unit", value: "km")]).text
                == #"{"totalDistance":5,"unit":"km"}"#)
    }

    @Test("instants are in UTC, with their fraction")
    func instants() {
        let texts = [
            0: "1970-01-01T00:00:00Z", 1_710_057_600.5: "2024-03-10T08:00:00.5Z", -1: "1969-12-31T23:59:59Z",
            1_709_164_799.999_999_9: "2024-02-29T00:00:00Z", -62_135_596_800: "0001-01-01T00:00:00Z",
        ]
        for (seconds, text) in texts { #expect(InstantText.utc(Date(timeIntervalSince1970: seconds)) == text) }
        #expect(InstantText.utc(.distantFuture) == "4001-01-01T00:00:00Z")
        #expect(InstantText.utc(Date(timeIntervalSince1970: .infinity)).isEmpty)
    }

    @Test("local times follow their zone over a change of the clocks")
    func clock() throws {
        let clock = ZoneClock(try #require(TimeZone(identifier: "Europe/Berlin")))
        let change = Date(timeIntervalSince1970: 1_711_846_800)
        #expect(clock.text(change.addingTimeInterval(-1)) == "2024-03-31 01:59:59")
        #expect(clock.text(change) == "2024-03-31 03:00:00")
        #expect(clock.textWithOffset(change) == "2024-03-31 03:00:00 +02:00")
        #expect(clock.text(change, after: change.addingTimeInterval(-1)) == "03:00:00")
        #expect(clock.text(change, after: change).isEmpty)
        #expect(clock.text(change.addingTimeInterval(86_400), after: change) == "2024-04-01 03:00:00")
    }

    @Test("numbers")
    func numbers() {
        #expect([0, 1, -2.5, 1e16, 0.1].map(NumberText.exact) == ["0", "1", "-2.5", "1e+16", "0.1"])
        #expect(
            [72, 72.123456789, 1_234_567.25, 0.000012].map(NumberText.short) == [
                "72", "72.1235", "1234567.25", "1.2e-05",
            ])
        #expect([0, 999, 1000, -1_234_567].map(NumberText.grouped) == ["0", "999", "1,000", "-1,234,567"])
        #expect([0, 59.6, 3661, -61].map(NumberText.duration) == ["0:00:00", "0:01:00", "1:01:01", "-0:01:01"])
        #expect(
            [999, 1500, 2_500_000, 3_000_000_000].map(NumberText.bytes) == ["999 B", "1.5 KB", "2.5 MB", "3.00 GB"])
    }

    @Test("control characters of terminals are escaped")
    func printable() {
        #expect("a\u{1B}[31m\nb\u{202E}c".printable == "a\u{FFFD}[31m\u{FFFD}b\u{FFFD}c")
        #expect("体重計の名前".cut(to: 7) == "体重計…")
        #expect("short".cut(to: 5) == "short")
    }

    @Test("a progress bar fits every terminal", arguments: 1...200)
    func bar(_ width: Int) {
        for fraction in [nil, 0, 0.5, 1] as [Double?] {
            let state = ProgressMeter.State(fraction: fraction, bytes: 123_456_789, records: 98_765)
            let bar = ProgressMeter.bar("export-体重.zip", state, elapsed: 2, width: width)
            #expect(bar.displayWidth < max(2, width))
        }
    }

    @Test("the progress bar shows progress, speed and remaining time")
    func facts() {
        let state = ProgressMeter.State(fraction: 0.25, bytes: 50_000_000, records: 100_000)
        #expect(ProgressMeter.facts(state, elapsed: 10) == "25%, 5.0 MB/s, 10,000 records/s, 0:00:30 left")
    }
}
