// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthExport
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension FuzzTarget {
    /// The date of pushes: readings from 1900 to the day after it are accepted.
    private static let now = Date(timeIntervalSince1970: 1_795_435_200)

    /// A reader of a push from bytes, with the date of the push and the receiver of its batches, if there is one.
    typealias PushReader = ([UInt8], Date, PushSink?) throws -> PushedBatch

    /// Reads a push, and stores it.
    static func feedPush(_ bytes: [UInt8], _ storing: FuzzStoring, _ read: PushReader) {
        guard let push = readPush(bytes, read) else { return }
        FuzzStore.feed(.init(bytes: bytes) { try take(push, $0) }, storing)
    }

    /// Reads a push as a whole and in batches, which must have the same content.
    /// - Returns: The whole push; nil if it is refused.
    private static func readPush(_ bytes: [UInt8], _ read: PushReader) -> PushedBatch? {
        let push = try? read(bytes, now, nil)
        var parts = PushParts()
        let sink = PushSink(size: 2) { parts.add($0) }
        let last = try? read(bytes, now, sink)
        guard let push, let last else { return push }
        parts.add(last)
        var whole = PushParts()
        whole.add(push)
        precondition(parts == whole, "batches have another content than the whole push")
        return push
    }

    /// Stores a push.
    /// - Returns: Whether the store has changed.
    private static func take(_ push: PushedBatch, _ database: HealthDatabase) throws -> Bool {
        let receipt = try database.ingest(push, app: "org.example.fuzzer", now: now)
        let (samples, aggregates) = (receipt.allSamples, receipt.allAggregates)
        let changes = [samples.added, samples.replaced, samples.updated, aggregates.added, aggregates.replaced]
        return receipt.deleted > 0 || changes.contains { $0 > 0 }
    }

    /// The numbers of the parts of a push.
    private struct PushParts: Equatable {
        var samples: [String: Int] = [:]
        var (figures, deletions, refused, remarks) = (0, 0, 0, 0)

        mutating func add(_ batch: PushedBatch) {
            for row in batch.samples.rows { samples[batch.samples.newTypes[Int(row.type)], default: 0] += 1 }
            samples["items", default: 0] += batch.samples.items.count
            samples["objects", default: 0] += batch.objects.count
            figures += batch.aggregates.count
            deletions += batch.deletions.count
            refused += batch.refusals.count
            remarks += batch.warnings.count
        }
    }

    static func feedHealthAutoExport(_ bytes: [UInt8], _ storing: FuzzStoring) {
        feedPush(bytes, storing) { bytes, now, sink in
            try bytes.withUnsafeBufferPointer {
                try HealthAutoExportReader.read($0, aggregation: nil, now: now, into: sink)
            }
        }
    }

    static func feedHealthKit(_ bytes: [UInt8], _ storing: FuzzStoring) {
        feedPush(bytes, storing) { bytes, now, sink in
            guard let json = bytes.withUnsafeBufferPointer({ JSONValue(utf8: $0) }) else { return PushedBatch() }
            let push = try HealthKitPushJSON(JSONReader(json))
            var batch = HealthKitPushBatch(
                now: now, pairs: StoredMetadata.pairs, values: StoredMetadata.read, sink: sink)
            for invalid in push.invalid { batch.refuse(invalid.reason, at: invalid.pointer) }
            for entry in push.samples {
                batch.add(entry.sample, at: entry.pointer)
                batch.endRecord()
            }
            for uuid in push.deleted { batch.addDeletion(uuid) }
            return batch.batch
        }
    }

    /// Reads documents of each collection, and stores all of them.
    static func feedNightscout(_ bytes: [UInt8], _ storing: FuzzStoring) {
        var pushes: [PushedBatch] = []
        for collection in NightscoutCollection.allCases {
            let push = readPush(bytes) { bytes, now, sink in
                guard let sink else { return try NightscoutReader.batch(bytes, in: collection, now: now) }
                return try bytes.withUnsafeBufferPointer { bytes in
                    var samples = NightscoutStream.Samples(now: now, into: sink)
                    try NightscoutStream(bytes, in: collection, now: now).readEach { _ = samples.read($0) }
                    return samples.end()
                }
            }
            // What is not a list of documents in one collection is none in the others.
            guard let push else { return }
            if collection.hasSamples { pushes.append(push) }
        }
        let found = pushes
        FuzzStore.feed(
            .init(bytes: bytes) { database in
                try found.map { try take($0, database) }.contains(true)
            }, storing)
    }

    /// Imports samples with extreme values that the bytes choose into an empty store, and exports it. The first byte is the format. The samples
    /// are also imported into a store with those of other inputs, which is checked.
    static func feedExport(ofStoreFrom bytes: [UInt8], _ storing: FuzzStoring) {
        guard let first = bytes.first else { return }
        let format = ExportFormats.all[Int(first) % ExportFormats.all.count]
        let content = Array(bytes.dropFirst())
        do {
            let database = try FuzzStore.empty()
            _ = try importExtremes(content, database)
            try export(database, format)
        } catch {
            preconditionFailure("the store failed: \(error)")
        }
        FuzzStore.feed(.init(bytes: bytes) { try importExtremes(content, $0) }, storing)
    }

    private static func importExtremes(_ bytes: [UInt8], _ database: HealthDatabase) throws -> Bool {
        _ = try database.ingest(ExtremeImport(bytes), options: .init(file: "fuzz"))
        return true
    }

    /// Exports a store, and encodes its samples as a server does.
    private static func export(_ database: HealthDatabase, _ format: any ExportFormat) throws {
        var exporter = Exporter(format: format)
        exporter.threads = 1
        do {
            _ = try exporter.write(database, to: NoOutput()) { _ in }
        } catch let error as ExportError where error.code == .nothing {
            // A format holds only some kinds of samples.
        }
        for sample in try database.samples(SampleRequest()) {
            let text = SampleJSON(sample).json.text
            precondition(JSONValue(text) != nil, "a sample is not encoded as JSON")
        }
    }
}

/// An output that drops all bytes.
private final class NoOutput: ExportOutput {
    private struct Sink: ByteSink {
        func write(_ bytes: UnsafeRawBufferPointer) {}
    }

    var bytesWritten: Int64 { 0 }
    var fileCount: Int { 0 }

    func file(_ path: String, _ body: (any ByteSink) throws -> Void) throws { try body(Sink()) }
    func finish() {}
}
