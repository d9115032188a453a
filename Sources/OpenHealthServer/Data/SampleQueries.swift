// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import CoreMetrics
import Foundation
import Hummingbird
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension SampleQueryJSON {
    /// Creates the query for the parameters of a request.
    init(_ scope: RequestScope) throws(Problem) {
        guard let type = scope.query("type") else {
            throw Problem(
                .invalidRequest, "?type: Missing value.", faults: [Problem.Fault("?type", "Missing value.")])
        }
        let parts = try scope.conditions(from: scope.date("from"), to: scope.date("to"))
        let node: PredicateNode = parts.count == 1 ? parts[0] : parts.isEmpty ? .constant(true) : .and(parts)
        var query = SampleQuery([SampleQuery.Part(try TypeNames.sampleType(type, at: "?type"), node)])
        if let order = scope.query("order") { query.order = [try Self.order(order)] }
        if let limit = scope.query("limit") { query.limit = try Self.limit(limit) }
        self.init(query, cursor: scope.query("cursor"))
    }

    private static func order(_ text: String) throws(Problem) -> SampleQuery.Order {
        switch text {
        case "oldestFirst": return SampleQuery.Order(.startDate, ascending: true)
        case "newestFirst": return SampleQuery.Order(.startDate, ascending: false)
        default:
            let name = text.hasPrefix("-") ? String(text.dropFirst()) : text
            guard let key = SampleQuery.Order.Key(rawValue: name) else {
                let detail = "Expected oldestFirst, newestFirst or the name of a property."
                throw Problem(.invalidRequest, "?order: \(detail)", faults: [Problem.Fault("?order", detail)])
            }
            return SampleQuery.Order(key, ascending: !text.hasPrefix("-"))
        }
    }

    private static func limit(_ text: String) throws(Problem) -> Int {
        guard let limit = Int(text), (1...SampleRoutes.maximumOnPage).contains(limit) else {
            let detail = "Expected an integer from 1 to \(SampleRoutes.maximumOnPage)."
            throw Problem(.invalidRequest, "?limit: \(detail)", faults: [Problem.Fault("?limit", detail)])
        }
        return limit
    }
}

extension RequestScope {
    /// Returns the date in a parameter, or nil if it is missing.
    func date(_ name: String) throws(Problem) -> Date? {
        guard let text = query(name) else { return nil }
        return try JSONReader(.string(QueryText.withPlusSigns(text)), pointer: "?\(name)").date()
    }

    /// Returns the conditions for samples that overlap the time between two dates and match the parameter `predicate`.
    func conditions(from: Date?, to: Date?) throws(Problem) -> [PredicateNode] {
        var parts: [PredicateNode] = []
        if from != nil || to != nil {
            parts.append(
                .interval(
                    PredicateInterval(
                        from: from?.timeIntervalSince1970 ?? -.infinity, to: to?.timeIntervalSince1970 ?? .infinity)))
        }
        if let predicate = query("predicate") {
            parts.append(try PredicateJSON(parameter: predicate, at: "?predicate").node)
        }
        return parts
    }
}

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
    /// The memory of the lines.
    private var held: HeldMemory?
    private var permissions: Int64 = 0
    /// The samples of the current page that have been sent.
    private var sentOfPage: Set<UUID> = []
    private var sent = 0

    private struct Line: Sendable {
        var uuid: UUID
        var bytes: [UInt8]
    }

    /// Reads the first page, so that errors in the query are reported before the response begins.
    /// - Parameter work: The request's uses of the store.
    init(
        _ query: SampleQuery, _ access: AppAccess, _ services: DaemonServices, _ work: RequestWork = RequestWork()
    ) async throws {
        self.services = services
        self.work = work
        app = access.app.identifier
        watch = services.watch
        let metrics = services.metrics
        noteRead = { metrics.samplesRead.increment(by: $0) }
        limit = query.limit ?? .max
        // Each page is counted.
        work.noteResponse(bytes: 0)
        begin = SamplePages(access, query)
        end = begin
        try await read()
    }

    /// Reads the current page.
    private mutating func read() async throws {
        let begin = begin
        let watch = watch
        let most = min(Self.page, limit)
        // The page before has been sent.
        (lines, held) = ([], nil)
        let (memory, app) = (services.responses, app)
        (lines, end, permissions) = try await services.read(for: app, work) {
            try await memory.expectPart(for: app)
        } _: {
            let permissions = try watch.permissionCount()
            var pages = begin
            let samples = try pages.next(most) ?? []
            let lines = samples.map { sample in
                Line(uuid: sample.uuid, bytes: SampleJSON(sample).json.bytes + [UInt8(ascii: "\n")])
            }
            return (lines, pages, permissions)
        }
        held = memory.hold(lines.reduce(0) { $0 + $1.bytes.count }, for: app)
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
            // The response ends with a problem and an aborted connection, so that the client does not consider it complete.
            let problem = ProblemResponses.problem(error).json.text + "\n"
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
