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

/// The handlers of the routes to which apps on phones push data.
enum IngestHandlers {
    static let bindings = [RouteBinding(IngestRoutes.healthAutoExport.route, healthAutoExport)]

    private static func healthAutoExport(_ scope: RequestScope) async throws -> Response {
        if scope.request.headers[.contentType]?.lowercased().hasPrefix("multipart/") ?? false {
            throw Problem(
                .unsupportedMediaType,
                "The body is CSV in a form. In Health Auto Export, set the automation's export format to JSON.")
        }
        let aggregation = try aggregation(scope)
        for (name, limit) in [
            (IngestRoutes.aggregationField, IngestRoutes.maximumAggregationLength),
            (IngestRoutes.sessionField, IngestRoutes.maximumSessionLength),
        ] {
            guard let field = HTTPField.Name(name), let text = scope.request.headers[field],
                text.unicodeScalars.count > limit
            else { continue }
            throw Problem(.invalidRequest, "\(name): Expected at most \(limit) characters.")
        }
        return try await scope.ingest { bytes, now in
            do {
                return try HealthAutoExportReader.read(bytes, aggregation: aggregation, now: now)
            } catch let error as HealthAutoExportReader.NotReadable {
                throw Problem(.invalidRequest, error.description)
            }
        }
    }

    /// Returns the aggregation that the address states, or else the header.
    private static func aggregation(_ scope: RequestScope) throws(Problem) -> HealthAutoExportReader.Aggregation? {
        if let name = scope.query("aggregation") {
            switch HealthAutoExportReader.Aggregation(name) {
            case nil, .interval(.unknown):
                throw Problem(
                    .invalidRequest, "aggregation: Expected none, minutes, hours, days, weeks, months or years.",
                    faults: [Problem.Fault("?aggregation", "This aggregation is unknown.")])
            case let known: return known
            }
        }
        guard let field = HTTPField.Name(IngestRoutes.aggregationField) else { return nil }
        return scope.request.headers[field].flatMap(HealthAutoExportReader.Aggregation.init)
    }
}

extension RequestScope {
    /// Stores the body of a push, and answers with its receipt: 200, or 207 if a part is refused.
    /// - Parameter read: Returns the content of the unpacked body.
    package func ingest(
        _ read: @escaping @Sendable (UnsafeBufferPointer<UInt8>, Date) throws -> PushedBatch
    ) async throws -> Response {
        let body = try await unpackedBody()
        let session = try session()
        let receipt = try await blocking {
            let push = try body.withUnsafeReadableBytes { bytes in
                try read(bytes.bindMemory(to: UInt8.self), services.configuration.clock())
            }
            let receipt = try session.ingest(push)
            services.metrics.samplesSaved.increment(by: receipt.allSamples.added)
            return receipt
        }
        return answer(
            PushReceiptJSON(receipt).json,
            status: receipt.refusals.count > 0 ? HTTPResponse.Status(code: 207, reasonPhrase: "Multi-Status") : .ok)
    }

    /// Returns the body, unpacked if it is packed with gzip.
    /// - Throws: A ``Problem`` if it is larger than the route accepts, before or after unpacking.
    package func unpackedBody() async throws -> ByteBuffer {
        let packed = try await body()
        guard request.headers[.contentEncoding]?.lowercased() == "gzip", let most = route.body?.most else {
            return packed
        }
        let size = packed.withUnsafeReadableBytes(Gzip.statedSize)
        guard let size else { throw Problem(.invalidRequest, "The body is not gzip. Send it again.") }
        guard size <= most else {
            throw Problem(.contentTooLarge, "The unpacked body may have \(most) bytes at most. Send it in parts.")
        }
        // The packed bytes are released after unpacking, so the largest body fits into the memory of one app in either form.
        try await services.bodies.taking(for: self)(size - packed.readableBytes)
        return try await blocking {
            let bytes = packed.withUnsafeReadableBytes { Gzip.unpacked($0, size: size) }
            guard let bytes else { throw Problem(.invalidRequest, "The gzip of the body is damaged. Send it again.") }
            return ByteBuffer(bytes: bytes)
        }
    }
}
