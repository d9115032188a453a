// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import HTTPTypes
import OpenHealthAPI
import OpenHealthModel
import Hummingbird
import Logging
import NIOCore

/// A responder that counts, times and logs each request. The log contains the route, but not the path or any value of the
/// request.
struct WatchedResponder<Inner: HTTPResponder>: HTTPResponder where Inner.Context == DaemonContext {
    private let inner: Inner
    private let services: DaemonServices

    init(_ inner: Inner, _ services: DaemonServices) {
        self.inner = inner
        self.services = services
    }

    /// The field with the identifier of the request, which its lines in the log have as `request`.
    static var field: HTTPField.Name? { HTTPField.Name("X-Request-ID") }

    func respond(to request: Request, context given: DaemonContext) async throws -> Response {
        // A counter would tell an app how many requests others send.
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        let identifier = String(repeating: "0", count: 16 - digits.count) + digits
        var context = given
        context.logger[metadataKey: "request"] = "\(identifier)"
        let operation = services.requestsInProgress.begin()
        defer { withExtendedLifetime(operation) {} }
        let begin = services.steadyClock.now
        let (connection, work) = (services.connections[context.channel], context.account.work)
        if let connection { connection.add(work) } else { work.end() }
        var response: Response
        do {
            defer { work.noteResponded() }
            response = try await inner.respond(to: request, context: context)
            services.responses.send(&response, to: context.account.app, work, on: context.channel.eventLoop)
        } catch {
            connection?.remove(work)
            throw error
        }
        watchWork(&response, work, connection, operation)
        let duration = begin.duration(to: services.steadyClock.now)
        let meter = services.metrics.meter(path: context.endpointPath, method: request.method)
        meter.note(status: response.status.code, duration: duration)
        var metadata: Logger.Metadata = [
            "method": "\(request.method == .head ? "HEAD" : meter.method)", "route": "\(meter.route)",
            "status": .stringConvertible(response.status.code),
            "milliseconds": .stringConvertible((duration / .microseconds(10)).rounded() / 100),
        ]
        if let app = context.account.app { metadata["app"] = "\(app)" }
        context.logger.info("request", metadata: metadata)
        if let field = Self.field { response.headers[field] = identifier }
        for field in context.account.rate?.fields ?? [] {
            if let name = HTTPField.Name(field.name) { response.headers[name] = field.value }
        }
        if services.lifecycle.isStopping { response.headers[.connection] = "close" }
        if response.headers[.contentType]?.hasPrefix("text/event-stream") == true { watchStream(&response) }
        return response
    }

    /// Ends the uses of the store by a streamed body when its connection closes.
    private func watchWork(
        _ response: inout Response, _ work: RequestWork, _ connection: OpenConnection?,
        _ operation: OperationCount.Operation
    ) {
        guard response.body.contentLength == nil else {
            connection?.remove(work)
            return
        }
        work.beginStreaming()
        let body = response.body
        response.body = ResponseBody { writer in
            defer {
                connection?.remove(work)
                withExtendedLifetime(operation) {}
            }
            try await body.write(writer)
        }
    }

    /// Counts a stream as open while its body is written.
    private func watchStream(_ response: inout Response) {
        let (body, streams) = (response.body, services.metrics.streams)
        response.body = ResponseBody { writer in
            streams.increment()
            defer { streams.decrement() }
            try await body.write(writer)
        }
    }
}
