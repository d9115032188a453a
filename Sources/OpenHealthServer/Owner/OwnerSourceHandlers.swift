// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the owner's routes for sources and their priority.
enum OwnerSourceHandlers {
    static let bindings = [
        RouteBinding(PreferenceRoutes.sources, list),
        RouteBinding(PreferenceRoutes.order, order),
        RouteBinding(PreferenceRoutes.setOrder, setOrder),
    ]

    private static func list(_ scope: RequestScope) async throws -> Response {
        let database = scope.database
        let sources = try await scope.blocking { try database.sources() }
        return scope.answer(.object([("sources", .array(sources.map(json)))]))
    }

    private static func json(_ source: SourceSummary) -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [
            ("id", .integer(Int(source.id))), ("name", .string(source.name)),
        ]
        if let bundle = source.bundleIdentifier { entries.append(("bundleIdentifier", .string(bundle))) }
        entries += [
            ("versions", .array(source.versions.map(JSONValue.string))),
            ("devices", .array(source.devices.map(JSONValue.string))), ("count", .integer(source.count)),
        ]
        if let date = source.earliest { entries.append(("earliest", .string(APIDate.text(date)))) }
        if let date = source.latest { entries.append(("latest", .string(APIDate.text(date)))) }
        return .object(entries)
    }

    private static func order(_ scope: RequestScope) async throws -> Response {
        let type = try type(scope)
        let database = scope.database
        return scope.answer(json(try await scope.changing { try database.sourceOrder(type: type) }, of: type))
    }

    private static func setOrder(_ scope: RequestScope) async throws -> Response {
        let type = try type(scope)
        let body = try await scope.json()
        try body.check(keys: ["sources"])
        var sources: [Int64] = []
        for entry in try body.required("sources").array(most: PreferenceRoutes.maximumSources) {
            sources.append(Int64(try entry.integer()))
        }
        let (database, chosen) = (scope.database, sources)
        let order = try await scope.changing {
            try database.setSourceOrder(chosen, type: type)
            return try database.sourceOrder(type: type)
        }
        return scope.answer(json(order, of: type))
    }

    private static func type(_ scope: RequestScope) throws(Problem) -> String {
        try TypeNames.objectType(try scope.pathText("type"), at: "type in the path").identifier
    }

    private static func json(_ order: [RankedSource], of type: String) -> JSONValue {
        .object([
            ("type", .string(type)),
            (
                "sources",
                .array(
                    order.map { ranked in
                        var entries: [(key: String, value: JSONValue)] = [
                            ("id", .integer(Int(ranked.source.id))), ("name", .string(ranked.source.name)),
                        ]
                        if let bundle = ranked.source.bundleIdentifier {
                            entries.append(("bundleIdentifier", .string(bundle)))
                        }
                        entries += [
                            ("isChosen", .bool(ranked.reason == .chosen)), ("reason", .string(ranked.reason.rawValue)),
                        ]
                        return .object(entries)
                    })
            ),
        ])
    }
}
