// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Files with more points, laps and readings than are kept in memory.
@Suite struct FilePartsTests {
    /// A file with a number of parts.
    struct File: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var format: any ActivityFormat.Type
        var parts: Int
        var bytes: [UInt8]

        static func fit(_ name: String, parts: Int, _ add: (inout FITWriter) -> Void) -> Self {
            var writer = FITWriter()
            writer.addFileID()
            add(&writer)
            return File(testDescription: name, format: FITFormat.self, parts: parts + 1, bytes: writer.file())
        }
    }

    static let files: [File] = [
        .fit("records of a byte", parts: 41) { writer in
            writer.add(20, local: 1, .time(FITWriter.start))
            writer.add(20, local: 2)
            for offset in 1..<40 { writer.addCompressed(local: 2, offset: UInt8(offset % 32)) }
        },
        .fit("laps, stops and lengths", parts: 30) { writer in
            for second in 0..<10 {
                let time = FITWriter.start + UInt64(second)
                writer.add(19, local: 1, .time(time), .u32(2, time))
                writer.add(21, local: 2, .time(time), .kind(0, 0), .kind(1, 4))
                writer.add(101, local: 3, .time(time), .u32(2, time))
            }
        },
        // The first interval of heartbeats gives two of them.
        .fit("heartbeats in a message", parts: 1 + 1 + 4) { writer in
            writer.add(20, local: 1, .time(FITWriter.start))
            writer.add(78, local: 2, .u16(0, 800, 810, 790))
        },
        .fit("heart rates of a strap in a message", parts: 1 + 3) { writer in
            writer.add(132, local: 1, .time(FITWriter.start), .u8(6, 100, 101, 102), .u32(9, 0, 1024, 2048))
        },
        .fit("readings of a day", parts: 20) { writer in
            for second in 0..<20 {
                writer.add(55, local: 1, .time(FITWriter.start + UInt64(second)), .u8(27, 60))
            }
        },
        File(
            testDescription: "GPX", format: GPXFormat.self, parts: 2 + 3,
            bytes: Array(
                ("<gpx><trk><trkseg><trkpt lat='1' lon='1'/><trkpt lat='1' lon='1'/></trkseg>"
                    + "<trkseg><trkpt lat='1' lon='1'/></trkseg></trk></gpx>").utf8)),
        File(
            testDescription: "TCX", format: TCXFormat.self, parts: 1 + 2 + 2 + 1,
            bytes: Array(
                ("<TrainingCenterDatabase><Activities><Activity Sport='Running'><Lap/><Lap><Track/><Track>"
                    + "<Trackpoint/></Track></Lap></Activity></Activities></TrainingCenterDatabase>").utf8)),
    ]

    @Test(arguments: files) func aFileHasAsManyPartsAsAreKept(_ file: File) throws {
        let builder = ActivityBuilder(isStrict: false, maximumParts: file.parts)
        for name in ["first", "second"] {
            // The parts of each file count alone.
            builder.file = name
            try file.bytes.withUnsafeBytes { try file.format.read($0, into: builder) }
        }
    }

    @Test(arguments: files) func aFileWithMorePartsIsRefused(_ file: File) {
        let builder = ActivityBuilder(isStrict: false, maximumParts: file.parts - 1)
        builder.file = "large"
        let error = #expect(throws: FormatError.self) {
            try file.bytes.withUnsafeBytes { try file.format.read($0, into: builder) }
        }
        #expect(error?.code == .tooLarge && error?.file == "large")
        #expect(builder.batch.items.isEmpty && builder.batch.rows.isEmpty)
    }
}
