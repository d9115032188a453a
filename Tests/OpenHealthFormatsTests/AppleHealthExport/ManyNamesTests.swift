// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

/// Tests of exports with more names, members or references than real ones.
@Suite(.timeLimit(.usual)) struct ManyNamesTests {
    private func batches(_ body: String) throws -> [SampleBatch] {
        let reader = try AppleHealthExportReader(
            data: Array("<HealthData>\(body)</HealthData>".utf8), name: "export.xml")
        var batches: [SampleBatch] = []
        while let batch = try reader.nextBatch() { batches.append(batch) }
        return batches
    }

    @Test func `the number of counted names of unknown elements is limited`() throws {
        let batches = try batches((0..<3000).map { "<Made\($0)/>" }.joined())
        let tally = try #require(batches.last?.tally)
        #expect(tally.unknownElements.count == ReaderTally.maximumNames + 1)
        #expect(tally.unknownElements.values.reduce(0, +) == 3000)
        #expect(tally.unknownElements["(others)"] == 3000 - ReaderTally.maximumNames)
        // All elements are kept.
        #expect(batches.reduce(0) { $0 + $1.items.count } >= 3000)
    }

    @Test func `the number of counted types of refused records is limited`() throws {
        let tally = try #require(try batches((0..<3000).map { "<Record type=\"Made\($0)\"/>" }.joined()).last?.tally)
        #expect(tally.rejectedByType.count == ReaderTally.maximumNames + 1)
        #expect(tally.rejectedByType[""] == 3000 - ReaderTally.maximumNames)
        #expect(tally.recordsRejected == 3000)
    }

    /// The sizes of files that are read again are summed, and an archive can declare any size.
    @Test func `a document that declares the largest size is read again without a crash`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("sizes.zip")
        let writer = try ZipWriter(url: url, forcesWideFields: true)
        let paths = ["a.json", "a.json", "b.json", "b.json", "b.json"]
        let records = paths.map {
            "<ClinicalRecord type=\"Condition\" identifier=\"1\" receivedDate=\"2024-01-01 00:00:00 +0000\" "
                + "resourceFilePath=\"/clinical-records/\($0)\"/>"
        }
        try writer.addMember("export.xml", Array("<HealthData>\(records.joined())</HealthData>".utf8))
        try writer.addMember("clinical-records/a.json", Array("{}".utf8))
        try writer.addMember("clinical-records/b.json", Array("{\"b\":1}".utf8))
        try writer.finish()
        var bytes = Array(try Data(contentsOf: url))
        // The size of the last member in the directory is at the start of the field of 64-bit numbers after its name.
        let name = Array("clinical-records/b.json".utf8)
        let place = try #require(
            bytes.indices.last { bytes[$0...].prefix(name.count).elementsEqual(name) })
        let size = place + name.count + 4
        bytes.replaceSubrange(size..<(size + 8), with: [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f])
        let reader = try AppleHealthExportReader(url: folder.write("lie.zip", bytes))
        var tally = ReaderTally()
        while let batch = try reader.nextBatch() { tally = batch.tally }
        #expect(tally.diagnosticCount > 0)
    }

    @Test func `an archive of many members is read in one pass`() throws {
        let folder = try TemporaryFolder()
        let url = folder.file("many.zip")
        let writer = try ZipWriter(url: url)
        try writer.addMember("export.xml", Array("<HealthData></HealthData>".utf8))
        for number in 0..<30_000 { try writer.addMember("electrocardiograms/ecg_\(number).csv", [0x2c]) }
        try writer.finish()
        let reader = try AppleHealthExportReader(url: url)
        var tally = ReaderTally()
        while let batch = try reader.nextBatch() { tally = batch.tally }
        #expect(tally.diagnosticCount >= 30_000)
    }
}
