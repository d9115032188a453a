// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import NIOCore

/// The samples of a query that are sent to a client, one per line, as fast as the client reads them.
///
/// Samples are read in pages. Before a write, the permissions are compared with those of the page; if they differ, the rest of
/// the page is read again, so that a revoked permission takes effect from the next line.
struct SampleLines: Sendable {
    /// The number of samples that are read at a time.
    private static let page = 500
    /// The number of bytes that are passed to the connection at a time.
    private static let part = 16 << 10

    private let watch: StoreWatch
    private let services: DaemonServices
    private let work: RequestWork
    private let app: String
    private let noteRead: @Sendable (Int) -> Void
    private let limit: Int
    /// The start of the current page.
    private var begin: SamplePages
    private var end: SamplePages
    private var lines: [Line] = []
    private var permissions: Int64 = 0
    /// The samples of the current page that have been sent.
    private var sentOfPage: Set<UUID> = []
    private var sent = 0

    private struct Line: Sendable {
        var uuid: UUID
        var bytes: [UInt8]
    }

    /// Reads the first page, so that errors in the query are reported before the answer begins.
    /// - Parameter work: The request's uses of the store.
    init(
        _ query: SampleQuery, _ session: AppSession, _ services: DaemonServices, _ work: RequestWork = RequestWork()
    ) async throws {
        self.services = services
        self.work = work
        app = session.app.identifier
        watch = services.watch
        let metrics = services.metrics
        noteRead = { metrics.samplesRead.add($0) }
        limit = query.limit ?? .max
        begin = SamplePages(session, query)
        end = begin
        try await read()
    }

    /// Reads the current page.
    private mutating func read() async throws {
        let begin = begin
        let watch = watch
        let most = min(Self.page, limit)
        (lines, end, permissions) = try await services.read(for: app, work) {
            let permissions = try watch.permissionCount()
            var pages = begin
            let samples = try pages.next(most) ?? []
            let lines = samples.map { sample in
                Line(uuid: sample.uuid, bytes: SampleJSON(sample).json.bytes + [UInt8(ascii: "\n")])
            }
            return (lines, pages, permissions)
        }
    }

    /// Writes all samples.
    mutating func write(to writer: inout any ResponseBodyWriter) async throws {
        do {
            while !lines.isEmpty, sent < limit {
                if try await writePage(to: &writer) {
                    begin = end
                    sentOfPage = []
                }
                try await read()
            }
        } catch let error where !(error is CancellationError) {
            // The answer ends with a problem and an aborted connection, so that the client does not consider it complete.
            let problem = ProblemAnswers.problem(error).json.text + "\n"
            try await writer.write(ByteBuffer(string: problem))
            throw error
        }
        try await writer.finish(nil)
    }

    /// Writes the lines of the page. Returns false if the permissions changed in the meantime.
    private mutating func writePage(to writer: inout any ResponseBodyWriter) async throws -> Bool {
        var buffer = ByteBuffer()
        var rest = lines[...].filter { !sentOfPage.contains($0.uuid) }.prefix(limit - sent)[...]
        repeat {
            guard try watch.permissionCount() == permissions else { return false }
            var count = 0
            buffer.clear()
            while buffer.readableBytes < Self.part, let line = rest.popFirst() {
                buffer.writeBytes(line.bytes)
                sentOfPage.insert(line.uuid)
                count += 1
            }
            if count == 0 { break }
            sent += count
            noteRead(count)
            try await writer.write(buffer)
        } while !rest.isEmpty
        return true
    }
}
