// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OpenHealthAPI
import OpenHealthExport
import OpenHealthModel
import OpenHealthStore
import Synchronization

/// The exports that are being downloaded. Each has a thread and a connection to the store, so they are few.
package final class ExportDownloads: Sendable {
    /// The maximum number of exports at the same time.
    static let most = 2

    private let count = Mutex(0)
    private let operations = OperationCount()
    private let threads = WorkPool(threads: most)

    /// The number of exports that are being written.
    var current: Int { count.withLock { $0 } }

    /// Waits until no export is being written.
    func settled() async { await operations.settled() }

    /// Begins an export.
    /// - Throws: A ``Problem``, `unavailable`, if there are too many.
    fileprivate func begin(
        _ exporter: Exporter, of database: HealthDatabase, _ logger: Logger
    ) throws(Problem) -> ExportDownload {
        let isFree = count.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard isFree else {
            throw Problem(
                .unavailable, "Other exports are being downloaded. Wait until one of them is complete.", retryAfter: 10)
        }
        let download = ExportDownload()
        let (stream, work, operation) = (download.stream, download.work, operations.begin())
        Task {
            defer {
                count.withLock { $0 -= 1 }
                withExtendedLifetime(operation) {}
            }
            do {
                try await threads.run { try work.run { exporter.run(database, to: stream) } }
            } catch {
                stream.fail(error)
            }
            logger.info("an export has ended", metadata: ["bytes": "\(stream.bytesWritten)"])
        }
        return download
    }
}

/// An export that is written while the client reads it. It ends with the last reference to it.
private final class ExportDownload: Sendable {
    let stream = ExportStream()
    let work = StoreWork()

    deinit {
        stream.cancel()
        work.cancel()
    }

    /// Returns the next part; nil after the last one.
    func next(_ scope: RequestScope) async throws -> ByteBuffer? {
        let bytes = try await scope.context.account.work.using(work, clock: scope.services.steadyClock) {
            try await stream.next()
        }
        return bytes.map { ByteBuffer(bytes: $0) }
    }
}

extension RequestScope {
    /// Returns an export as a download.
    /// - Throws: An `ExportError` if there is nothing to export, or a ``Problem``.
    package func export(
        _ selection: ContentSelection, format: any ExportFormat
    ) async throws -> Response {
        let now = services.configuration.clock()
        var exporter = Exporter(format: format)
        exporter.selection = selection
        exporter.date = now
        let database = database
        let zone = try await blocking { database.homeTimeZone } ?? .gmt
        let download = try services.exports.begin(exporter, of: database, logger)
        // Errors of small exports, and those before the first part, become a response of their own.
        let first = try await download.next(self)
        let body = ResponseBody { writer in
            var part = first
            while let bytes = part {
                try await writer.write(bytes)
                part = try await download.next(self)
            }
            try await writer.finish(nil)
        }
        let day = now.formatted(Date.ISO8601FormatStyle(timeZone: zone).year().month().day())
        return Response(
            status: .ok,
            headers: [
                .contentType: ExportRoutes.contentType,
                .contentDisposition: "attachment; filename=\"health-\(format.name)-\(day).zip\"",
                .contentSecurityPolicy: "default-src 'none'; frame-ancestors 'none'; sandbox",
            ], body: body)
    }
}
