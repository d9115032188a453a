// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of truncated files, such as from an iPhone that ran out of space, or of an interrupted download.
@Suite struct ExportTruncationTests {
    /// A small export, divided between the elements of its top level.
    private static let pieces: [String] = [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + ExportText.brokenDocumentType12
            + "<HealthData locale=\"en_GB\">",
        "\n <ExportDate value=\"2024-03-10 09:00:00 +0100\"/>",
        "\n" + ExportText.steps("device=\"&lt;&lt;HKDevice: 0x28&gt;, name:Phone&gt;\""),
        """
        <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Zoë’s ⌚" unit="ms" \
        startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000" value="48.5">
          <HeartRateVariabilityMetadataList>
           <InstantaneousBeatsPerMinute bpm="61" time="12:21:00,30"/>
          </HeartRateVariabilityMetadataList>
          <MetadataEntry key='k' value='v'/>
         </Record>
        """,
        """
        <!-- a comment --><Correlation type="HKCorrelationTypeIdentifierFood" sourceName="S" \
        startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000">\(ExportText.steps())</Correlation>
        """,
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
        endDate="2024-03-09 10:00:00 +0000"><WorkoutEvent type="E" date="2024-03-09 10:00:00 +0000"/>\(ExportText.steps())</Workout>
        """,
        "<New a=\"b\">text<![CDATA[ < ]]><Inner/></New>",
        ExportText.steps(value: "7"),
        "\n</HealthData>",
    ]
    /// The indexes of the pieces that are records, and of those that are other items.
    private static let records = [2, 3, 7]
    private static let items = [0, 1, 4, 5, 6]

    @Test func aTruncatedFileIsRefused() throws {
        let whole = Array(Self.pieces.joined().utf8)
        let rootEnd = Self.pieces[0].utf8.count
        for end in 0..<whole.count {
            let error = ExportText.error { _ = try ReadExport(Array(whole[..<end])) }
            #expect(error?.code == (end < rootEnd ? .notAnExport : .truncated), "cut at \(end)")
            #expect(error?.file == "export.xml")
        }
        #expect(try ReadExport(whole).tally.complete)
    }

    @Test func precedingRecordsAreReadOnRequest() throws {
        let whole = Array(Self.pieces.joined().utf8)
        let full = try ReadExport(whole, strict: true)
        var ends: [Int] = []
        for piece in Self.pieces { ends.append((ends.last ?? 0) + piece.utf8.count) }
        for end in 0..<whole.count {
            let bytes = Array(whole[..<end])
            guard end >= ends[0] else {
                #expect(ExportText.error { _ = try ReadExport(bytes, partial: true) }?.code == .notAnExport)
                continue
            }
            let export = try ReadExport(bytes, partial: true)
            #expect(!export.tally.complete)
            #expect(
                export.records == Array(full.records.prefix(Self.records.count { ends[$0] <= end })), "cut at \(end)")
            #expect(export.items.count == Self.items.count { ends[$0] <= end }, "cut at \(end)")
            #expect(export.diagnostics.last?.severity == .warning)
        }
    }

    /// The document of a damaged archive can be complete, but without its checksum this is unknown.
    @Test func aDamagedArchiveIsRefusedOrReadUpToTheDamage() throws {
        let folder = try TemporaryFolder()
        var member = HandMadeZip.Member("export.xml", Array(Self.pieces.joined().utf8))
        member.crc = 1
        let url = try folder.write("export.zip", HandMadeZip([member]).bytes)
        #expect(ExportText.error { _ = try ReadExport(url) }?.code == .corruptArchive)
        let export = try ReadExport(url, partial: true)
        #expect(export.records.count == 3)
        #expect(!export.tally.complete)
    }

    @Test func nothingCanBeReadAfterAnError() throws {
        let text = Self.pieces.dropLast().joined()
        let reader = try AppleHealthExportReader(data: Array(text.utf8), name: "export.xml")
        #expect(throws: FormatError.self) { while try reader.nextBatch() != nil {} }
        #expect(try reader.nextBatch() == nil)
    }
}
