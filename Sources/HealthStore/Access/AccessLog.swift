// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// What apps have read and is not in the store yet: added up by app, type and hour, so that reading costs no writing.
final class AccessLog: Sendable {
    /// What happened under one key.
    struct Totals: Sendable {
        var requests: Int
        var note: AccessNote
    }

    private struct State {
        var totals: [AccessEntry.Key: Totals] = [:]
        var isScheduled = false
        var seconds = 1.0
    }

    /// Writes one buffer at a time.
    static let queue = DispatchQueue(label: "org.openhealthkit.access-log", qos: .utility)
    /// How many keys are kept where they cannot be written: a month of an app that reads every type.
    private static let most = 100_000
    private let state = Mutex(State())

    /// Adds notes.
    /// - Returns: after how many seconds somebody has to write what there is; nil where that is arranged for already.
    func add(_ notes: [AccessNote], app: String, action: AccessAction, at date: Date) -> Double? {
        let hour = AccessLogTable.hour(date)
        return state.withLock { state in
            for note in notes {
                let key = AccessEntry.Key(hour: hour, app: app, type: note.type, action: action)
                Self.add(Totals(requests: 1, note: note), to: key, &state.totals)
            }
            if state.isScheduled || state.totals.isEmpty { return nil }
            state.isScheduled = true
            return state.seconds
        }
    }

    private static func add(_ more: Totals, to key: AccessEntry.Key, _ totals: inout [AccessEntry.Key: Totals]) {
        guard totals[key] != nil else {
            if totals.count < most { totals[key] = more }
            return
        }
        totals[key]?.requests += more.requests
        totals[key]?.note.add(count: more.note.count, dates: more.note.dates)
    }

    /// Takes everything out.
    func take() -> [AccessEntry.Key: Totals] {
        state.withLock { state in
            defer { state.totals = [:] }
            state.isScheduled = false
            return state.totals
        }
    }

    /// Puts back what could not be written; it is written with what comes next.
    func putBack(_ totals: [AccessEntry.Key: Totals]) {
        state.withLock { state in
            for (key, more) in totals { Self.add(more, to: key, &state.totals) }
        }
    }

    /// What is not in the store yet.
    var pending: [AccessEntry.Key: Totals] { state.withLock { $0.totals } }

    /// How many seconds pass between a read and its note in the store.
    func setDelay(_ seconds: Double) { state.withLock { $0.seconds = seconds } }
}
