// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthFormats
import OpenHealthModel
import Testing

/// Tests of truncated archives.
@Suite struct ZipSalvageTests {
    private static func withDemo(_ body: (URL, [UInt8], DemoTruth) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("salvage-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = folder.appendingPathComponent("whole.zip")
        let truth = try DemoExport(records: 3000, seed: 5).write(to: whole, options: .init())
        try body(folder.appendingPathComponent("cut.zip"), Array(Data(contentsOf: whole)), truth)
    }

    private static func read(_ url: URL, partial: Bool) throws -> (rows: Int, tally: ReaderTally) {
        let reader = try AppleHealthExportReader(url: url, options: .init(partial: partial))
        var rows = 0
        var tally = ReaderTally()
        while let batch = try reader.nextBatch() {
            rows += batch.rows.count
            tally = batch.tally
        }
        return (rows, tally)
    }

    @Test func withoutPartialADamagedArchiveIsRefused() throws {
        try Self.withDemo { url, bytes, _ in
            try Data(bytes.dropLast(100)).write(to: url)
            let error = #expect(throws: FormatError.self) { try Self.read(url, partial: false) }
            #expect(error?.code == .truncated)
        }
    }

    /// The available data of an archive truncated at any position is read, and never more than the original.
    @Test func withPartialTheRemainingMembersAreRead() throws {
        try Self.withDemo { url, bytes, truth in
            var last = 0
            for part in 1...19 {
                try Data(bytes.prefix(bytes.count * part / 20)).write(to: url)
                do {
                    let (rows, tally) = try Self.read(url, partial: true)
                    #expect(!tally.complete)
                    #expect(rows >= last && rows <= truth.records)
                    last = rows
                } catch let error as FormatError {
                    // The document can only be unrecognizable if little of its beginning is available.
                    #expect(last == 0)
                    #expect([.notAnExport, .truncated].contains(error.code))
                }
            }
            #expect(last > truth.records / 2)
        }
    }

    @Test func anArchiveWithoutAnyMemberIsRefused() throws {
        try Self.withDemo { url, bytes, _ in
            try Data(bytes.prefix(20)).write(to: url)
            let error = #expect(throws: FormatError.self) { try Self.read(url, partial: true) }
            #expect(error?.code == .notAnExport)
        }
    }
}
