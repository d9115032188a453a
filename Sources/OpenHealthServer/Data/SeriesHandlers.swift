// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Hummingbird
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The handlers of the routes for the data inside a sample.
enum SeriesHandlers {
    static let bindings: [RouteBinding] = [
        RouteBinding(SeriesRoutes.route.route, route),
        RouteBinding(SeriesRoutes.voltages.route, voltages),
        RouteBinding(SeriesRoutes.heartbeats.route, heartbeats),
        RouteBinding(SeriesRoutes.readings.route, readings),
    ]

    private static func route(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let (uuid, access) = (try query.uuid(), try scope.access())
        let (from, to) = try query.dates()
        return try await MeasurementPages(of: .routePoint) { cursor, limit in
            let (points, end) = try access.routePoints(
                of: uuid, from: from, through: to, after: try position(cursor), limit: limit)
            return MeasurementPageJSON(points, cursor: points.count < limit ? nil : String(end))
        }.response(scope, SeriesRoutes.route) { $0 }
    }

    private static func heartbeats(_ scope: RequestScope) async throws -> Response {
        let (uuid, access) = (try QueryText(scope).uuid(), try scope.access())
        return try await MeasurementPages(of: .heartbeat) { cursor, limit in
            let position = try position(cursor) ?? 0
            let beats = try access.heartbeats(of: uuid, from: position, limit: limit)
            return MeasurementPageJSON(beats, cursor: beats.count < limit ? nil : String(position + beats.count))
        }.response(scope, SeriesRoutes.heartbeats) { $0 }
    }

    private static func readings(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let (uuid, access) = (try query.uuid(), try scope.access())
        let type: HKQuantityType
        if let given = try query.type(as: HKQuantityType.self) {
            type = given
        } else {
            let found = try await scope.blocking { try access.sampleType(of: uuid) }
            guard let quantityType = found as? HKQuantityType else {
                throw Problem(.invalidArgument, "A sample of \(found.identifier) has no readings.")
            }
            type = quantityType
        }
        return try await MeasurementPages(of: .reading) { cursor, limit in
            let start = try cursor.map { text in
                guard let start = Double(text), start.isFinite else { throw unknownCursor }
                return start
            }
            let readings = try access.readings(of: uuid, type: type, after: start, limit: limit)
            return MeasurementPageJSON(
                readings, cursor: readings.count < limit ? nil : readings.last.map { "\($0.start)" })
        }.response(scope, SeriesRoutes.readings) {
            ReadingPageJSON($0.elements, unit: type.canonicalUnit, cursor: $0.cursor)
        }
    }

    private static func voltages(_ scope: RequestScope) async throws -> Response {
        let (uuid, access) = (try QueryText(scope).uuid(), try scope.access())
        // Reads all voltages as one page, because an electrocardiogram lasts half a minute.
        let ((values, unit, rate), permissions) = try await scope.blocking {
            let permissions = try PermissionSnapshot(access, of: HKObjectType.electrocardiogramType())
            return (try access.voltages(of: uuid), permissions)
        }
        let name = JSONValue.string(unit.unitString)
        guard scope.wantsLines else {
            return scope.response(VoltagesJSON(values, unit: unit, frequency: rate), to: SeriesRoutes.voltages)
        }
        return scope.response(lines: Array(values.indices), permissions: permissions) { index in
            .object([("time", .double(Double(index) / rate)), ("value", .double(values[index])), ("unit", name)])
        }
    }

    private static func position(_ cursor: String?) throws(Problem) -> Int? {
        guard let cursor else { return nil }
        guard let position = Int(cursor), position >= 0 else { throw unknownCursor }
        return position
    }

    private static var unknownCursor: Problem {
        let detail = "This is not a cursor of this list. Send the one of the previous page."
        return Problem(.invalidArgument, "The parameter cursor: \(detail)", faults: [Problem.Fault("?cursor", detail)])
    }
}

/// The measurements of a sample in pages: as one page of JSON, or all of them as NDJSON.
struct MeasurementPages<Element: Sendable>: Sendable {
    /// The form of a measurement.
    private let element: JSONFormat<Element>
    /// A closure that reads a page on a thread that may block.
    private let read: @Sendable (_ cursor: String?, _ limit: Int) throws -> MeasurementPageJSON<Element>

    private static var usualLimit: Int { 1000 }
    /// The number of lines that are read at a time.
    private static var linesLimit: Int { 500 }

    init(
        of element: JSONFormat<Element>,
        _ read: @escaping @Sendable (_ cursor: String?, _ limit: Int) throws -> MeasurementPageJSON<Element>
    ) {
        self.element = element
        self.read = read
    }

    /// Responds in the requested form.
    /// - Parameter make: A closure that returns the endpoint's response for a page.
    func response<Output>(
        _ scope: RequestScope, _ endpoint: Endpoint<Void, Output>,
        _ make: (MeasurementPageJSON<Element>) -> Output
    ) async throws -> Response {
        let query = QueryText(scope)
        let (read, encode) = (read, element.encode)
        let cursor = scope.query("cursor")
        let limit = try query.integer("limit", in: 1...SeriesRoutes.maximumInPage) ?? Self.usualLimit
        if scope.wantsLines {
            // Only a few lines are read ahead of the client, so that a revoked permission takes effect soon.
            let few = min(limit, Self.linesLimit)
            let first = try await scope.blocking { try read(cursor, few) }
            return scope.response(lines: first) { page in
                guard let cursor = page.cursor else { return nil }
                return try await scope.blocking { try read(cursor, few) }
            } elements: { page in
                page.elements.map { encode($0) ?? .null }
            }
        }
        return scope.response(make(try await scope.blocking { try read(cursor, limit) }), to: endpoint)
    }
}
