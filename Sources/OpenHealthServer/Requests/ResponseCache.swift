// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import NIOCore
import Synchronization

/// A cache of small responses to repeated requests. A response is valid as long as nothing in the database has changed, which the
/// database itself reports. An app therefore reads its own writes, and revoked data is not returned by the next request.
final class ResponseCache: Sendable {
    /// An app and its request.
    struct Key: Hashable, Sendable {
        var app: String
        var request: String
        var body: ByteBuffer?
    }

    /// A response, and its entries for the access log, which are added each time it is sent.
    struct Entry: Sendable {
        var bytes: ByteBuffer
        var notes: [AccessNote]
        /// The field with the address of the next page.
        var link: String?
    }

    private struct State {
        /// The version of the database to which all responses belong.
        var version: Int64 = 0
        var responses: [Key: Entry] = [:]
        var bytes = 0
    }

    private let state = Mutex(State())
    /// The maximum size of a request with its response, and of all of them together, in bytes.
    static let (maximumForOne, most) = (64 << 10, 16 << 20)
    private static let overhead = 200

    /// Returns a cached response, if nothing has changed since.
    func response(_ key: Key, at version: Int64) -> Entry? {
        state.withLock { $0.version == version ? $0.responses[key] : nil }
    }

    /// Adds a response.
    /// - Parameter version: The version of the database from before the response was read.
    func keep(_ response: Entry, for key: Key, at version: Int64) {
        let size =
            response.bytes.readableBytes + (key.body?.readableBytes ?? 0) + key.request.utf8.count + key.app.utf8.count
            + Self.overhead
        guard size <= Self.maximumForOne else { return }
        state.withLock { state in
            if state.version != version || state.bytes + size > Self.most {
                state = State(version: version)
            }
            if state.responses.updateValue(response, forKey: key) == nil { state.bytes += size }
        }
    }

    /// The number of cached bytes.
    var size: Int { state.withLock(\.bytes) }
}

extension RequestScope {
    /// Responds with JSON that depends only on the request, the app and the database, from the cache if possible.
    /// - Parameters:
    ///   - body: The body of the request, if any.
    ///   - moment: A number that changes with the time, for responses that depend on it.
    ///   - make: A closure that returns the response, on a thread that may block.
    func cached(
        body: ByteBuffer? = nil, moment: Int? = nil, _ make: @escaping @Sendable () throws -> JSONValue
    ) async throws -> Response {
        let key = ResponseCache.Key(
            app: try app().identifier,
            request: route.id + " " + request.uri.string + (moment.map { " \($0)" } ?? ""), body: body)
        let version = try services.watch.version()
        if let response = services.watch.responses.response(key, at: version) {
            try access().note(response.notes)
            return Self.json(response)
        }
        let response = try await blocking {
            let recorder = AccessRecorder()
            let json = try AccessRecorder.$current.withValue(recorder, operation: make)
            return ResponseCache.Entry(
                bytes: ByteBuffer(bytes: json.bytes), notes: recorder.notes, link: nextPage(after: json))
        }
        services.watch.responses.keep(response, for: key, at: version)
        return Self.json(response)
    }

    private static func json(_ response: ResponseCache.Entry) -> Response {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let link = response.link, let name = RequestScope.linkField { headers[name] = link }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: response.bytes))
    }
}
