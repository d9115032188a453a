// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenCombineShim

@testable import HealthKitCombine

/// A source that answers when a test says so.
final class HandSource: AnswerSource, @unchecked Sendable {
    // Unchecked because what changes is behind the lock.
    struct Failure: Error {}

    let isAsked: Bool
    let delivery = AnswerDelivery.direct
    private let lock = NSLock()
    private var question_: LiveQuestion<Int>?
    private var calls_: [String] = []

    init(isAsked: Bool = true) {
        self.isAsked = isAsked
    }

    /// The received calls, in order.
    var calls: [String] { lock.withLock { calls_ } }
    /// Whom it answers, since it has begun and until it has ended.
    var question: LiveQuestion<Int>? { lock.withLock { question_ } }

    func begin(for question: LiveQuestion<Int>) {
        note("begin") { question_ = question }
        if isAsked { question.listens() }
    }

    func ask(for question: LiveQuestion<Int>) { note("ask") }

    func end() { note("end") { question_ = nil } }

    private func note(_ call: String, _ change: () -> Void = {}) {
        lock.withLock {
            calls_.append(call)
            change()
        }
    }
}
