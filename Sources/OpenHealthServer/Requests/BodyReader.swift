// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthModel
import Hummingbird
import NIOCore

/// A reader of bodies up to the maximum size of their route.
struct BodyReader: Sendable {
    let route: APIRoute
    let limits: HealthDaemon.Limits
    /// The clock of the time limit.
    let clock: AnyClock

    /// The number of values that JSON can contain at any size, and the number of bytes for each additional value. A value such as
    /// an empty list uses much more memory than its text.
    private static let (fewValues, bytesForValue) = (65_536, 10)
    /// The maximum size of a body that is read before permissions are looked up.
    private static let small = 64 << 10

    /// Checks the header's description of the body.
    private func check(_ request: Request) throws(Problem) {
        try checkType(request)
        if let length = Self.length(request), let most = route.body?.most, length > most { throw tooLarge(most) }
    }

    private static func length(_ request: Request) -> Int? {
        request.headers[.contentLength].flatMap { Int($0) }
    }

    /// Returns the whole body.
    /// - Parameters:
    ///   - beforeLarge: A closure that is called before a large body is read or, if its length is not known, before it becomes
    ///     large.
    ///   - take: A closure that reserves memory before a number of additional bytes are read.
    func collect(
        _ request: Request, beforeLarge: @escaping @Sendable () async throws -> Void,
        _ take: @escaping @Sendable (Int) async throws -> Void
    ) async throws -> ByteBuffer {
        try check(request)
        let most = route.body?.most ?? 0
        let first = min(Self.length(request) ?? Self.small, most)
        if first > Self.small { try await beforeLarge() }
        try await take(first)
        let body = request.body
        return try await Self.withTimeout(seconds: limits.bodySeconds, clock: clock) {
            var held = first
            var collected = ByteBufferAllocator().buffer(capacity: held)
            for try await part in body {
                let size = collected.readableBytes + part.readableBytes
                guard size <= most else { throw tooLarge(most) }
                if size > held {
                    if held <= Self.small { try await beforeLarge() }
                    let more = min(most, max(held * 2, size)) - held
                    try await take(more)
                    held += more
                }
                collected.writeImmutableBuffer(part)
            }
            return collected
        }
    }

    /// Returns the whole body of a push. A large one is written to a file as it arrives, so that memory does not depend on its size.
    /// - Parameters:
    ///   - store: The path of the store, beside which the file is.
    ///   - beforeLarge: As for ``collect(_:beforeLarge:_:)``.
    ///   - take: A closure that reserves space before a number of additional bytes are read.
    ///   - write: A closure that runs another one on a thread that may block.
    func collectPush(
        _ request: Request, beside store: String, beforeLarge: @escaping @Sendable () async throws -> Void,
        _ take: @escaping @Sendable (Int) async throws -> Void,
        write: @escaping @Sendable (@escaping @Sendable () throws -> Void) async throws -> Void
    ) async throws -> PushBody {
        try check(request)
        let most = route.body?.most ?? 0
        let first = min(Self.length(request) ?? Self.small, most)
        if first > Self.small { try await beforeLarge() }
        try await take(first)
        let body = request.body
        let seconds = first > Self.small ? limits.uploadSeconds : limits.bodySeconds
        return try await Self.withTimeout(seconds: seconds, clock: clock) { () async throws -> PushBody in
            var (held, size) = (first, 0)
            var collected = ByteBuffer()
            var file: SpoolFile?
            for try await part in body {
                size += part.readableBytes
                guard size <= most else { throw tooLarge(most) }
                if size > held {
                    if held <= Self.small { try await beforeLarge() }
                    let more = min(most, max(held * 2, size)) - held
                    try await take(more)
                    held += more
                }
                collected.writeImmutableBuffer(part)
                guard collected.readableBytes > PushBody.maximumInMemory else { continue }
                let (spool, piece) = (try file ?? SpoolFile(beside: store), collected)
                file = spool
                try await write { try piece.withUnsafeReadableBytes { try spool.append($0) } }
                collected = ByteBuffer()
            }
            guard let file else { return .memory(collected) }
            let rest = collected
            try await write { try rest.withUnsafeReadableBytes { try file.append($0) } }
            return .file(try file.mapped())
        }
    }

    /// Returns the body in parts, as they arrive: for a body that is too large to collect.
    /// - Parameter most: The maximum number of bytes if the length is known in advance; the reader must also count.
    func stream(_ request: Request, most: Int) throws(Problem) -> RequestBody {
        try checkType(request)
        if let length = Self.length(request), length > most { throw tooLarge(most) }
        return request.body
    }

    /// Returns a collected body as JSON.
    static func json(_ body: ByteBuffer, leniency: JSONLeniency = .none) throws(Problem) -> JSONReader {
        let most = maximumValues(of: body.readableBytes)
        var hasTooMany = false
        let value = body.withUnsafeReadableBytes {
            JSONValue(
                utf8: $0.bindMemory(to: UInt8.self), maximumValues: most, leniency: leniency,
                hasTooMany: &hasTooMany)
        }
        if hasTooMany {
            throw Problem(
                .contentTooLarge,
                "The body has more values than its size allows: \(fewValues), plus one per \(bytesForValue) bytes."
            )
        }
        guard let value else { throw isNotJSON }
        return JSONReader(value)
    }

    /// Returns the maximum number of values in a body.
    static func maximumValues(of bytes: Int) -> Int { fewValues + bytes / bytesForValue }

    /// The problem with a body that is not JSON.
    static var isNotJSON: Problem {
        Problem(
            .invalidRequest,
            "The body is not JSON in UTF-8, nested deeper than \(JSONValue.deepest) levels, or has a number outside the range of a double.",
            faults: [Problem.Fault("", "Expected JSON.")])
    }

    private func tooLarge(_ most: Int) -> Problem {
        Problem(.contentTooLarge, "The body may have \(most) bytes at most. Send it in parts.")
    }

    private func checkType(_ request: Request) throws(Problem) {
        let coding = request.headers[.contentEncoding]?.lowercased() ?? "identity"
        let acceptsGzip = route.body?.acceptsGzip ?? false
        guard coding == "identity" || (coding == "gzip" && acceptsGzip) else {
            throw Problem(
                .unsupportedMediaType,
                acceptsGzip
                    ? "Send the body with gzip, or without Content-Encoding."
                    : "Send the body unencoded, without Content-Encoding.")
        }
        guard let content = route.body?.content else { return }
        let given = request.headers[.contentType]?.split(separator: ";").first.map {
            $0.trimmingCharacters(in: .whitespaces).lowercased()
        }
        guard let given, content.contains(where: { $0.type == given }) else {
            let types = content.map(\.type).joined(separator: " or ")
            throw Problem(.unsupportedMediaType, "Send \(types), and state it in Content-Type.")
        }
    }

    /// Runs a closure with a time limit.
    static func withTimeout<T: Sendable>(
        seconds: Int, clock: AnyClock, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        let end = clock.now + .seconds(seconds)
        return try await withThrowingTaskGroup(of: T.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await clock.sleep(until: end)
                throw Problem(.requestTimeout, "The body did not arrive within \(seconds) seconds.")
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }
}
