// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird
import NIOCore
import ServiceLifecycle

/// The handlers of the routes for exports that the owner uploads.
enum ImportHandlers {
    static let bindings = [
        RouteBinding(ImportRoutes.upload.route, upload),
        RouteBinding(ImportRoutes.demo.route, demo),
        RouteBinding(ImportRoutes.show) { try job($0).state },
        RouteBinding(ImportRoutes.events, events),
    ]

    /// The number of bytes that are collected before they are written.
    private static let chunk = 1 << 20

    private static func upload(_ scope: RequestScope) async throws -> Response {
        let jobs = scope.services.imports
        let isPartial = try isPartial(scope.query("partial"))
        try jobs.begin()
        do {
            let file = try await receive(scope)
            return begun(jobs.start(file, isPartial: isPartial, scope.logger), scope)
        } catch {
            jobs.end()
            throw error
        }
    }

    private static func begun(_ job: ImportJob, _ scope: RequestScope) -> Response {
        scope.response(
            job.state, to: ImportRoutes.upload, headers: [.location: "/v1/imports/\(job.id.uuidString)"])
    }

    private static func demo(_ scope: RequestScope) async throws -> Response {
        let (services, database) = (scope.services, scope.database)
        guard let writeDemo = services.configuration.writeDemo else {
            throw Problem(.notFound, "This server has no demo data. Import an export instead.")
        }
        let jobs = services.imports
        try jobs.begin()
        do {
            let store = services.configuration.store
            let (file, zone) = try await scope.blocking {
                guard try !database.hasSamples() else {
                    throw Problem(
                        .conflict,
                        "The database already has samples, from which generated ones would be hard to distinguish. Use an "
                            + "empty database.")
                }
                return (try UploadFile(besideStore: store, name: "demo.zip"), database.homeTimeZone ?? .current)
            }
            let now = services.configuration.clock()
            return begun(
                jobs.start(file, isPartial: false, scope.logger) { try writeDemo($0, now, zone) }, scope)
        } catch {
            jobs.end()
            throw error
        }
    }

    private static func isPartial(_ text: String?) throws(Problem) -> Bool {
        switch text {
        case "true": return true
        case "false", nil: return false
        default:
            throw Problem(
                .invalidRequest, "?partial: this must be true or false.",
                faults: [Problem.Fault("?partial", "Expected a Boolean.")])
        }
    }

    /// Writes the body to a file as it arrives.
    private static func receive(_ scope: RequestScope) async throws -> UploadFile {
        let limits = scope.services.configuration.limits
        let most = limits.importBytes
        let body = try BodyReader(route: scope.route, limits: limits, clock: scope.services.steadyClock).stream(
            scope.request, most: most)
        let store = scope.services.configuration.store
        let isZip = scope.request.headers[.contentType]?.lowercased().hasPrefix("application/zip") ?? false
        let file = try await scope.blocking {
            try UploadFile(besideStore: store, name: isZip ? "export.zip" : "export.xml")
        }
        let workers = scope.services.workers
        return try await BodyReader.withTimeout(
            seconds: limits.uploadSeconds, clock: scope.services.steadyClock
        ) {
            var total = 0
            var collected = ByteBuffer()
            for try await part in body {
                total += part.readableBytes
                guard total <= most else {
                    throw Problem(.contentTooLarge, "An export may have \(most) bytes at most.")
                }
                collected.writeImmutableBuffer(part)
                if collected.readableBytes >= chunk {
                    let piece = collected
                    try await workers.run { try file.append(piece) }
                    collected = ByteBuffer()
                }
            }
            let rest = collected
            try await workers.run { try file.append(rest) }
            return file
        }
    }

    private static func job(_ scope: RequestScope) throws(Problem) -> ImportJob {
        guard let id = UUID(uuidString: try scope.path("id")), let job = scope.services.imports.job(id) else {
            throw Problem(.notFound, "Unknown import. The server keeps the imports since its start.")
        }
        return job
    }

    /// The interval between events.
    private static let pace = Duration.milliseconds(200)

    private static func events(_ scope: RequestScope) async throws -> Response {
        let (job, clock) = (try job(scope), scope.services.steadyClock)
        let body = ResponseBody { writer in
            var last = ""
            while true {
                let isOver = job.isOver
                let text = job.state.json.text
                if isOver || text != last {
                    last = text
                    let name = isOver ? "done" : "progress"
                    try await writer.write(ByteBuffer(string: "event: \(name)\ndata: \(text)\n\n"))
                }
                if isOver || Task.isShuttingDownGracefully { break }
                try await clock.sleep(for: pace)
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: [.contentType: "text/event-stream"], body: body)
    }
}
