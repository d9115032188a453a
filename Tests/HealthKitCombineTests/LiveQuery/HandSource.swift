// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthTestBasics

@testable import HealthKitCombine

/// A source that a test controls.
final class HandSource: LiveQuerySource, @unchecked Sendable {
    // Unchecked because mutable state is only accessed under the lock.
    struct Failure: Error {}

    let isAsked: Bool
    let delivery = DeliveryContext.direct
    private let lock = NSLock()
    private var run_: LiveQueryRun<Int>?
    private let log = EventLog<String>()

    init(isAsked: Bool = true) {
        self.isAsked = isAsked
    }

    /// The received calls, in order.
    var calls: [String] { log.events }
    /// The run for which it reads; `nil` before the begin and after the end.
    var run: LiveQueryRun<Int>? { lock.withLock { run_ } }

    func begin(for run: LiveQueryRun<Int>) {
        note("begin") { run_ = run }
        if isAsked { run.listens() }
    }

    func ask(for run: LiveQueryRun<Int>) { note("ask") }

    func end() { note("end") { run_ = nil } }

    private func note(_ call: String, _ change: () -> Void = {}) {
        lock.withLock(change)
        log.note(call)
    }

    /// Waits until the calls meet a condition.
    func wait(until isMet: @escaping @Sendable ([String]) -> Bool) async { await log.wait(until: isMet) }
}
