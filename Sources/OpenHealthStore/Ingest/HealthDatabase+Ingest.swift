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
        /// The person's home time zone, which determines the local day of samples without a time zone.
        public var timeZone: TimeZone?

        /// Creates options.
        public init(file: String, timeZone: TimeZone? = nil) {
            self.file = file
            self.timeZone = timeZone
        }
    }

    /// Stores the batches of a source in one transaction.
    ///
    /// The source runs on its own thread while this thread writes. A short queue between them keeps memory independent of the
    /// size of the input. Records that the store already contains are recognised and not stored again; see decision record 2.
    ///
    /// - Parameters:
    ///   - source: The source of the batches. Only the other thread uses it until this method returns.
    ///   - options: The name of the input and the person's time zone.
    ///   - progress: A closure that is called on this thread after each batch.
    /// - Returns: The counts of read, added, existing and rejected records.
    /// - Throws: The reader's error or a ``StoreError``. The store is then unchanged.
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
        let (stored, first) = try write { db in
            let session = try IngestSession(db)
            while let batch = try queue.take() {
                try session.take(batch)
                progress?(batch.tally)
            }
            return (
                try session.finish(file: options.file, started: started, timeZone: options.timeZone?.identifier),
                session.firstID
            )
        }
        var receipt = stored
        // Efforts are determined at the end of the transaction.
        receipt.copies = try read { db in try WorkoutCopies.count(db, addedFrom: first) }
        checkpoint()
        return receipt
    }
}

/// Runs a source of batches on its own thread.
private final class BatchMaker: @unchecked Sendable {
    // Unchecked because only the thread that calls `run`, once, uses the source.
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

/// A queue of bounded length between a producer thread and a consumer thread.
final class BoundedQueue<Element: Sendable>: @unchecked Sendable {
    // Unchecked because every access to the state is made under the condition's lock.
    private let condition = NSCondition()
    private var elements: [Element] = []
    private var end: Result<Void, any Error>?
    private var isCancelled = false
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds an element, waiting for space.
    /// - Returns: Whether the element was added; false if the consumer has ended.
    func put(_ element: Element) -> Bool {
        condition.withLock {
            while elements.count >= capacity, !isCancelled { condition.wait() }
            guard !isCancelled else { return false }
            elements.append(element)
            condition.broadcast()
            return true
        }
    }

    /// Ends the production with a result.
    func finish(_ result: Result<Void, any Error>) {
        condition.withLock {
            end = result
            condition.broadcast()
        }
    }

    /// Removes and returns the next element, waiting for one. Returns nil at the end.
    /// - Throws: The producer's error.
    func take() throws -> Element? {
        try condition.withLock {
            while elements.isEmpty, end == nil { condition.wait() }
            if elements.isEmpty {
                try end?.get()
                return nil
            }
            let element = elements.removeFirst()
            condition.broadcast()
            return element
        }
    }

    /// Ends the consumption.
    func cancel() {
        condition.withLock {
            isCancelled = true
            elements = []
            condition.broadcast()
        }
    }

    /// Waits until the producer has finished.
    func waitForEnd() {
        condition.withLock {
            while end == nil { condition.wait() }
        }
    }
}
