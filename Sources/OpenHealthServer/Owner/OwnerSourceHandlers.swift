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

    private static func list(_ scope: RequestScope) async throws -> [SourceSummaryJSON] {
        let database = scope.database
        return try await scope.blocking { try database.sources() }.map { source in
            SourceSummaryJSON(
                id: Int(source.id), name: source.name, bundleIdentifier: source.bundleIdentifier,
                versions: source.versions, devices: source.devices, count: source.count, earliest: source.earliest,
                latest: source.latest)
        }
    }

    private static func order(_ scope: RequestScope) async throws -> SourceOrderJSON {
        let type = try type(scope)
        let database = scope.database
        return SourceOrderJSON(try await scope.changing { try database.sourceOrder(type: type) }, of: type)
    }

    private static func setOrder(_ scope: RequestScope, _ sources: [Int]) async throws -> SourceOrderJSON {
        let type = try type(scope)
        let database = scope.database
        let order = try await scope.changing {
            try database.setSourceOrder(sources.map(Int64.init), type: type)
            return try database.sourceOrder(type: type)
        }
        return SourceOrderJSON(order, of: type)
    }

    private static func type(_ scope: RequestScope) throws(Problem) -> String {
        try TypeNames.objectType(try scope.pathText("type"), at: "type in the path").identifier
    }
}

extension SourceOrderJSON {
    fileprivate init(_ order: [RankedSource], of type: String) {
        self.init(
            type: type,
            sources: order.map { ranked in
                Rank(
                    id: Int(ranked.source.id), name: ranked.source.name,
                    bundleIdentifier: ranked.source.bundleIdentifier, isChosen: ranked.reason == .chosen,
                    reason: ranked.reason.rawValue)
            })
    }
}
