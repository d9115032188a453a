// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import HTTPTypes
import OpenHealthAPI
import OpenHealthModel
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// A handler that closes connections that hold resources unnecessarily: those of clients that neither read nor write, and those
/// with input that is not HTTP.
///
/// It closes the connections of:
/// - a client that sends no complete head, or no further part of a body, in the time that a connection may be idle;
/// - a client that reads nothing or almost nothing of its response;
/// - a client that continues to send a body after it was answered, such as one that is too large. It may do so for a few seconds,
///   so that it can read the response, which a reset would discard;
/// - a client that sends no complete head within a few seconds of connecting, including the TLS handshake.
///
/// A client that has closed its side is considered disconnected after a few seconds, because TCP does not distinguish it from a
/// client that has only finished sending. The uses of the store by its requests then end.
///
/// Input that is not HTTP is also answered with a problem.
///
/// All times are those of the event loop, which tests advance. Hummingbird's idle timeout uses the system's clock.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The time for which a client may continue to send after it was answered.
    private static let lingering = TimeAmount.seconds(5)
    /// The number of bytes of a response that a client must read in the time that a connection may be idle.
    private static let leastRead = 16 << 10

    private let patience: TimeAmount
    private let headPatience: TimeAmount
    private let closedPatience: TimeAmount
    private let open: Meter
    private let registry: ConnectionRegistry
    private var connection: OpenConnection?
    private var firstHead: Scheduled<Void>?
    private var hangUp: Scheduled<Void>?
    private var isOpen = false
    /// The number of requests whose head has arrived and whose response has not been written.
    private var requests = 0
    /// The time of the last part of a request, or of the end of the last response.
    private var lastPart = NIODeadline.uptimeNanoseconds(0)
    private var idle: Scheduled<Void>?
    /// Whether a request is arriving.
    private var isReading = false
    /// Whether the connection ends with the request, because the response says so, or its head was written while the request was arriving.
    private var isLast = false
    /// Whether the last response has left the process.
    private var isResponded = false
    private var end: Scheduled<Void>?
    /// The number of bytes passed to the connection.
    private var given = 0
    private var check: Scheduled<Void>?
    /// The error in the input, until it has been answered.
    private var fault: HTTPParserError?

    /// - Parameters:
    ///   - seconds: The time for which a client may send or read nothing.
    ///   - headSeconds: The time limit for the first head.
    ///   - closedSeconds: The time for which a client that has closed its side can wait for its response.
    ///   - open: Counts open connections.
    ///   - registry: Decides whether the connection stays open.
    init(seconds: Int, headSeconds: Int, closedSeconds: Int, open: Meter, registry: ConnectionRegistry) {
        patience = .seconds(Int64(seconds))
        headPatience = .seconds(Int64(min(seconds, headSeconds)))
        closedPatience = .seconds(Int64(closedSeconds))
        self.open = open
        self.registry = registry
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isOpen = true
        open.increment()
        connection = registry.open(context.channel)
        registry.noteChange()
        let loop = context.eventLoop.assumeIsolated()
        do {
            try TargetHost.add(to: context.pipeline)
            try BodyFraming.add(to: context.pipeline)
            try FramingLimit.add(to: context.pipeline)
        } catch {
            connection = nil
        }
        guard connection != nil else {
            // The channel is still being set up: an error here would end the server.
            return loop.execute { context.close(promise: nil) }
        }
        firstHead = loop.scheduleTask(in: headPatience) { context.close(promise: nil) }
        expectPart(context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        for task in [end, check, firstHead, hangUp, idle] { task?.cancel() }
        connection?.hangUp()
        if let connection { registry.remove(connection) }
        if isOpen { open.decrement() }
        isOpen = false
        registry.noteChange()
    }

    // MARK: - Input

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        lastPart = context.eventLoop.now
        switch unwrapInboundIn(data) {
        case .head:
            requests += 1
            isReading = true
            firstHead?.cancel()
            connection?.beginRequest()
        case .body: break
        case .end:
            isReading = false
            context.fireChannelRead(data)
            return closeIfComplete(context)
        }
        context.fireChannelRead(data)
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection?.hangUp()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed, hangUp == nil {
            hangUp = context.eventLoop.assumeIsolated().scheduleTask(in: closedPatience) { [connection] in
                connection?.hangUp(isCertain: false)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The client has received its response, which announces the end of the connection.
        if isLast, isResponded { return context.close(promise: nil) }
        if let error = error as? HTTPParserError { fault = error }
        context.fireErrorCaught(error)
    }

    // MARK: - Output

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            if let fault, head.status == .badRequest, head.headerFields[.contentLength] == "0" {
                return refuse(fault, context, promise)
            }
            // Without the announcement, the client could send its next request while the connection is being closed.
            if isReading {
                isLast = true
                head.headerFields[.connection] = "close"
            } else if head.headerFields[.connection] == "close" {
                isLast = true
            }
            context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body(let part):
            given += part.readableBytes
            context.write(data, promise: promise)
        case .end:
            requests = max(0, requests - 1)
            if requests == 0 { expectPart(context) }
            if isLast { return endConnection(context, data, promise) }
            context.write(data, promise: promise)
            connection?.endRequest()
        }
    }

    /// Responds to input that is not a request, instead of Hummingbird's empty response.
    private func refuse(_ fault: HTTPParserError, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?)
    {
        self.fault = nil
        let problem =
            switch fault {
            case .headerOverflow:
                Problem(.headerTooLarge, "The header may have 32 KiB, and each field 16 KiB. Send less.")
            case .invalidChunkSize:
                Problem(
                    .invalidRequest,
                    "Expected chunks with a size in hexadecimal digits and extensions of up to 128 KiB.")
            case BodyFraming.fault:
                Problem(
                    .invalidRequest,
                    "Expected one field Content-Length of digits or, in HTTP/1.1, one field Transfer-Encoding with chunked, not both."
                )
            default: Problem(.invalidRequest, "Expected a request in HTTP/1.1.")
            }
        let body = ByteBuffer(bytes: problem.json.bytes)
        let head = HTTPResponse(
            status: .init(code: problem.kind.status),
            headerFields: [
                .contentType: Problem.contentType, .contentLength: String(body.readableBytes), .connection: "close",
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: promise)
    }

    /// Writes the end of the last response, and closes the connection when the request is complete or the client had the time to read.
    private func endConnection(_ context: ChannelHandlerContext, _ data: NIOAny, _ promise: EventLoopPromise<Void>?) {
        let written = promise ?? context.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [self] _ in
            isResponded = true
            closeIfComplete(context)
        }
        context.write(data, promise: written)
        connection?.endRequest()
        if isReading {
            end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.lingering) { context.close(promise: nil) }
        }
    }

    private func closeIfComplete(_ context: ChannelHandlerContext) {
        if isLast, isResponded, !isReading { context.close(promise: nil) }
    }

    // MARK: - Idle connections

    /// Begins to wait for a part of a request.
    private func expectPart(_ context: ChannelHandlerContext) {
        lastPart = context.eventLoop.now
        closeIfIdle(context, after: patience)
    }

    /// Schedules a check of whether the client has sent a part of a request.
    private func closeIfIdle(_ context: ChannelHandlerContext, after time: TimeAmount) {
        guard idle == nil else { return }
        idle = context.eventLoop.assumeIsolated().scheduleTask(in: time) { [self] in
            idle = nil
            // The client waits for the response, whose end begins the next wait.
            if !isReading, requests > 0 { return }
            let left = lastPart + patience - context.eventLoop.now
            if left <= .zero { return context.close(promise: nil) }
            closeIfIdle(context, after: left)
        }
    }

    // MARK: - Unread output

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            check?.cancel()
            check = nil
        } else if check == nil {
            expectReading(context, from: read(context))
        }
        context.fireChannelWritabilityChanged()
    }

    /// Schedules a check of whether the client has continued to read.
    private func expectReading(_ context: ChannelHandlerContext, from before: Int) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: patience) { [self] in
            let now = read(context)
            if now - before < Self.leastRead { return context.close(promise: nil) }
            expectReading(context, from: now)
        }
    }

    /// Returns the number of bytes that have left the process, excluding those added by TLS and chunks.
    private func read(_ context: ChannelHandlerContext) -> Int {
        given - ((try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0)
    }
}
