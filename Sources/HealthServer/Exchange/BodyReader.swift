// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import HealthAPI
import HealthModel
import Hummingbird
import NIOCore

/// Reads bodies, as large as a route takes them and no larger.
struct BodyReader: Sendable {
    let route: APIRoute
    let limits: HealthDaemon.Limits

    /// The whole body.
    func collect(_ request: Request) async throws -> ByteBuffer {
        let most = route.body?.most ?? 0
        try checkType(request)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLarge(most) }
        let body = request.body
        return try await Self.withTimeout(seconds: limits.bodySeconds) {
            var collected = ByteBuffer()
            for try await part in body {
                guard collected.readableBytes + part.readableBytes <= most else { throw tooLarge(most) }
                collected.writeImmutableBuffer(part)
            }
            return collected
        }
    }

    /// The body in parts, as they come: for a body that is too large to collect.
    /// - Parameter most: how many bytes there may be, where the length is said beforehand; whoever reads counts, too.
    func stream(_ request: Request, most: Int) throws(Problem) -> RequestBody {
        try checkType(request)
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > most { throw tooLarge(most) }
        return request.body
    }

    /// The body as JSON.
    func json(_ request: Request) async throws -> JSONReader {
        try Self.json(try await collect(request))
    }

    /// A body that has arrived as JSON.
    static func json(_ body: ByteBuffer) throws(Problem) -> JSONReader {
        let value = body.withUnsafeReadableBytes { JSONValue(utf8: $0.bindMemory(to: UInt8.self)) }
        guard let value else {
            throw Problem(
                .invalidRequest, "The body is no JSON in UTF-8, or nested deeper than \(JSONValue.deepest) levels.",
                faults: [Problem.Fault("", "This has to be JSON.")])
        }
        return JSONReader(value)
    }

    private func tooLarge(_ most: Int) -> Problem {
        Problem(.contentTooLarge, "The body may have \(most) bytes at the most. Send it in parts.")
    }

    private func checkType(_ request: Request) throws(Problem) {
        guard let content = route.body?.content else { return }
        let given = request.headers[.contentType]?.split(separator: ";").first.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard let given, content.contains(where: { $0.type == given }) else {
            let types = content.map(\.type).joined(separator: " or ")
            throw Problem(.unsupportedMediaType, "Send \(types), and say so in the field Content-Type.")
        }
    }

    /// Does something that has to be done within some time.
    static func withTimeout<T: Sendable>(
        seconds: Int, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        try await withThrowingTaskGroup(of: T.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: .seconds(seconds))
                throw Problem(.requestTimeout, "The body did not arrive within \(seconds) seconds.")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
