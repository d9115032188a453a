// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import Synchronization

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
