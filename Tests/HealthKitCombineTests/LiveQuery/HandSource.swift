// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim
import OpenHealthTestBasics

@testable import HealthKitCombine

/// A source that a test controls.
final class HandSource: AnswerSource, @unchecked Sendable {
    // Unchecked because mutable state is only accessed under the lock.
    struct Failure: Error {}

    let isAsked: Bool
    let delivery = AnswerDelivery.direct
    private let lock = NSLock()
    private var question_: LiveQuestion<Int>?
    private let log = EventLog<String>()

    init(isAsked: Bool = true) {
        self.isAsked = isAsked
    }

    /// The received calls, in order.
    var calls: [String] { log.events }
    /// The question that it answers; `nil` before the begin and after the end.
    var question: LiveQuestion<Int>? { lock.withLock { question_ } }

    func begin(for question: LiveQuestion<Int>) {
        note("begin") { question_ = question }
        if isAsked { question.listens() }
    }

    func ask(for question: LiveQuestion<Int>) { note("ask") }

    func end() { note("end") { question_ = nil } }

    private func note(_ call: String, _ change: () -> Void = {}) {
        lock.withLock(change)
        log.note(call)
    }

    /// Waits until the calls meet a condition.
    func wait(until isMet: @escaping @Sendable ([String]) -> Bool) async { await log.wait(until: isMet) }
}
