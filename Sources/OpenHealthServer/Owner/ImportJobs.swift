// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Logging
import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore
import ServiceLifecycle
import Synchronization

/// The imports in progress, and the receipts of completed ones. One runs at a time.
final class ImportJobs: Service {
    /// The number of imports that are kept.
    private static let most = 20

    private let database: HealthDatabase
    private let state = Mutex(State())
    /// The thread for imports, which can take minutes. The shared threads remain available to other requests.
    private let thread = WorkPool(threads: 1)

    private struct State {
        var jobs: [ImportJob] = []
        /// Whether an export is being uploaded or imported.
        var isBusy = false
        var isEnding = false
    }

    init(_ database: HealthDatabase) {
        self.database = database
        UploadFile.removeLeftovers(besideStore: database.url)
    }

    /// Runs until the server stops, and then aborts the current import, which leaves the store as it was before the import.
    func run() async throws {
        try? await gracefulShutdown()
        let jobs = state.withLock { state in
            state.isEnding = true
            return state.jobs
        }
        for job in jobs { job.cancel() }
    }

    /// Acquires the right to import.
    /// - Throws: A ``Problem`` if another import has it.
    func begin() throws(Problem) {
        let isFree = state.withLock { state in
            if state.isBusy || state.isEnding { return false }
            state.isBusy = true
            return true
        }
        guard isFree else {
            throw Problem(.conflict, "Another export is being imported. Wait until it is done.", retryAfter: 10)
        }
    }

    /// Releases the right to import.
    func end() {
        state.withLock { $0.isBusy = false }
    }

    /// Returns the import with an identifier, or nil if there is none.
    func job(_ id: UUID) -> ImportJob? {
        state.withLock { $0.jobs.first { $0.id == id } }
    }

    /// Imports a file and then releases the right to import. Returns without waiting.
    /// - Parameter make: A closure that first writes the file, if it was not uploaded.
    func start(
        _ file: UploadFile, isPartial: Bool, _ logger: Logger, making make: (@Sendable (URL) throws -> Void)? = nil
    ) -> ImportJob {
        let job = ImportJob()
        state.withLock { state in
            state.jobs.append(job)
            if state.jobs.count > Self.most { state.jobs.removeFirst() }
            if state.isEnding { job.cancel() }
        }
        let (database, thread) = (database, thread)
        Task {
            let status: ImportJob.Status
            do {
                let receipt = try await thread.run {
                    try make?(file.url)
                    return try Self.ingest(file, isPartial: isPartial, job, into: database)
                }
                status = .done(receipt: receipt)
                logger.info("imported")
            } catch {
                let detail = Self.detail(error)
                status = .failed(code: Self.code(error), detail: detail)
                logger.warning("not imported", metadata: ["reason": "\(detail)"])
            }
            // A client that knows the end of the import can begin another.
            file.remove()
            end()
            job.end(status)
        }
        return job
    }

    private static func ingest(
        _ file: UploadFile, isPartial: Bool, _ job: ImportJob, into database: HealthDatabase
    ) throws -> JSONValue {
        defer { withExtendedLifetime(file) {} }
        let reader = try HealthImport(
            url: file.url, options: AppleHealthExportReader.Options(partial: isPartial))
        var options = HealthDatabase.IngestOptions(file: file.url.lastPathComponent)
        options.takesTurns = true
        let receipt = try database.ingest(WatchedSource(reader: reader, job: job), options: options) { job.note($0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return JSONValue(String(decoding: try encoder.encode(receipt), as: UTF8.self)) ?? .null
    }

    /// Returns the kind of an error.
    private static func code(_ error: any Error) -> String {
        switch error {
        case let error as FormatError: error.code.rawValue
        case let error as StoreError where error.code == .diskFull: "diskFull"
        case let error as StoreError where error.code == .busy: "busy"
        case let problem as Problem where problem.kind == .insufficientStorage: "diskFull"
        case is CancellationError: "stopped"
        default: "other"
        }
    }

    /// Returns the description of an error, without the path of the temporary file.
    private static func detail(_ error: any Error) -> String {
        switch error {
        case let error as FormatError: "\(error.message); \(error.remedy)"
        case let error as StoreError: error.description
        case is CancellationError: "the server stopped; upload the export again, nothing is stored twice"
        default: "see the server's log for details"
        }
    }
}

/// A source that counts its records and stops when its import must end.
private struct WatchedSource: SampleBatchSource {
    let reader: HealthImport
    let job: ImportJob

    mutating func nextBatch() throws -> SampleBatch? {
        if job.isCancelled { throw CancellationError() }
        let batch = try reader.nextBatch()
        if let batch { job.add(records: batch.rows.count) }
        return batch
    }
}

/// The import of an uploaded export.
final class ImportJob: Sendable {
    /// The progress of an import.
    enum Status: Sendable {
        case importing
        case done(receipt: JSONValue)
        /// - Parameter code: The kind of the error, for programs; the detail is an English message.
        case failed(code: String, detail: String)
    }

    let id = UUID()
    private let progress = Mutex(Progress())

    private struct Progress {
        var status = Status.importing
        var records = 0
        var fraction: Double?
        var isCancelled = false
    }

    /// Whether the import has ended.
    var isOver: Bool {
        if case .importing = progress.withLock({ $0.status }) { false } else { true }
    }

    /// Whether the import must end early.
    var isCancelled: Bool { progress.withLock { $0.isCancelled } }

    func cancel() { progress.withLock { $0.isCancelled = true } }

    func end(_ status: Status) { progress.withLock { $0.status = status } }

    func add(records: Int) { progress.withLock { $0.records += records } }

    func note(_ tally: ReaderTally) {
        guard tally.inputBytes > 0 else { return }
        let fraction = min(1, Double(tally.inputBytesRead) / Double(tally.inputBytes))
        progress.withLock { $0.fraction = fraction }
    }

    /// The state of the import for clients.
    var state: ImportJSON {
        let progress = progress.withLock { $0 }
        var state = ImportJSON(inProgress: id, records: progress.records, fraction: progress.fraction)
        switch progress.status {
        case .importing: break
        case .done(let receipt): (state.status, state.receipt) = (.done, receipt)
        case .failed(let code, let detail): (state.status, state.code, state.detail) = (.failed, code, detail)
        }
        return state
    }
}
