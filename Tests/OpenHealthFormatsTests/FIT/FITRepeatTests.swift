// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthFormats

/// Moments that a FIT file contains several times.
@Suite struct FITRepeatTests {
    private static let start = FITWriter.start
    private static let date = FITWriter.epochStart

    private func read(_ files: FITWriter...) throws -> ReadImport {
        let folder = try TemporaryFolder()
        return try ReadImport(folder.write("activity", files.flatMap { $0.file() }))
    }

    private static func run(_ seconds: [UInt64], _ add: (UInt64, inout FITWriter) -> Void) -> FITWriter {
        var writer = FITWriter()
        writer.addFileID()
        for second in seconds { add(second, &writer) }
        writer.addSession(start: start, elapsed: 60, timer: 60, sport: 1, distance: 180, calories: 5)
        return writer
    }

    @Test func recordsThatAreWrittenTwiceCountOnce() throws {
        let read = try read(
            Self.run(Array(0..<60) + Array(30..<60)) { second, writer in
                writer.add(
                    20, local: 1, .time(Self.start + second), .u8(3, 120 + second % 5), .u16(7, 250),
                    .s32(0, 0x2000_0000), .s32(1, Int32(second) * 1000), .u16(6, 3000))
            })
        #expect(read.records(.heartRate).map { $0.start - Self.date } == (0..<60).map(Double.init))
        #expect(read.records(.runningPower).count == 60 && read.records(.runningSpeed).count == 60)
        #expect(read.workouts.first?.routes.first?.points.count == 60)
    }

    @Test func partsOfAMomentInTwoRecordsAreKept() throws {
        let read = try read(
            Self.run([0, 1]) { second, writer in
                writer.add(20, local: 1, .time(Self.start + second), .u8(3, 120))
                writer.add(20, local: 2, .time(Self.start + second), .u8(3, 120), .u16(7, 250))
                writer.add(20, local: 1, .time(Self.start + second), .u8(3, 121))
            })
        #expect(read.records(.runningPower).count == 2)
        #expect(read.records(.heartRate).map(\.value).sorted() == [120, 120, 121, 121])
    }

    @Test func heartbeatsAndBloodPressuresInTwoFilesAreOneItem() throws {
        let folder = try TemporaryFolder()
        for (name, rate) in [("a.fit", 120), ("b.fit", 121)] as [(String, UInt64)] {
            var writer = FITWriter()
            writer.addFileID()
            writer.add(20, local: 1, .time(Self.start), .u8(3, rate))
            writer.add(78, local: 2, .u16(0, 500, 510, 520))
            writer.add(51, local: 3, .time(Self.start), .u16(0, 120), .u16(1, 80))
            writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 1, distance: 180, calories: 5)
            _ = try folder.write(name, writer.file())
        }
        let items = try ReadImport(folder.url).items
        #expect(items.count { if case .heartbeatSeries = $0 { true } else { false } } == 1)
        #expect(items.count { if case .correlation = $0 { true } else { false } } == 1)
    }

    @Test func compressedDistancesOfRepeatedRecordsDoNotGrow() throws {
        var writer = FITWriter()
        writer.addFileID()
        for second in [0, 1, 2, 3, 1, 2, 3] as [UInt64] {
            // 3 m/s, and the sixteenths of 3 m a second.
            let (speed, distance) = (300 as UInt64, second * 48)
            writer.add(
                20, local: 1, .time(Self.start + second),
                .bytes(8, [speed & 0xFF, speed >> 8 | (distance & 0xF) << 4, distance >> 4]))
        }
        // A distance of 0 is that of the records.
        writer.addSession(start: Self.start, elapsed: 60, timer: 60, sport: 1, distance: 0, calories: 5)
        let read = try read(writer)
        #expect(read.records(.runningSpeed).count == 4)
        #expect(read.statistics(.distanceWalkingRunning)?.sum == 9)
    }

    @Test func heartRatesOfAStrapReplaceThoseOfTheRecords() throws {
        func add(_ second: UInt64, _ writer: inout FITWriter) {
            writer.add(20, local: 1, .time(Self.start + second), .u8(3, 120), .u16(7, 250))
        }
        func addStrap(_ writer: inout FITWriter) {
            // The strap sends one heart rate a second from the second 10 to 29.
            for second in 10..<30 as Range<UInt64> {
                writer.add(132, local: 2, .time(Self.start + second), .u8(6, 130), .u32(9, second * 1024))
            }
        }
        var writer = Self.run(Array(0..<60), add)
        addStrap(&writer)
        addStrap(&writer)
        let rates = try read(writer).records(.heartRate)
        #expect(rates.count { $0.value == 130 } == 20)
        #expect(
            rates.filter { $0.value == 120 }.map { $0.start - Self.date }
                == (Array(0..<8) + Array(32..<60)).map(Double.init))
        #expect(try read(writer).records(.runningPower).count == 60)
        // A file after the activity has them as well, without an identity of its own.
        var strap = FITWriter()
        addStrap(&strap)
        let continued = try read(Self.run(Array(0..<60), add), strap).records(.heartRate)
        #expect(continued.count == 60 && continued.allSatisfy { $0.value == 120 })
    }

    @Test func distancesWithoutSpeedsAndPlacesGiveSpeeds() throws {
        let read = try read(
            Self.run([0, 1, 2, 12, 13]) { second, writer in
                let metres = second < 12 ? second * 3 : 9 + (second - 12) * 4
                writer.add(20, local: 1, .time(Self.start + second), .u8(3, 120), .u32(5, metres * 100))
            })
        #expect(read.records(.runningSpeed).map { $0.start - Self.date } == [1, 2, 12, 13])
        #expect(read.records(.runningSpeed).map(\.value) == [3, 3, 0.3, 4])
    }
}
