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
import Synchronization

extension FuzzTarget {
    /// The date of pushes: readings from 1900 to the day after it are accepted.
    private static let now = Date(timeIntervalSince1970: 1_795_435_200)

    /// Reads a push, stores it, and checks the store. Batches of it must have the same content.
    static func feedPush(_ bytes: [UInt8], _ read: ([UInt8], Date, PushSink?) throws -> PushedBatch) {
        let push = try? read(bytes, now, nil)
        if let push { FuzzStore.feed { try $0.take(push, now: now) } }
        var parts = PushParts()
        let sink = PushSink(size: 2) { parts.add($0) }
        let last = try? read(bytes, now, sink)
        guard let push, let last else { return }
        parts.add(last)
        var whole = PushParts()
        whole.add(push)
        precondition(parts == whole, "batches have another content than the whole push")
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

    static func feedHealthAutoExport(_ bytes: [UInt8]) {
        feedPush(bytes) { bytes, now, sink in
            try bytes.withUnsafeBufferPointer {
                try HealthAutoExportReader.read($0, aggregation: nil, now: now, into: sink)
            }
        }
    }

    static func feedHealthKit(_ bytes: [UInt8]) {
        feedPush(bytes) { bytes, now, sink in
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

    static func feedNightscout(_ bytes: [UInt8]) {
        for collection in NightscoutCollection.allCases {
            feedPush(bytes) { bytes, now, sink in
                guard let sink else { return try NightscoutReader.batch(bytes, in: collection, now: now) }
                return try bytes.withUnsafeBufferPointer { bytes in
                    var samples = NightscoutStream.Samples(now: now, into: sink)
                    try NightscoutStream(bytes, in: collection, now: now).readEach { _ = samples.read($0) }
                    return samples.end()
                }
            }
        }
    }

    /// Imports samples with extreme values that the bytes choose, checks the store, and exports it. The first byte is the format.
    static func feedExport(ofStoreFrom bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let format = ExportFormats.all[Int(first) % ExportFormats.all.count]
        FuzzStore.feed { store in
            try store.take(ExtremeImport(Array(bytes.dropFirst())))
            try store.export(format)
        }
    }
}

/// A store in memory for inputs that are stored. It is replaced by an empty one before it is large.
private final class FuzzStore: Sendable {
    private static let shared = Mutex<FuzzStore?>(nil)

    /// The number of inputs after which the store is replaced by an empty one.
    private static let maximumInputs = 100
    private let inputs = Mutex(0)
    private let database: HealthDatabase

    private init() throws { database = try .inMemory() }

    /// Calls a closure with the store; no error is expected.
    static func feed(_ body: (FuzzStore) throws -> Void) {
        shared.withLock { shared in
            do {
                let store = try shared ?? FuzzStore()
                let isUsedUp = store.inputs.withLock { count in
                    count += 1
                    return count >= maximumInputs
                }
                shared = isUsedUp ? nil : store
                try body(store)
            } catch {
                preconditionFailure("the store failed: \(error)")
            }
        }
    }

    func take(_ push: PushedBatch, now: Date) throws {
        let receipt = try database.ingest(push, app: "org.example.fuzzer", now: now)
        let (samples, aggregates) = (receipt.allSamples, receipt.allAggregates)
        let changes = [samples.added, samples.replaced, samples.updated, aggregates.added, aggregates.replaced]
        if receipt.deleted > 0 || changes.contains(where: { $0 > 0 }) { try check() }
    }

    func take(_ source: sending ExtremeImport) throws {
        _ = try database.ingest(source, options: .init(file: "fuzz"))
        try check()
    }

    private func check() throws {
        let findings = try database.check().findings
        precondition(findings.isEmpty, "what was stored breaks the store: \(findings)")
    }

    /// Exports the store, and encodes its samples as a server does.
    func export(_ format: any ExportFormat) throws {
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
