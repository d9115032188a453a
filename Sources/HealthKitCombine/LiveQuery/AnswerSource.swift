// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// Where the answers of a live query come from: made for one ``LiveQuestion``, begun once and ended once.
///
/// It reports to the question, from any thread, and references it weakly.
protocol AnswerSource<Output>: AnyObject, Sendable {
    associatedtype Output: Sendable

    /// Whether it has to be asked for each answer, after it has told that something changed. Otherwise it answers by itself.
    var isAsked: Bool { get }

    /// Where subscribers are called.
    var delivery: AnswerDelivery { get }

    /// Begins, on the first demand. One that is asked calls ``LiveQuestion/listens()`` once no
    /// change can be missed any more.
    func begin(for question: LiveQuestion<Output>)

    /// Answers one time. Not called again before the answer is there.
    func ask(for question: LiveQuestion<Output>)

    /// Stops, and releases everything. Called on any thread; later reports are ignored.
    func end()
}
