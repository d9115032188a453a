// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A source of the answers of a live query. It is created for one ``LiveQuestion``, begun once and ended once.
///
/// It reports to the question from any thread, and references it weakly.
protocol AnswerSource<Output>: AnyObject, Sendable {
    associatedtype Output: Sendable

    /// Whether each answer has to be requested after the source has reported a change. Otherwise the source answers by itself.
    var isAsked: Bool { get }

    /// The context in which subscribers are called.
    var delivery: AnswerDelivery { get }

    /// Begins on the first demand. A source whose answers are requested calls ``LiveQuestion/listens()`` when it reports all
    /// further changes.
    func begin(for question: LiveQuestion<Output>)

    /// Requests an answer. Not called again before the answer is available.
    func ask(for question: LiveQuestion<Output>)

    /// Ends the source and releases its resources. Called on any thread; later reports are ignored.
    func end()
}
