// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import OpenHealthAPI
import OpenHealthFormats

/// A middleware that only removes the body of responses to HEAD; an error is reported only by the status.
///
/// A response that is written in parts has no length before it has been written. HTTP/1.1 requires a length if no body follows, so
/// such a response is written to a counter of bytes.
struct HeadResponses: RouterMiddleware {
    typealias Context = DaemonContext

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .head else { return response }
        if response.body.contentLength == nil {
            let count = AtomicNumber()
            do {
                try await response.body.write(CountingWriter(count: count))
                response.headers[.contentLength] = String(count.value)
            } catch {
                response = ProblemResponses.response(ProblemResponses.problem(error), to: request)
            }
        }
        return response.createHeadResponse()
    }

    private struct CountingWriter: ResponseBodyWriter {
        let count: AtomicNumber

        mutating func write(_ buffer: ByteBuffer) { count.add(buffer.readableBytes) }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }
}

extension APIRoute {
    /// Whether the response continues as long as the client is connected, so that its head cannot be requested alone.
    var isStream: Bool { responses.contains { $0.content.contains { $0.type == "text/event-stream" } } }
}

/// A middleware that adds the security headers of responses for browsers and caches: no caching, sniffing or framing.
///
/// A policy applies to documents and workers. Scripts and styles of pages have none, since a page loads dozens of them.
struct SecurityHeaders: RouterMiddleware {
    typealias Context = DaemonContext

    /// Whether browsers reach the server over TLS, in which case they must use only TLS for a year.
    let isHTTPS: Bool

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
        response.headers[.xContentTypeOptions] = "nosniff"
        if isHTTPS { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        if let type = response.headers[.contentType], Self.typesWithoutPolicy.contains(where: type.hasPrefix) {
            return response
        }
        if response.headers[.contentSecurityPolicy] == nil {
            response.headers[.contentSecurityPolicy] = "default-src 'none'; frame-ancestors 'none'"
        }
        if let name = HTTPField.Name("Referrer-Policy"), response.headers[name] == nil {
            response.headers[name] = "no-referrer"
        }
        return response
    }

    private static let typesWithoutPolicy = ["text/javascript", "text/css"]
}

/// A middleware that compresses JSON with gzip for clients that accept it (RFC 9110, 12.5.3).
///
/// Responses without a known length are streams and remain unchanged. Compression can reveal secrets to an attacker who chooses
/// part of a response and sees its length (BREACH): the secrets in JSON are those in the responses to registrations, sign-ins and
/// subscriptions, which contain nothing from other clients.
struct CompressedResponses: RouterMiddleware {
    typealias Context = DaemonContext

    /// The shortest response that is compressed, in bytes.
    static let minimumLength = 1024
    /// The longest response that zlib compresses, in bytes; ISA-L compresses longer ones much faster.
    static let quickLength = 1 << 15
    /// The maximum compression ratio. Clients reject more because it may be an attack: AsyncHTTPClient's shared client rejects
    /// more than 25.
    static let maximumRatio = 20

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard let length = response.body.contentLength, length >= Self.minimumLength, Self.isJSON(response),
            response.headers[.contentEncoding] == nil
        else { return response }
        response.headers[.vary] = "Accept-Encoding"
        guard request.headers.acceptsGzip else { return response }
        let content = Content(length: length)
        try await response.body.write(Collector(content: content))
        let bytes = content.bytes
        // A large response takes milliseconds, which would delay the other requests of the event loop.
        let packed = try await NIOThreadPool.singleton.runIfActive {
            let ways = length <= Self.quickLength ? [Gzip.packedSmall, Gzip.packed] : [Gzip.packed]
            return ways.lazy.map { ByteBuffer(bytes: $0(bytes)) }.first {
                $0.readableBytes * Self.maximumRatio >= length
            }
        }
        guard let packed else {
            response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
            return response
        }
        response.headers[.contentEncoding] = "gzip"
        response.headers[.contentLength] = nil
        response.body = ResponseBody(byteBuffer: packed)
        return response
    }

    private static func isJSON(_ response: Response) -> Bool {
        guard let type = response.headers[.contentType]?.prefix(while: { $0 != ";" }) else { return false }
        return type == "application/json" || type.hasPrefix("application/") && type.hasSuffix("+json")
    }

    // Unchecked because the body is written by one task, for which the reader waits.
    private final class Content: @unchecked Sendable {
        private(set) var bytes: [UInt8] = []

        init(length: Int) {
            bytes.reserveCapacity(length)
        }

        func append(_ buffer: ByteBuffer) { bytes.append(contentsOf: buffer.readableBytesView) }
    }

    private struct Collector: ResponseBodyWriter {
        let content: Content

        mutating func write(_ buffer: ByteBuffer) { content.append(buffer) }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }
}

extension HTTPFields {
    /// Whether `Accept-Encoding` allows gzip.
    package var acceptsGzip: Bool {
        guard let field = self[.acceptEncoding] else { return false }
        return field.lowercased().split(separator: ",").contains { entry in
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " } }
            return parts.first == "gzip" && !parts.dropFirst().contains { $0.wholeMatch(of: /q=0(\.0*)?/) != nil }
        }
    }
}
