// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The import of an uploaded export.
final class ImportJob: Sendable {
    /// The progress of an import.
    enum Status: Sendable {
        case importing
        case done(receipt: JSONValue)
        /// - Parameter code: the kind of the error, for programs; the detail is for people who read English.
        case failed(code: String, detail: String)
    }

    let id = UUID()
    private let state = Mutex(State())

    private struct State {
        var status = Status.importing
        var records = 0
        var fraction: Double?
        var isCancelled = false
    }

    /// Whether the import has ended.
    var isOver: Bool {
        if case .importing = state.withLock({ $0.status }) { false } else { true }
    }

    /// Whether the import must end early.
    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() { state.withLock { $0.isCancelled = true } }

    func end(_ status: Status) { state.withLock { $0.status = status } }

    func add(records: Int) { state.withLock { $0.records += records } }

    func note(_ tally: ReaderTally) {
        guard tally.inputBytes > 0 else { return }
        let fraction = min(1, Double(tally.inputBytesRead) / Double(tally.inputBytes))
        state.withLock { $0.fraction = fraction }
    }

    /// The wire form of the import.
    var json: JSONValue {
        let state = state.withLock { $0 }
        var entries: [(key: String, value: JSONValue)] = [("id", .string(id.uuidString))]
        switch state.status {
        case .importing: entries.append(("status", .string("importing")))
        case .done: entries.append(("status", .string("done")))
        case .failed: entries.append(("status", .string("failed")))
        }
        entries.append(("records", .integer(state.records)))
        if let fraction = state.fraction { entries.append(("fraction", .double(fraction))) }
        switch state.status {
        case .importing: break
        case .done(let receipt): entries.append(("receipt", receipt))
        case .failed(let code, let detail):
            entries += [("code", .string(code)), ("detail", .string(detail))]
        }
        return .object(entries)
    }
}
