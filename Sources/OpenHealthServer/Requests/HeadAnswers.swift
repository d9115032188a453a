// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import OpenHealthAPI
import Hummingbird
import NIOCore

/// A middleware that only removes the body of answers to HEAD; an error is reported only by the status.
///
/// An answer that is written in parts has no length before it has been written. HTTP/1.1 requires a length if no body follows, so
/// such an answer is written to a counter of bytes.
struct HeadAnswers: RouterMiddleware {
    typealias Context = DaemonContext

    func handle(
        _ request: Request, context: DaemonContext, next: (Request, DaemonContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        guard request.method == .head else { return response }
        if response.body.contentLength == nil {
            let count = Counter()
            do {
                try await response.body.write(CountingWriter(count: count))
                response.headers[.contentLength] = String(count.value)
            } catch {
                response = ProblemAnswers.response(ProblemAnswers.problem(error), to: request)
            }
        }
        return response.createHeadResponse()
    }

    private struct CountingWriter: ResponseBodyWriter {
        let count: Counter

        mutating func write(_ buffer: ByteBuffer) { count.add(buffer.readableBytes) }

        consuming func finish(_ trailingHeaders: HTTPFields?) {}
    }
}

extension APIRoute {
    /// Whether the answer continues as long as the client is connected, so that its head cannot be requested alone.
    var isStream: Bool { answers.contains { $0.content.contains { $0.type == "text/event-stream" } } }
}
