// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// The options of an import.
    public struct IngestOptions: Sendable {
        /// The name of the input, for the list of imports.
        public var file: String
        /// The person's home time zone: the local day of samples that carry no zone of their own.
        public var timeZone: TimeZone?

        /// Creates options.
        public init(file: String, timeZone: TimeZone? = nil) {
            self.file = file
            self.timeZone = timeZone
        }
    }

    /// Stores what a reader reads: all of it in one transaction, or nothing.
    ///
    /// The source runs on a thread of its own while this thread writes; a short queue of batches lies between, so
    /// that memory does not grow with the input. Records that the store has already are recognised and not stored
    /// again; see decision record 2.
    ///
    /// - Parameters:
    ///   - source: where the batches come from. It is used by the other thread alone until this method returns.
    ///   - options: what goes with the import: the name of the input, the person's time zone.
    ///   - progress: called on this thread after each batch.
    /// - Returns: what was read, added, already there and refused.
    /// - Throws: the reader's error, or a ``StoreError``; the store is then as it was before.
    public func ingest(
        _ source: sending any SampleBatchSource, options: IngestOptions, progress: ((ReaderTally) -> Void)? = nil
    ) throws -> ImportReceipt {
        let started = Date()
        let queue = BoundedQueue<SampleBatch>(capacity: 3)
        let maker = BatchMaker(source: source, queue: queue)
        Thread.detachNewThread { maker.run() }
        defer {
            queue.cancel()
            queue.waitForEnd()
        }
        let receipt = try write { db in
            let session = try IngestSession(db)
            while let batch = try queue.take() {
                try session.take(batch)
                progress?(batch.tally)
            }
            return try session.finish(
                file: options.file, started: started, timeZone: options.timeZone?.identifier)
        }
        checkpoint()
        return receipt
    }
}

/// Runs a source of batches on its thread.
private final class BatchMaker: @unchecked Sendable {
    // Unchecked because the source belongs to the thread that calls `run`, once, and is not used until then.
    private var source: any SampleBatchSource
    private let queue: BoundedQueue<SampleBatch>

    init(source: any SampleBatchSource, queue: BoundedQueue<SampleBatch>) {
        self.source = source
        self.queue = queue
    }

    func run() {
        do {
            while let batch = try source.nextBatch() {
                guard queue.put(batch) else { break }
            }
            queue.finish(.success(()))
        } catch {
            queue.finish(.failure(error))
        }
    }
}
