// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

// Unchecked because what changes is reached under the lock of the condition alone.
/// The answer to a request, as it arrives: whoever reads it waits for each part, and no more comes until a part is taken.
final class AnswerStream: HTTPClientResponseDelegate, @unchecked Sendable {
    typealias Response = Void

    private struct State {
        var head: HTTPResponseHead?
        /// What has come and was not taken, and who is to be told that it was.
        var part: (bytes: ByteBuffer, taken: EventLoopPromise<Void>)?
        var isDone = false
        var isLeft = false
        var error: (any Error)?
    }

    private let condition = NSCondition()
    private var state = State()
    private let isWanted: (@Sendable () -> Bool)?
    /// How long nothing may come.
    private let silence: TimeInterval

    /// - Parameter isWanted: asked while somebody waits; once it says no, the waiting ends.
    init(silence: TimeInterval, isWanted: (@Sendable () -> Bool)?) {
        self.silence = silence
        self.isWanted = isWanted
    }

    // MARK: For whoever reads

    /// Waits for the status and the fields of the head.
    func head() throws -> HTTPResponseHead {
        try wait { state in state.head }
    }

    /// Waits for more of the body; nil where it has ended.
    func next() throws -> ByteBuffer? {
        let (part, taken) = try wait { state -> (ByteBuffer?, EventLoopPromise<Void>?)? in
            if let part = state.part {
                state.part = nil
                return (part.bytes, part.taken)
            }
            return state.isDone ? (nil, nil) : nil
        }
        taken?.succeed(())
        return part
    }

    /// Takes nothing more.
    func leave() {
        let taken = condition.withLock {
            state.isLeft = true
            defer { state.part = nil }
            return state.part?.taken
        }
        taken?.fail(DaemonFailure.unwanted)
    }

    /// Waits until there is something, or the request has failed.
    private func wait<Found>(for look: (inout State) -> Found?) throws -> Found {
        let end = Date() + silence
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let found = look(&state) { return found }
            if let error = state.error { throw error }
            if state.isDone { throw DaemonFailure.unreachable("the answer has no head") }
            if let isWanted, !isWanted() { throw DaemonFailure.unwanted }
            let now = Date()
            if now >= end { throw DaemonFailure.unreachable("nothing came for \(Int(silence)) seconds") }
            _ = condition.wait(until: isWanted == nil ? end : min(end, now + 0.02))
        }
    }

    private func change(_ body: (inout State) -> Void) {
        condition.withLock {
            body(&state)
            condition.broadcast()
        }
    }

    // MARK: For the client

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        change { $0.head = head }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let taken = task.eventLoop.makePromise(of: Void.self)
        var isLeft = false
        change { state in
            isLeft = state.isLeft
            if !isLeft { state.part = (buffer, taken) }
        }
        if isLeft { taken.fail(DaemonFailure.unwanted) }
        return taken.futureResult
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        var taken: EventLoopPromise<Void>?
        change { state in
            state.error = error
            taken = state.part?.taken
            state.part = nil
        }
        taken?.fail(error)
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        change { $0.isDone = true }
    }
}
