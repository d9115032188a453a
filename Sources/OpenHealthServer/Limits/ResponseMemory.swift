// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// The memory for responses to apps that have not been sent yet, with limits for all apps together and for each app.
///
/// A request of an app reserves memory before it reads from the store, during the app's turn. It waits if the app has not read its
/// earlier responses, and then gets 503. When the response is complete, its size replaces the reservation until the connection has
/// accepted its last part. ``ConnectionGuard`` closes the connections of clients that read nothing.
final class ResponseMemory: Sendable {
    /// The number of bytes that are passed to a connection at a time. A connection accepts a part when most of the previous ones
    /// have left the process.
    static let part = 64 << 10
    /// The size that is assumed for a response that is written in pages.
    static let page = 256 << 10

    private let turns: Turns
    private let most: Int
    private let patience: Duration
    /// The number of bytes that are reserved before the size of a response is known.
    private let expected: Int

    init(_ limits: HealthDaemon.Limits, clock: AnyClock) {
        turns = Turns(
            most: limits.responseBytes, maximumForOne: limits.responseBytesPerApp, maximumWaiting: .max, clock: clock)
        most = limits.responseBytes
        patience = .seconds(limits.responseSeconds)
        expected = min(4 << 20, limits.responseBytesPerApp, limits.responseBytes)
    }

    /// The number of bytes that are reserved or wait to be sent.
    var used: Int { turns.used }

    /// The number of requests that wait because their apps have not read earlier responses.
    var waiting: Int { turns.waiting }

    /// An element after changes of ``used`` or ``waiting``. Several changes can have one element.
    var changes: AsyncStream<Void> { turns.changes }

    /// Reserves memory until a request has been answered, unless the request has done so before.
    /// - Throws: A ``Problem``, `unavailable`, if the app does not read its earlier responses in time.
    func expectResponse(to app: String, _ work: RequestWork) async throws {
        guard work.beginResponse() else { return }
        let held = try await expectPart(for: app)
        work.whenResponded { withExtendedLifetime(held) {} }
    }

    /// Reserves memory for a part of a response.
    /// - Returns: The reservation, which ends with the last reference to it.
    /// - Throws: A ``Problem``, `unavailable`, if the app does not read its earlier responses in time.
    func expectPart(for app: String) async throws -> HeldMemory {
        switch await turns.take(expected, for: app, patience: patience) {
        case .taken: return HeldMemory(turns, expected, app)
        case .full, .late:
            throw Problem(
                .unavailable, "The app has not read the responses to its other requests. Read them first.",
                retryAfter: 5)
        }
    }

    /// Checks that the responses in memory are within the limit for all apps. Requests that reserved memory together can exceed it, if their responses
    /// are larger than expected.
    /// - Throws: A ``Problem``, `unavailable`.
    func check() throws {
        if turns.used <= most { return }
        throw Problem(
            .unavailable, "The responses to other requests have not been read yet. Send the request again later.",
            retryAfter: 5)
    }

    /// Counts bytes that are in memory already, even if they exceed the limits; later requests then wait.
    /// - Returns: The reservation, which ends with the last reference to it; nil for the pages, which belong to the owner.
    func hold(_ bytes: Int, for app: String) -> HeldMemory? {
        if app == WebApp.identity.identifier { return nil }
        turns.add(bytes, to: app)
        return HeldMemory(turns, bytes, app)
    }

    /// Writes a response in parts, and counts it until it has been written.
    /// - Parameters:
    ///   - app: The app that sent the request; nil for the owner and unauthenticated clients, whose responses are not counted.
    ///   - loop: The event loop of the connection.
    func send(_ response: inout Response, to app: String?, _ work: RequestWork, on loop: (any EventLoop)? = nil) {
        let length = response.body.contentLength
        if let length, length <= Self.part { return }
        if response.headers[.contentType]?.hasPrefix("text/event-stream") == true { return }
        let body = response.body
        let held = app.flatMap { hold(work.responseBytes ?? length ?? Self.page, for: $0) }
        response.body = ResponseBody(contentLength: length) { writer in
            try await body.write(PartWriter(inner: writer, loop: loop))
            withExtendedLifetime(held) {}
        }
    }

    private struct PartWriter: ResponseBodyWriter {
        var inner: any ResponseBodyWriter
        let loop: (any EventLoop)?

        mutating func write(_ buffer: ByteBuffer) async throws {
            var rest = buffer
            while let part = rest.readSlice(length: min(rest.readableBytes, ResponseMemory.part)),
                part.readableBytes > 0
            {
                try await inner.write(part)
                // A write is only scheduled on the event loop. The next one waits for the connection if this one has filled it.
                try await loop?.submit {}.get()
            }
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
            try await inner.finish(trailingHeaders)
        }
    }
}

/// A number of bytes that are reserved as long as the object exists.
final class HeldMemory: Sendable {
    private let turns: Turns
    private let bytes: Int
    private let user: String

    init(_ turns: Turns, _ bytes: Int, _ user: String) {
        self.turns = turns
        self.bytes = bytes
        self.user = user
    }

    deinit {
        turns.give(bytes, of: user)
    }
}
