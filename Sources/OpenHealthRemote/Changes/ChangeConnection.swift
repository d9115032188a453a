// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import OpenCombineShim
import OpenHealthAPI
import OpenHealthModel

/// A publisher of the events of one connection to a server's stream of changes, made at subscription; it never finishes, but fails.
///
/// Values are passed on as they arrive, regardless of the demand: subscribers must have unlimited demand.
struct ChangeConnection: Publisher {
    typealias Output = ServerEvent
    typealias Failure = any Error

    let connection: DaemonConnection
    /// The identifier of the event after which to begin; nil for the present.
    let lastEvent: @Sendable () -> String?
    /// Called when the connection has failed, or has ended, which is treated alike.
    let onFailure: @Sendable (DaemonFailure) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == ServerEvent, S.Failure == any Error {
        let subscription = ChangeConnectionSubscription(AnySubscriber(subscriber), onFailure)
        subscriber.receive(subscription: subscription)
        var request = DaemonRequest(ChangeRoutes.stream, query: [("content", "types")])
        request.accept = ChangeRoutes.events
        if let id = lastEvent() { request.headers.append(("Last-Event-ID", id)) }
        do {
            subscription.keep(try connection.send(request, subscription, connection.clients.streams))
        } catch {
            subscription.fail(error)
        }
    }
}

/// A subscription that reads the stream of a connection, on the threads of the network.
final class ChangeConnectionSubscription: Subscription, HTTPClientResponseDelegate, Sendable {
    typealias Response = Void

    private struct State {
        /// The subscriber; nil after the end.
        var subscriber: AnySubscriber<ServerEvent, any Error>?
        var task: HTTPClient.Task<Void>?
        var parser = ServerEventParser()
        /// The response in place of a stream: its status, its type and its body.
        var refusal: (status: UInt, type: String, body: Data)?
    }

    private let state: Guarded<State>
    private let onFailure: @Sendable (DaemonFailure) -> Void

    init(_ subscriber: AnySubscriber<ServerEvent, any Error>, _ onFailure: @escaping @Sendable (DaemonFailure) -> Void)
    {
        state = Guarded(State(subscriber: subscriber))
        self.onFailure = onFailure
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {
        let task = state.withLock { state in
            defer { (state.subscriber, state.task) = (nil, nil) }
            return state.task
        }
        task?.cancel()
    }

    /// Keeps the request, or cancels it if there is no subscriber any more.
    func keep(_ task: HTTPClient.Task<Void>) {
        let isOver = state.withLock { state in
            if state.subscriber != nil { state.task = task }
            return state.subscriber == nil
        }
        if isOver { task.cancel() }
    }

    func fail(_ error: any Error) {
        let (subscriber, task) = state.withLock { state in
            defer { (state.subscriber, state.task) = (nil, nil) }
            return (state.subscriber, state.task)
        }
        guard let subscriber else { return }
        let failure = DaemonFailure(error)
        onFailure(failure)
        subscriber.receive(completion: .failure(failure))
        task?.cancel()
    }

    // MARK: Delegate

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let type = head.headers.first(name: "content-type") ?? ""
        if head.status != .ok || !type.hasPrefix("text/event-stream") {
            state.withLock { $0.refusal = (head.status.code, type, Data()) }
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        do {
            let (events, subscriber) = try state.withLock {
                state -> ([ServerEvent], AnySubscriber<ServerEvent, any Error>?) in
                if state.refusal != nil {
                    if let size = state.refusal?.body.count, size + buffer.readableBytes <= 1 << 20 {
                        state.refusal?.body.append(contentsOf: buffer.readableBytesView)
                    }
                    return ([], nil)
                }
                return (try state.parser.take(buffer.readableBytesView), state.subscriber)
            }
            for event in events { _ = subscriber?.receive(event) }
        } catch {
            fail(error)
        }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) { fail(error) }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        guard let refusal = state.withLock({ $0.refusal }) else {
            return fail(DaemonFailure.unreachable("the stream of changes has ended"))
        }
        if refusal.type.hasPrefix(Problem.contentType),
            let problem = JSONValue(utf8: refusal.body).flatMap({ Problem($0) })
        {
            return fail(DaemonFailure.problem(problem))
        }
        fail(DaemonFailure.unreadable("a status of \(refusal.status) in place of a stream of changes."))
    }
}
