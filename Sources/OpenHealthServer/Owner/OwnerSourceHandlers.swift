// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// Answers the owner's routes about sources and which of them count first.
enum OwnerSourceHandlers {
    static let bindings = [
        RouteBinding(PreferenceRoutes.sources, list),
        RouteBinding(PreferenceRoutes.order, order),
        RouteBinding(PreferenceRoutes.setOrder, setOrder),
    ]

    private static func list(_ exchange: Exchange) async throws -> Response {
        let database = exchange.database
        let sources = try await exchange.blocking { try database.sources() }
        return exchange.answer(.object([("sources", .array(sources.map(json)))]))
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

    private static func order(_ exchange: Exchange) async throws -> Response {
        let type = try type(exchange)
        let database = exchange.database
        return exchange.answer(json(try await exchange.changing { try database.sourceOrder(type: type) }, of: type))
    }

    private static func setOrder(_ exchange: Exchange) async throws -> Response {
        let type = try type(exchange)
        let body = try await exchange.json()
        try body.check(keys: ["sources"])
        var sources: [Int64] = []
        for entry in try body.required("sources").array(most: PreferenceRoutes.mostSources) {
            sources.append(Int64(try entry.integer()))
        }
        let (database, chosen) = (exchange.database, sources)
        let order = try await exchange.changing {
            try database.setSourceOrder(chosen, type: type)
            return try database.sourceOrder(type: type)
        }
        return exchange.answer(json(order, of: type))
    }

    private static func type(_ exchange: Exchange) throws(Problem) -> String {
        try TypeNames.objectType(try exchange.pathText("type"), at: "type in the path").identifier
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
