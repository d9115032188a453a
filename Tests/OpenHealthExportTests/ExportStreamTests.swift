// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthExport
import OpenHealthFormats
import OpenHealthModel
import TestTimeLimits
import Testing

/// Tests of exports that are read while they are written.
@Suite(.timeLimit(.usual)) struct ExportStreamTests {
    private struct Broken: Error {}

    /// Writes on a thread until the stream refuses, and returns the number of bytes that it accepted.
    private static func write(_ stream: ExportStream, parts: Int, size: Int = 10_000) async -> Int {
        await withCheckedContinuation { done in
            Thread.detachNewThread {
                let part = [UInt8](repeating: 7, count: size)
                var accepted = 0
                do {
                    for _ in 0..<parts {
                        try part.withUnsafeBytes { try stream.write($0) }
                        accepted += size
                    }
                    try stream.finish()
                } catch {}
                done.resume(returning: accepted)
            }
        }
    }

    @Test(arguments: [0, 1, 13, 14, 1000]) func everyByteIsReadInParts(parts: Int) async throws {
        let stream = ExportStream()
        async let accepted = Self.write(stream, parts: parts)
        var count = 0
        while let part = try await stream.next() {
            #expect(part.count <= 1 << 20 && part.allSatisfy { $0 == 7 })
            count += part.count
        }
        #expect(await accepted == parts * 10_000 && count == parts * 10_000)
    }

    @Test func theWriterWaitsForTheReaderAndEndsWhenTheReaderCancels() async throws {
        let stream = ExportStream()
        async let accepted = Self.write(stream, parts: 1_000_000)
        #expect(try await stream.next()?.isEmpty == false)
        stream.cancel()
        #expect(await accepted < 10 << 20)
        await #expect(throws: CancellationError.self) { try await stream.next() }
    }

    @Test func aCancelledReaderEndsTheWriter() async throws {
        let stream = ExportStream()
        let reader = Task { while try await stream.next() != nil {} }
        async let accepted = Self.write(stream, parts: .max, size: 1)
        reader.cancel()
        _ = await accepted
        await #expect(throws: CancellationError.self) { try await reader.value }
    }

    @Test func anErrorOfTheWriterReachesTheReader() async throws {
        let stream = ExportStream()
        stream.fail(Broken())
        stream.cancel()
        await #expect(throws: Broken.self) { try await stream.next() }
        #expect(throws: FormatError.self) { try stream.finish() }
    }

    @Test func theArchiveOfAStreamIsThatOfAFile() async throws {
        let world = try ExportWorld()
        let database = try world.demo()
        for format in ExportFormats.all {
            var exporter = Exporter(format: format)
            exporter.date = Date(timeIntervalSince1970: 1_700_000_000)
            let file = world.file("\(format.name).zip")
            _ = try exporter.run(database, to: file)
            let stream = ExportStream()
            let run = exporter
            Thread.detachNewThread { run.run(database, to: stream) }
            var bytes = Data()
            while let part = try await stream.next() { bytes += part }
            #expect(try bytes == Data(contentsOf: file), "\(format.name)")
        }
    }
}
