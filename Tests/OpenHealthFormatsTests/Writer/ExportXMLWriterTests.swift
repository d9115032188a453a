// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@Suite struct ExportXMLWriterTests {
    /// A sink whose bytes can be read while the writer uses it.
    private final class Collector: ByteSink {
        var bytes: [UInt8] = []

        func write(_ bytes: UnsafeRawBufferPointer) {
            self.bytes.append(contentsOf: bytes)
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }
    }

    private func write(offset: Int = 3600, _ body: (ExportXMLWriter) throws -> Void) throws -> String {
        let collector = Collector()
        let writer = ExportXMLWriter(sink: collector, offset: offset)
        try writer.beginDocument(
            locale: "en_GB", exportDate: 1_710_070_496,
            characteristics: [MetadataPair(key: "HKCharacteristicTypeIdentifierBloodType", value: "HKBloodTypeNotSet")])
        try body(writer)
        try writer.endDocument()
        #expect(writer.bytesWritten == collector.bytes.count)
        return collector.text
    }

    private func body(_ text: String) -> ArraySlice<Substring> {
        text.split(separator: "\n").drop { !$0.hasPrefix("<HealthData") }
    }

    @Test func writesTheFormOfPhones() throws {
        let head = ExportRecordHead(
            type: "HKQuantityTypeIdentifierHeartRate", sourceName: "A’s \u{A0}\"Watch\" & Co", sourceVersion: "10.1",
            device: "<<HKDevice: 0x280>, name:Apple Watch>", unit: "count/min")
        let text = try write { writer in
            try writer.record(
                head, created: 1_710_070_500, start: 1_710_070_496, end: 1_710_070_496, value: .number(61.5))
            try writer.record(
                head, created: nil, start: 0, end: 86_399, value: .text("A\tB\u{B}"),
                metadata: ExportMetadata([MetadataPair(key: "k<", value: "v\n")]))
            try writer.begin("Correlation")
            try writer.attribute("type", "HKCorrelationTypeIdentifierFood")
            try writer.attribute("startDate", date: -1)
            try writer.metadata(ExportMetadata([MetadataPair(key: "a", value: "b")]))
            try writer.record(
                head, created: nil, start: 0, end: 0, value: .none,
                metadata: ExportMetadata([MetadataPair(key: "a", value: "b")]))
            try writer.end()
            try writer.begin("ActivitySummary")
            try writer.attribute("activeEnergyBurned", number: 400.25)
            try writer.end()
        }
        let attributes =
            "type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"A’s \u{A0}&quot;Watch&quot; &amp; Co\" "
            + "sourceVersion=\"10.1\" device=\"&lt;&lt;HKDevice: 0x280&gt;, name:Apple Watch&gt;\" unit=\"count/min\""
        #expect(
            body(text).joined(separator: "\n") == """
                <HealthData locale="en_GB">
                 <ExportDate value="2024-03-10 12:34:56 +0100"/>
                 <Me HKCharacteristicTypeIdentifierBloodType="HKBloodTypeNotSet"/>
                 <Record \(attributes) creationDate="2024-03-10 12:35:00 +0100" startDate="2024-03-10 12:34:56 +0100" \
                endDate="2024-03-10 12:34:56 +0100" value="61.5"/>
                 <Record \(attributes) startDate="1970-01-01 01:00:00 +0100" endDate="1970-01-02 00:59:59 +0100" \
                value="A&#9;B">
                  <MetadataEntry key="k&lt;" value="v&#10;"/>
                 </Record>
                 <Correlation type="HKCorrelationTypeIdentifierFood" startDate="1970-01-01 00:59:59 +0100">
                  <MetadataEntry key="a" value="b"/>
                  <Record \(attributes) startDate="1970-01-01 01:00:00 +0100" endDate="1970-01-01 01:00:00 +0100">
                   <MetadataEntry key="a" value="b"/>
                  </Record>
                 </Correlation>
                 <ActivitySummary activeEnergyBurned="400.25"/>
                </HealthData>
                """)
    }

    @Test func theDocumentTypeNamesVersion14AndClosesEveryDeclaration() throws {
        let text = try write { _ in }
        #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE HealthData [\n"))
        #expect(text.contains("<!-- HealthKit Export Version: 14 -->"))
        let subset = text.split(separator: "<HealthData ")[0]
        #expect(subset.filter { $0 == "<" }.count == subset.filter { $0 == ">" }.count)
    }

    @Test(arguments: [-43_200, -12_600, 0, 3600, 20_700, 50_400])
    func datesRoundTripWithAnyOffset(offset: Int) throws {
        let head = ExportRecordHead(type: "T", sourceName: "S")
        let instants = (0..<500).map { Int64($0) * 12_345_678 - 2_000_000_000 }
        let text = try write(offset: offset) { writer in
            for instant in instants {
                try writer.record(head, created: nil, start: instant, end: instant + 3600, value: .none)
            }
        }
        for (line, instant) in zip(body(text).dropFirst(3), instants) {
            let date = Array(line.split(separator: "startDate=\"")[1].prefix(25).utf8)
            let parsed = date.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.flatMap { parseExportDate($0, buffer.count) }
            }
            #expect(parsed?.seconds == instant)
            #expect(parsed?.offset == Int32(offset))
        }
    }

    @Test func numbersHaveSixDigits() throws {
        var numbers: [Double] = [
            0, 1, -1, 60, 0.97, 0.1, 0.5, 123.456, 99.99999, 99.999999, 0.000123456, 0.0001, 0.00009, 1e-7, 999_999.4,
            999_999.6,
            123_456.7, 1_234_567, 12_345_678_901, 0.012, 2.5e-3, -265.868, 100.000001, 9.999996, 9.9999949, 1e300,
        ]
        for index in 1..<2000 { numbers.append(Double(index) * 0.731 / Double(index % 97 + 1)) }
        let head = ExportRecordHead(type: "T", sourceName: "S")
        let text = try write { writer in
            for number in numbers {
                try writer.record(head, created: nil, start: 0, end: 0, value: .number(number))
            }
        }
        for (line, number) in zip(body(text).dropFirst(3), numbers) {
            let written = String(line.split(separator: "value=\"")[1].dropLast(3))
            let whole = number == number.rounded() && abs(number) < 1e15
            #expect(written == (whole ? String(Int64(number)) : String(format: "%g", number)))
        }
    }

    @Test func longTextsAndManyRecordsSpillInOrder() throws {
        let long = String(repeating: "x", count: 200_000)
        let head = ExportRecordHead(type: "T", sourceName: "S")
        let text = try write { writer in
            for index in 0..<10_000 {
                try writer.record(head, created: nil, start: 0, end: 0, value: .number(Double(index)))
                if index % 5000 == 0 {
                    try writer.record(head, created: nil, start: 0, end: 0, value: .text(long))
                    try writer.record(
                        head, created: nil, start: 0, end: 0, value: .none,
                        metadata: ExportMetadata((0..<50).map { MetadataPair(key: "k\($0)", value: long) }))
                }
            }
        }
        var next = 0
        for line in body(text) where line.contains("value=\"") && line.hasPrefix(" <Record") && !line.contains("xxx") {
            #expect(line.hasSuffix("value=\"\(next)\"/>"))
            next += 1
        }
        #expect(next == 10_000)
        #expect(text.split(separator: long, omittingEmptySubsequences: false).count == 2 * 51 + 1)
    }
}
