// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import OpenHealthAPI
import OpenHealthExport
import OpenHealthModel
import OpenHealthStore

/// The handlers of the routes for exports of the store.
enum ExportHandlers {
    static let bindings = [
        RouteBinding(ExportRoutes.export, export),
        RouteBinding(ExportRoutes.formats) { _ in formats },
    ]

    private static var formats: [ExportFormatJSON] {
        ExportFormats.all.map { format in
            (
                name: format.name, summary: format.summary, partlyHeld: format.kinds(.part).map(\.rawValue),
                notHeld: format.kinds(.none).map(\.rawValue)
            )
        }
    }

    private static func export(_ scope: RequestScope) async throws -> Response {
        let query = QueryText(scope)
        let format: any ExportFormat
        do {
            format = try ExportFormats.named(scope.query("format") ?? ExportFormats.standard.name)
        } catch {
            throw query.problem(
                "format", "Unknown format. GET /v1/owner/export/formats lists them.", kind: .invalidArgument)
        }
        let (from, to) = try query.dates()
        if let from, let to, from > to {
            throw query.problem("from", "This date is later than the end.", kind: .invalidArgument)
        }
        let (database, names, source) = (scope.database, scope.query("types"), scope.query("source"))
        let (types, sources) = try await scope.blocking {
            (
                try names.map { try identifiers($0, in: database) },
                try source.map { try sourceNames($0, in: database) }
            )
        }
        do {
            return try await scope.export(
                ContentSelection(types: types, from: from, to: to, sources: sources), format: format)
        } catch let error as ExportError {
            throw Problem(
                error.code == .nothing ? .notFound : .invalidArgument, "\(error.message); \(error.remedy)")
        }
    }

    private static func identifiers(_ text: String, in database: HealthDatabase) throws -> Set<String> {
        let names = text.split(separator: ",").map(String.init)
        guard !names.isEmpty else {
            throw Problem(
                .invalidArgument, "?types: Missing value.", faults: [Problem.Fault("?types", "Missing value.")])
        }
        // The store can have types that this version does not know.
        let stored = try Set(database.types().map(\.identifier))
        return try Set(
            names.map { name in
                stored.contains(name) ? name : try TypeNames.objectType(name, at: "?types").identifier
            })
    }

    private static func sourceNames(_ name: String, in database: HealthDatabase) throws -> Set<String> {
        guard try database.sourceNames().contains(name) else {
            let detail = "There is no source with this name. GET /v1/owner/sources lists them."
            throw Problem(.invalidArgument, "?source: \(detail)", faults: [Problem.Fault("?source", detail)])
        }
        return [name]
    }
}
