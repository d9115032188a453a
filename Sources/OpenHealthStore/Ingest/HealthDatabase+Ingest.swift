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
        /// Whether other writes can take place during the import, as in a server. Plain records are then stored in parts of at most
        /// a fraction of a second, which readers do not see until the import ends; see decision record 11. Otherwise, writes wait for
        /// the end of the import.
        package var takesTurns = false

        /// Creates options.
        public init(file: String, timeZone: TimeZone? = nil) {
            self.file = file
            self.timeZone = timeZone
        }
    }

    /// Stores the batches of a source: all of them, or none after an error.
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
        let (stored, first) = try BatchFeed.reading(source) { feed in
            try ingestTurn.run {
                try waitForOtherImport()
                let ingestion = try options.takesTurns && !isInMemory ? storeParts(&feed, progress) : nil
                do {
                    let result = try write { db in
                        let ingestion = try ingestion ?? Ingestion(db)
                        try ingestion.endParts()
                        return (
                            try ingestion.take(&feed, options, started: started, progress), ingestion.writer.firstID
                        )
                    }
                    ingestion?.parts?.unfinished.deactivate()
                    return result
                } catch {
                    try undo(ingestion, after: error)
                }
            }
        }
        var receipt = stored
        // Efforts are determined at the end of the transaction.
        receipt.copies = try read { db in try WorkoutCopies.count(db, addedFrom: first) }
        checkpoint()
        return receipt
    }

    /// Stores several sources in one transaction: of each all batches, or none after its error.
    ///
    /// For small sources, such as files of single workouts, this takes a fraction of the time of a transaction for each, which waits for the disk.
    /// - Parameter body: A closure that stores the sources in the group. It does not use the store otherwise, and can catch the error of a source.
    /// - Returns: The result of the closure.
    /// - Throws: The error of the closure or a ``StoreError``. The store is then unchanged.
    package func ingestTogether<T>(_ body: (IngestGroup) throws -> T) throws -> T {
        let result = try ingestTurn.run {
            try waitForOtherImport()
            return try write { db in try body(IngestGroup(db: db)) }
        }
        checkpoint()
        return result
    }

    /// The duration of a transaction with a part of an import.
    static let partDuration = Duration.milliseconds(250)

    /// Stores the plain records at the beginning of a large input in parts. They are hidden until the last transaction.
    /// - Returns: The import, or nil if the input is so short that other writes can wait for all of it.
    private func storeParts(_ feed: inout BatchFeed, _ progress: ((ReaderTally) -> Void)?) throws -> Ingestion? {
        guard try feed.fill(), feed.isPlain else { return nil }
        var ingestion: Ingestion?
        do {
            repeat {
                ingestion = try write { db in
                    let current = try ingestion ?? Ingestion(db, inParts: true)
                    try current.beginPart()
                    let end = clock.now + Self.partDuration
                    repeat {
                        guard let batch = try feed.next() else { break }
                        try current.take(batch)
                        progress?(batch.tally)
                    } while feed.isPlain && clock.now < end
                    try current.endPart()
                    return current
                }
                // The reader works outside of the transactions.
                try feed.waitForNext()
            } while feed.isPlain && ingestion?.canPostpone ?? false
        } catch {
            try undo(ingestion, after: error)
        }
        return ingestion
    }

    /// Deletes the samples of an import after an error, and throws the error.
    private func undo(_ ingestion: Ingestion?, after error: any Error) throws -> Never {
        if let unfinished = ingestion?.parts?.unfinished {
            // Where this fails, as on a full disk, the samples stay hidden, and the next import or connection removes them.
            try? remove(unfinished)
        }
        throw error
    }
}

/// A store, or a transaction of several imports.
package protocol IngestTarget {
    /// Stores the batches of a source: all of them, or none after an error; see ``HealthDatabase/ingest(_:options:progress:)``.
    func ingest(
        _ source: sending any SampleBatchSource, options: HealthDatabase.IngestOptions,
        progress: ((ReaderTally) -> Void)?
    ) throws -> ImportReceipt
}

extension HealthDatabase: IngestTarget {}

/// The transaction of several imports; see ``HealthDatabase/ingestTogether(_:)``.
package struct IngestGroup: IngestTarget {
    fileprivate let db: Database

    package func ingest(
        _ source: sending any SampleBatchSource, options: HealthDatabase.IngestOptions,
        progress: ((ReaderTally) -> Void)?
    ) throws -> ImportReceipt {
        let started = Date()
        return try BatchFeed.reading(source) { feed in
            var result: ImportReceipt?
            try db.inSavepoint {
                let place = try EffortUpdate.place(db)
                let ingestion = try Ingestion(db)
                var receipt = try ingestion.take(&feed, options, started: started, progress)
                // The copies are those among the sources so far, as in transactions of their own.
                try EffortUpdate.run(db, after: place)
                receipt.copies = try WorkoutCopies.count(db, addedFrom: ingestion.writer.firstID)
                result = receipt
                return .commit
            }
            guard let result else { throw StoreError.inconsistent("a savepoint ended without a result") }
            return result
        }
    }
}

extension Ingestion {
    /// Stores the batches, and ends the import.
    fileprivate func take(
        _ feed: inout BatchFeed, _ options: HealthDatabase.IngestOptions, started: Date,
        _ progress: ((ReaderTally) -> Void)?
    ) throws -> ImportReceipt {
        while let batch = try feed.next() {
            try take(batch)
            progress?(batch.tally)
        }
        return try finish(file: options.file, started: started, timeZone: options.timeZone?.identifier)
    }
}

/// The batches of an import, of which some have been read ahead.
private struct BatchFeed {
    private let queue: BoundedQueue<SampleBatch>
    private var ahead: ArraySlice<SampleBatch> = []

    /// The number of batches from which an import is stored in parts.
    private static let length = 4

    private init(_ queue: BoundedQueue<SampleBatch>) {
        self.queue = queue
    }

    /// Calls a closure with the batches of a source, which runs on its own thread until the closure ends.
    static func reading<T>(
        _ source: sending any SampleBatchSource, _ body: (inout BatchFeed) throws -> T
    ) rethrows -> T {
        let queue = BoundedQueue<SampleBatch>(capacity: 3)
        let maker = BatchMaker(source: source, queue: queue)
        Thread.detachNewThread { maker.run() }
        defer {
            queue.cancel()
            queue.waitForEnd()
        }
        var feed = BatchFeed(queue)
        return try body(&feed)
    }

    /// Reads the first batches.
    /// - Returns: Whether there are as many plain batches as a large input has.
    mutating func fill() throws -> Bool {
        while ahead.count < Self.length, ahead.last?.isPlain ?? true, let batch = try queue.take() {
            ahead.append(batch)
        }
        return ahead.count == Self.length && ahead.allSatisfy(\.isPlain)
    }

    /// Whether the next batch has been read and is plain.
    var isPlain: Bool { ahead.first?.isPlain ?? false }

    /// Waits for the next batch.
    mutating func waitForNext() throws {
        if ahead.isEmpty, let batch = try queue.take() { ahead.append(batch) }
    }

    /// Removes and returns the next batch, waiting for one. Returns nil at the end.
    mutating func next() throws -> SampleBatch? {
        let batch = try ahead.popFirst() ?? queue.take()
        if ahead.isEmpty, let batch = try queue.takeIfReady() { ahead.append(batch) }
        return batch
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

    /// Removes and returns the next element, or nil if there is none yet.
    func takeIfReady() throws -> Element? {
        let isReady = condition.withLock { !elements.isEmpty }
        return isReady ? try take() : nil
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
