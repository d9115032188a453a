// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport
import Testing

/// Tests of the boundaries between batches, which must not affect the result.
@Suite struct ExportBatchTests {
    private func record(_ index: Int, metadata: String? = nil) -> String {
        let inner = metadata.map { "<MetadataEntry key=\"id\" value=\"\($0)\"/>" } ?? ""
        return """
            <Record type="T\(index % 5)" sourceName="S\(index % 3)" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000" value="v\(index)">\(inner)</Record>

            """
    }

    /// The number of distinct dictionaries exceeds the size of the cache: ``ReadExport`` checks every index against the
    /// batches.
    @Test func metadataOfManyBatches() throws {
        var body = ""
        var expected: [String?] = []
        for index in 0..<150_000 {
            // Some dictionaries are repeated soon, some after they have been removed from the cache, and some records have
            // none.
            let name: String? =
                index % 11 == 0 ? nil : index % 7 == 0 ? "\(index / 2)" : index % 13 == 0 ? "same" : "\(index)"
            expected.append(name)
            body += record(index, metadata: name)
        }
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(export.records.count == expected.count)
        #expect(zip(export.records, expected).allSatisfy { $0.metadata.first?.value == $1 })
        #expect(export.records.enumerated().allSatisfy { $1.text == "v\($0)" })
        #expect(export.batches > 8)
        #expect(export.types == (0..<5).map { "T\($0)" })
        // A dictionary is sent again only after it has been removed from the cache.
        #expect(export.metadata.count > 65_536 && export.metadata.count < expected.count)
        #expect(export.metadata.count { $0.first?.value == "same" } <= 4)
    }

    /// An element that begins at the end of a batch is complete, including the strings of its records.
    @Test(arguments: [16_380, 16_381, 16_382, 16_383, 16_384])
    func elementsAtTheEndOfABatchStayComplete(before: Int) throws {
        var body = ""
        for index in 0..<before { body += record(index) }
        let members = (0..<40).map { record(100_000 + $0, metadata: "m\($0)") }.joined()
        body += """
            <Correlation type="C" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000">\(members)</Correlation>
            <Workout workoutActivityType="W" sourceName="S" startDate="2024-03-09 10:00:00 +0000" \
            endDate="2024-03-09 10:00:00 +0000"><New><In/></New>\(members)<New/>\(members)</Workout>
            """
        body +=
            "<Record type=\"T0\" sourceName=\"S\" startDate=\"2024-03-09 10:00:00 +0000\" "
            + "endDate=\"2024-03-09 10:00:00 +0000\" value=\"last\"><New/><MetadataEntry key=\"id\" value=\"m0\"/></Record>"
        let export = try ReadExport(ExportText.document(body), strict: true)
        #expect(export.records.count == before + 1)
        #expect(export.records.last?.text == "last" && export.records.last?.metadata.first?.value == "m0")
        #expect(export.nested.count == 120)
        for (index, record) in export.nested.enumerated() {
            #expect(record.text == "v\(100_000 + index % 40)")
            #expect(record.metadata.first?.value == "m\(index % 40)")
        }
        #expect(export.unknownElements.count == 3)
    }

    /// Batches stay small for every kind of content: rows, items, beats and long strings.
    @Test func batchesStaySmall() throws {
        let long = String(repeating: "x", count: 200_000)
        let event = "<WorkoutEvent type=\"E\" date=\"2024-03-09 10:00:00 +0000\"/>"
        let workout =
            "<Workout workoutActivityType=\"W\" sourceName=\"S\" startDate=\"2024-03-09 10:00:00 +0000\" "
            + "endDate=\"2024-03-09 10:00:00 +0000\">\(String(repeating: event, count: 500))</Workout>\n"
        let body =
            String(repeating: workout, count: 100) + (0..<400).map { record($0, metadata: "\($0)\(long)") }.joined()
        let reader = try AppleHealthExportReader(data: Array(ExportText.document(body).utf8), name: "export.xml")
        var (workouts, rows) = (0, 0)
        while let batch = try reader.nextBatch() {
            let count = batch.items.count { if case .workout = $0 { true } else { false } }
            #expect(count <= 40)
            #expect(batch.rows.count <= 200)
            workouts += count
            rows += batch.rows.count
        }
        #expect(workouts == 100 && rows == 400)
    }

    @Test func theTallyGrowsWithTheBatches() throws {
        let body = (0..<50_000).map { record($0, metadata: "m") }.joined()
        let bytes = Array(ExportText.document(body).utf8)
        let reader = try AppleHealthExportReader(data: bytes, name: "export.xml")
        var last = ReaderTally()
        while let batch = try reader.nextBatch() {
            #expect(batch.tally.bytesRead >= last.bytesRead && batch.tally.metadataEntries >= last.metadataEntries)
            last = batch.tally
        }
        #expect(last.bytesRead == Int64(bytes.count) && last.inputBytes == Int64(bytes.count))
        #expect(last.inputBytesRead == Int64(bytes.count))
        #expect(last.metadataEntries == 50_000 && last.complete)
    }
}
