// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of output of iPhones that a general parser cannot process.
@Suite struct ExportSurvivalTests {
    private let two = ExportText.steps(value: "1") + "\n" + ExportText.steps(value: "2")

    private func values(_ export: ReadExport) -> [Double?] { export.records.map(\.value) }

    @Test func theBrokenDocumentTypeOfVersion12() throws {
        let export = try ReadExport(
            ExportText.document(two, documentType: ExportText.brokenDocumentType12), strict: true)
        #expect(values(export) == [1, 2])
        #expect(export.exportInfo?.version == 12)
        #expect(export.diagnostics.isEmpty && export.tally.complete && export.tally.illegalBytes == 0)
    }

    @Test func noDocumentTypeAndNoDeclaration() throws {
        #expect(values(try ReadExport(ExportText.document(two, documentType: ""), strict: true)) == [1, 2])
        let bare = try ReadExport("<HealthData>\(two)</HealthData>", strict: true)
        #expect(values(bare) == [1, 2])
        #expect(bare.exportInfo == ExportInfo())
    }

    @Test(arguments: [
        "<!DOCTYPE HealthData>", "<!DOCTYPE HealthData [\n]>", "<!DOCTYPE other SYSTEM 'http://example.org/x.dtd'>",
        "<!DOCTYPE HealthData [ <!-- HealthKit Export Version: 14 --> <!ELEMENT HealthData EMPTY> ]>",
        "<!DOCTYPE HealthData [ <!ELEMENT HealthData ((((( ]>", "<!DOCTYPE HealthData [ <!-- '\" > ]> -->",
    ])
    func aDocumentTypeThatDoesNotMatch(documentType: String) throws {
        let export = try ReadExport(ExportText.document(two, documentType: documentType), strict: true)
        #expect(values(export) == [1, 2])
        #expect(export.diagnostics.isEmpty)
    }

    @Test func controlBytesRawAndAsReferences() throws {
        let body = """
             <Record type="HKQuantityTypeIdentifierStepCount" sourceName="A\u{B}B&#11;C&#x0B;" unit="count" \
            startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000" value="4\u{B}2">
              <MetadataEntry key="k\u{1}" value="v&#0;&#xFFFE;&#55296;"/>
             </Record>
            \(two)
            """
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(values(export) == [42, 1, 2])
        #expect(export.records[0].provenance.sourceName == "ABC")
        #expect(export.records[0].metadata == [MetadataPair(key: "k", value: "v")])
        // One byte, `&#11;` and `&#x0B;` in the name; one in the value; one in the key; 4, 8 and 8 in the entry.
        #expect(export.tally.illegalBytes == 1 + 5 + 6 + 1 + 1 + 4 + 8 + 8)
        #expect(export.diagnostics.isEmpty)
    }

    /// A repeated source name is not parsed again, but its illegal bytes are counted each time.
    @Test func illegalBytesAreCountedInEveryRecord() throws {
        let record = """
             <Record type="Un\u{B}known" sourceName="A\u{2}" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000"><MetadataEntry key="k" value="\u{3}"/></Record>
            """
        let export = try ReadExport(ExportText.document(record + record + record), strict: true)
        #expect(export.records.count == 3 && export.types == ["Unknown"])
        #expect(export.tally.illegalBytes == 9)
    }

    @Test func lineBreaksAndTabsInValues() throws {
        let body = """
             <Record type="HKQuantityTypeIdentifierStepCount" sourceName="A\nB\r\nC\tD&#10;E" unit="count"
              startDate="2024-03-09\n10:00:00 +0000" endDate="2024-03-09 10:00:00\r\n+0000" value="\n42\t"/>
            """
        let record = try #require(try ReadExport(ExportText.document(body), strict: true).records.first)
        #expect(record.provenance.sourceName == "A B C D\nE")
        #expect(record.value == 42)
        #expect(record.start == ExportText.seconds(10) && record.end == ExportText.seconds(10))
    }

    @Test func referencesInAnyPosition() throws {
        let body = """
             <Record type="HKQuantityTypeIdentifier&#83;tepCount" sourceName="&#x1F600;&amp;amp;&unknown;&" unit="c&#111;unt" \
            startDate="2024&#45;03-09 10:00:00 +0000" endDate="2024-03-09&#x20;10:00:00 +0000" value="&#52;2"/>
             <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000" value="HKCategoryValueSleepAnalysis&#73;nBed"/>
             <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000" value="&#x35;"/>
            """
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(values(export) == [42, 0, 5])
        #expect(export.records[0].type == "HKQuantityTypeIdentifierStepCount")
        #expect(export.records[0].provenance.sourceName == "😀&amp;&unknown;&")
        #expect(export.records[0].provenance.unit == "count")
        #expect(export.tally.illegalBytes == 0)
    }

    @Test func attributesInAnyOrder() throws {
        let attributes = [
            "type=\"HKQuantityTypeIdentifierHeartRate\"", "sourceName='A \"B\"'", "sourceVersion=\"1\"",
            "device=\"D\"", "unit=\"count/min\"", "creationDate=\"2024-03-09 11:00:00 +0000\"",
            "startDate=\"2024-03-09 10:00:00 +0000\"", "endDate=\"2024-03-09 10:00:05 +0000\"", "value = '61'",
        ]
        var expected: ReadRecord?
        for shift in attributes.indices {
            let turned = Array(attributes[shift...] + attributes[..<shift])
            for order in [turned, turned.reversed()] {
                let record = "<Record " + order.joined(separator: shift.isMultiple(of: 2) ? " " : "\n\t") + "/>"
                let export = try ReadExport(ExportText.document(record), strict: true)
                let found = try #require(export.records.first)
                if let expected { #expect(found == expected) }
                expected = found
            }
        }
        #expect(expected?.provenance.sourceName == "A \"B\"")
        #expect(expected?.created == ExportText.seconds(11))
    }

    /// The facts do not depend on the encoding and the line breaks.
    @Test func encodingsAndLineEnds() throws {
        let text = ExportText.document(
            two + "<Record type=\"X\" sourceName=\"Zoë’s ⌚\u{202F}\" "
                + "startDate=\"2024-03-09 10:00:00 +0000\" endDate=\"2024-03-09 10:00:00 +0000\" value=\"héé\"/>")
        let expected = try ReadExport(text, strict: true)
        func utf16(_ text: String, bigEndian: Bool) -> [UInt8] {
            text.utf16.flatMap { unit in
                withUnsafeBytes(of: bigEndian ? unit.bigEndian : unit.littleEndian) { Array($0) }
            }
        }
        let forms: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF] + Array(text.utf8), Array(text.replacing("\n", with: "\r\n").utf8),
            utf16(text, bigEndian: false), utf16(text, bigEndian: true), utf16("\u{FEFF}" + text, bigEndian: false),
            utf16("\u{FEFF}" + text, bigEndian: true),
        ]
        for (index, form) in forms.enumerated() {
            let export = try ReadExport(form, strict: true)
            #expect(export.records == expected.records, "form \(index)")
            #expect(export.exportInfo == expected.exportInfo)
            #expect(export.tally.complete && export.tally.illegalBytes == 0)
        }
    }

    @Test func bytesThatAreNotUTF8() throws {
        var bytes = Array(ExportText.document(two).utf8)
        let name = try #require(bytes.firstRange(of: Array("Phone".utf8)))
        bytes.replaceSubrange(name, with: [0xE9, 0x41, 0xC3, 0xEF, 0xBF, 0xBD])
        let export = try ReadExport(bytes, strict: true)
        #expect(values(export) == [1, 2])
        // The last character was written as U+FFFD.
        #expect(export.records[0].provenance.sourceName == "\u{FFFD}A\u{FFFD}\u{FFFD}")
        #expect(export.tally.illegalBytes == 2)
    }

    @Test func textBetweenElementsIsSkipped() throws {
        let body = two + "stray & < text <![CDATA[<Record/>]]> <!-- <Record/> --> <?pi <Record/> ?>" + two
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(values(export) == [1, 2, 1, 2])
        #expect(export.diagnostics.map(\.severity) == [.warning])
        // `stray&<text` and the contents of the section.
        #expect(export.tally.illegalBytes == 11 + 9)
    }

    @Test func brokenTagsAreReportedAndTheOthersRead() throws {
        let broken = [
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=5 unit=\"count\"/>",
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"5\"\" tall\" unit=\"count\"/>",
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName unit=\"count\"/>",
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" / sourceName=\"a\"/>",
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"a\" <MetadataEntry key=\"a\" value=\"b\"/>",
            "<Record <Record broken=/> ></Record>",
        ]
        for tag in broken {
            let export = try ReadExport(ExportText.document(two + "\n" + tag + "\n" + two))
            #expect(values(export) == [1, 2, 1, 2], "\(tag)")
            #expect(export.tally.recordsRejected >= 1)
            #expect(export.tally.complete)
            #expect(export.diagnostics.contains { $0.severity == .rejected && $0.line == 12 })
            #expect(throws: FormatError.self) { try ReadExport(ExportText.document(two + tag), strict: true) }
        }
    }

    /// A tag without an end must not affect the following records.
    @Test func lostEndTagsAffectNoLaterRecord() throws {
        let head =
            "<Record type=\"X\" sourceName=\"S\" startDate=\"2024-03-09 10:00:00 +0000\" "
            + "endDate=\"2024-03-09 10:00:00 +0000\""
        let workout =
            "<Workout workoutActivityType=\"W\" sourceName=\"S\" startDate=\"2024-03-09 10:00:00 +0000\" "
            + "endDate=\"2024-03-09 10:00:00 +0000\">"
        let lost: [(String, [Double?])] = [
            (head + "><MetadataEntry key=\"a\" value=\"b\"/>", [nil, 1, 2]),
            (head + "><MetadataEntry key=\"a\" value=\"b\">", [nil, 1, 2]),
            (
                head + "><HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm=\"1\" time=\"1\">",
                [nil, 1, 2]
            ),
            (head + " device=\"a\"b>c\">", [1, 2]),
            (workout + "</Workout>" + head + "\n></Workout>", [nil, 1, 2]),
        ]
        for (tag, expected) in lost {
            let export = try ReadExport(ExportText.document(tag + "\n" + two))
            #expect(values(export) == expected, "\(tag)")
            #expect(export.tally.complete && export.unknownElements.isEmpty)
            #expect(!export.diagnostics.isEmpty)
        }
        // A workout without an end tag ends at the first element that it cannot contain; the records before belong to it.
        let export = try ReadExport(ExportText.document(workout + two + workout + "</Workout>" + two))
        #expect(export.workouts.map(\.records.count) == [2, 0])
        #expect(values(export) == [1, 2])
    }

    @Test func elementsMayOverlap() throws {
        let body =
            "<Record type=\"X\" sourceName=\"S\" startDate=\"2024-03-09 10:00:00 +0000\" "
            + "endDate=\"2024-03-09 10:00:00 +0000\"><HeartRateVariabilityMetadataList></Record></Nothing>" + two
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(values(export) == [nil, 1, 2])
        #expect(export.diagnostics.map(\.element) == ["Record", "Nothing"])
        #expect(export.tally.complete)
    }

    @Test func aSecondDocumentAfterTheFirstIsKeptAsUnknown() throws {
        let text = ExportText.document(two)
        let export = try ReadExport(text + text)
        #expect(values(export) == [1, 2])
        #expect(export.unknownElements.map(\.name) == ["HealthData"])
        #expect(export.tally.complete)
    }

    @Test func anEmptyExport() throws {
        for text in ["<HealthData/>", "<HealthData></HealthData>", "<HealthData locale='de_DE'>\n</HealthData>\0\0\0"] {
            let export = try ReadExport(text, strict: true)
            #expect(export.records.isEmpty && export.tally.complete)
            #expect(export.diagnostics.isEmpty)
        }
    }
}
