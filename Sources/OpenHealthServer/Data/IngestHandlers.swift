// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The handlers of the routes to which apps on phones push data.
enum IngestHandlers {
    static let bindings = [RouteBinding(IngestRoutes.healthAutoExport.route, healthAutoExport)]

    private static func healthAutoExport(_ scope: RequestScope) async throws -> Response {
        if scope.request.headers[.contentType]?.lowercased().hasPrefix("multipart/") ?? false {
            throw Problem(
                .unsupportedMediaType,
                "The body is CSV in a form. In Health Auto Export, set the automation's export format to JSON.")
        }
        let (aggregation, isStated) = try aggregation(scope)
        for (name, limit) in [
            (IngestRoutes.aggregationField, IngestRoutes.maximumAggregationLength),
            (IngestRoutes.sessionField, IngestRoutes.maximumSessionLength),
        ] {
            guard let field = HTTPField.Name(name), let text = scope.request.headers[field],
                text.unicodeScalars.count > limit
            else { continue }
            throw Problem(.invalidRequest, "\(name): Expected at most \(limit) characters.")
        }
        return try await scope.ingest { bytes, now, sink in
            do {
                return try HealthAutoExportReader.read(
                    bytes, aggregation: aggregation, isStated: isStated, now: now, into: sink)
            } catch let error as HealthAutoExportReader.NotReadable {
                throw Problem(.invalidRequest, error.description)
            }
        }
    }

    /// Returns the aggregation that the header states, or else the one that the address expects.
    ///
    /// The address does not change when the person changes the setting of the app, which then sends another header.
    private static func aggregation(
        _ scope: RequestScope
    ) throws(Problem) -> (HealthAutoExportReader.Aggregation?, isStated: Bool) {
        let expected = try expectedAggregation(scope)
        let stated = HTTPField.Name(IngestRoutes.aggregationField).flatMap { scope.request.headers[$0] }
            .flatMap(HealthAutoExportReader.Aggregation.init)
        // "Default" and names of later versions do not state an interval.
        if let stated, stated != .interval(.unknown) { return (stated, true) }
        return (expected, false)
    }

    private static func expectedAggregation(
        _ scope: RequestScope
    ) throws(Problem) -> HealthAutoExportReader.Aggregation? {
        if let name = scope.query("aggregation") {
            switch HealthAutoExportReader.Aggregation(name) {
            case nil, .interval(.unknown):
                throw Problem(
                    .invalidRequest, "aggregation: Expected none, minutes, hours, days, weeks, months or years.",
                    faults: [Problem.Fault("?aggregation", "This aggregation is unknown.")])
            case let known: return known
            }
        }
        return nil
    }
}

extension RequestScope {
    /// Stores the body of a push, and responds with its receipt: 200, or 207 if a part is refused.
    /// - Parameter read: Returns the content of the unpacked body. Of a large one, it passes the first batches on and returns the last one.
    package func ingest(
        _ read: @escaping @Sendable (UnsafeBufferPointer<UInt8>, Date, PushSink?) throws -> PushedBatch
    ) async throws -> Response {
        let receipt = try await receipt { bytes, now, sink in PushEnd(last: try read(bytes, now, sink)) }
        return response(
            PushReceiptJSON(receipt).json,
            status: receipt.refusals.count > 0 ? HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status") : .ok)
    }

    /// Stores the body of a push, and returns its receipt.
    /// - Parameter read: As for ``ingest(_:)``.
    func receipt(
        _ read: @escaping @Sendable (UnsafeBufferPointer<UInt8>, Date, PushSink?) throws -> PushEnd
    ) async throws -> PushedReceipt {
        let body = try await pushBody()
        let access = try access()
        return try await blocking {
            let now = services.configuration.clock()
            let receipt = try body.withBytes { bytes -> PushedReceipt in
                guard let pages = body.pages else {
                    let end = try read(bytes, now, nil)
                    if let required = end.required { try access.checkMayPush(required.union(end.last.types)) }
                    return try access.ingest(end.last)
                }
                return try access.ingest(pages: pages) { try read(bytes, now, $0) }
            }
            services.metrics.samplesSaved.increment(by: receipt.allSamples.added)
            return receipt
        }
    }

    /// Returns the body of a push, unpacked if it is packed with gzip. A large one is in a file.
    /// - Throws: A ``Problem`` if it is larger than the route accepts, before or after unpacking.
    func pushBody() async throws -> PushBody {
        let (workers, path) = (services.workers, services.database.spillPath)
        let reader = BodyReader(
            route: route, limits: services.configuration.limits, clock: services.steadyClock)
        let packed = try await reader.collectPush(
            request, beside: path, beforeLarge: checkGrant, services.bodies.taking(for: self),
            write: { body in try await workers.run(body) })
        guard request.headers[.contentEncoding]?.lowercased() == "gzip" else { return packed }
        let size = try unpackedSize { packed.withBytes { Gzip.statedSize(UnsafeRawBufferPointer($0)) } }
        try await services.bodies.taking(for: self)(size - packed.count)
        return try await blocking {
            try packed.withBytes { bytes -> PushBody in
                let bytes = UnsafeRawBufferPointer(bytes)
                guard size > PushBody.maximumInMemory else {
                    guard let unpacked = Gzip.unpacked(bytes, size: size) else { throw Self.damagedGzip }
                    return .memory(ByteBuffer(bytes: unpacked))
                }
                let file = try SpoolFile(beside: path)
                let isComplete = try Gzip.unpack(bytes, size: size) { part, consumed in
                    try file.append(part)
                    packed.pages?.release(before: consumed)
                }
                guard isComplete else { throw Self.damagedGzip }
                return .file(try file.mapped())
            }
        }
    }

    private static var damagedGzip: Problem {
        Problem(.invalidRequest, "The gzip of the body is damaged. Send it again.")
    }

    /// Returns the size that a packed body states.
    private func unpackedSize(_ stated: () -> Int?) throws(Problem) -> Int {
        guard let size = stated() else { throw Problem(.invalidRequest, "The body is not gzip. Send it again.") }
        guard let most = route.body?.most, size <= most else {
            throw Problem(
                .contentTooLarge,
                "The unpacked body may have \(route.body?.most ?? 0) bytes at most. Send it in parts.")
        }
        return size
    }

    /// Returns the body, unpacked if it is packed with gzip.
    /// - Throws: A ``Problem`` if it is larger than the route accepts, before or after unpacking.
    package func unpackedBody() async throws -> ByteBuffer {
        let packed = try await body()
        guard request.headers[.contentEncoding]?.lowercased() == "gzip" else { return packed }
        let size = try unpackedSize { packed.withUnsafeReadableBytes(Gzip.statedSize) }
        // The packed bytes are released after unpacking, so the largest body fits into the memory of one app in either form.
        try await services.bodies.taking(for: self)(size - packed.readableBytes)
        return try await blocking {
            let bytes = packed.withUnsafeReadableBytes { Gzip.unpacked($0, size: size) }
            guard let bytes else { throw Self.damagedGzip }
            return ByteBuffer(bytes: bytes)
        }
    }
}
