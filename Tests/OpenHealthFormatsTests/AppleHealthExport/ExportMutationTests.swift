// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

/// Tests of randomly damaged exports: reading ends, and results in batches or a ``FormatError``.
@Suite struct ExportMutationTests {
    private static let seeds: [[UInt8]] = [
        Array(
            ExportText.document(
                ExportText.steps("device=\"&lt;&lt;HKDevice: 0x28&gt;, name:Phone, hardware:iPhone14,2&gt;\"") + """
                    <Record type="HKQuantityTypeIdentifierHeartRateVariabilitySDNN" sourceName="Zoë’s ⌚" unit="ms" \
                    startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000" value="48.5">
                     <HeartRateVariabilityMetadataList>
                      <InstantaneousBeatsPerMinute bpm="61" time="3:10:00.85\u{202F}AM"/>
                     </HeartRateVariabilityMetadataList><MetadataEntry key="k" value="v&#10;"/>
                    </Record>
                    <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="S" value="HKCategoryValueSleepAnalysisInBed" \
                    startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000"/>
                    <New a="b">text<![CDATA[ < ]]><Inner/></New>
                    """, documentType: ExportText.brokenDocumentType12
            ).utf8),
        Array(
            ExportText.document(
                """
                <Correlation type="C" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
                endDate="2024-03-09 10:00:00 +0000">\(ExportText.steps())<MetadataEntry key="k" value="v"/></Correlation>
                <Workout workoutActivityType="W" duration="1" durationUnit="min" sourceName="S" \
                startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000">
                <WorkoutEvent type="E" date="2024-03-09 10:00:00 +0000"><MetadataEntry key="k" value="v"/></WorkoutEvent>
                <WorkoutActivity uuid="U" startDate="2024-03-09 10:00:00 +0000"><WorkoutEvent type="E" \
                date="2024-03-09 10:00:00 +0000"/></WorkoutActivity><WorkoutRoute sourceName="S" \
                startDate="2024-03-09 10:00:00 +0000" endDate="2024-03-09 10:00:00 +0000"><FileReference path="/a"/>\
                <Location date="2024-03-09 10:00:00 +0000" latitude="1" longitude="2"/></WorkoutRoute>
                <WorkoutZoneGroup type="T"><WorkoutZone minimum="1"/></WorkoutZoneGroup>\(ExportText.steps())</Workout>
                <Audiogram type="A" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
                endDate="2024-03-09 10:00:00 +0000"><SensitivityPoint frequencyValue="1"/></Audiogram>
                <VisionPrescription type="V" dateIssued="2024-03-09 10:00:00 +0000"><RightEye sphere="1"/><LeftEye/>\
                <Attachment identifier="I"/></VisionPrescription>
                <ActivitySummary dateComponents="2024-03-09"/><ClinicalRecord receivedDate="2024-03-09 10:00:00 +0000"/>
                """
            ).utf8),
    ]

    /// Bytes with a meaning to a parser of tags.
    private static let special = Array("<>/&\"'=!?-[]; \n\0\u{B}0".utf8)

    private static func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0...random.below(4) {
            let at = random.below(bytes.count)
            let run = min(bytes.count - at, 1 + random.below(random.below(3) == 0 ? 400 : 12))
            switch random.below(6) {
            case 0: bytes[at] ^= 1 << UInt8(random.below(8))
            case 1: bytes[at] = special[random.below(special.count)]
            case 2: bytes.insert(special[random.below(special.count)], at: at)
            case 3: bytes.removeSubrange(at..<at + run)
            case 4: bytes.insert(contentsOf: bytes[at..<at + run], at: at)
            default: bytes.insert(contentsOf: bytes[at..<at + run], at: random.below(bytes.count))
            }
            if bytes.isEmpty { return [UInt8(ascii: "<")] }
        }
        return bytes
    }

    @Test(arguments: 0..<8)
    func damagedExportsAreReadOrRefused(part: UInt64) throws {
        for index in 0..<300 {
            var random = SeededGenerator(seed: 1, stream: part, index: UInt64(index))
            let seed = Self.seeds[index % Self.seeds.count]
            let bytes = Self.mutate(seed, &random)
            for partial in [false, true] {
                let input: Comment = "part \(part), index \(index)"
                do {
                    let export = try ReadExport(bytes, partial: partial)
                    #expect(partial || export.tally.complete, input)
                    // No facts are invented: every fact takes more bytes in the input than this.
                    #expect(export.records.count + export.nested.count <= bytes.count / 40, input)
                    #expect(export.unknownElements.reduce(0) { $0 + $1.xml.utf8.count } <= 4 * bytes.count, input)
                } catch let error as FormatError {
                    #expect(
                        [.notAnExport, .truncated, .entityExpansion, .malformed].contains(error.code),
                        "part \(part), index \(index): \(error)")
                }
            }
        }
    }

    /// Inputs for which a naive reader would use unlimited memory or time.
    @Test func readingHostileInputsEnds() throws {
        let depth = 100_000
        let nested = "<HealthData>" + String(repeating: "<a>", count: depth) + String(repeating: "</b>", count: depth)
        #expect(ExportText.error { _ = try ReadExport(nested) }?.code == .malformed)
        let attributes = "<HealthData><Record " + String(repeating: "a=\"\" ", count: 200_000) + "/></HealthData>"
        #expect(try ReadExport(attributes).tally.recordsRejected == 1)
        let ends = "<HealthData>" + String(repeating: "</Record>", count: 50_000) + "</HealthData>"
        let export = try ReadExport(ends)
        #expect(export.tally.diagnosticCount == 50_000)
        #expect(export.diagnostics.count == ReaderTally.diagnosticLimit)
        let comment = "<HealthData><!--" + String(repeating: "x", count: 17 << 20) + "--></HealthData>"
        #expect(ExportText.error { _ = try ReadExport(comment) }?.code == .notAnExport)
        let unknown = "<HealthData><New>" + String(repeating: "<x>text</x>", count: 1_600_000) + "</New></HealthData>"
        let large = try ReadExport(unknown)
        #expect(large.unknownElements.isEmpty && large.tally.unknownElements == ["New": 1])
        #expect(large.diagnostics.map(\.severity) == [.rejected])
    }
}
