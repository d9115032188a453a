// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import Hummingbird

/// The handlers of the routes for the quotas of apps.
enum OwnerQuotaHandlers {
    static let bindings = [
        RouteBinding(OwnerQuotaRoutes.list, list),
        RouteBinding(OwnerQuotaRoutes.change, change),
    ]

    private static func list(_ scope: RequestScope) async throws -> Response {
        let (database, app) = (scope.database, try scope.appIdentifier())
        let now = scope.services.configuration.clock()
        let quotas = try await scope.changing { try database.quotas(of: app, at: now) }
        return scope.answer(.object([("quotas", .array(quotas.map(json)))]))
    }

    private static func json(_ state: AppQuotaState) -> JSONValue {
        .object(
            [
                ("name", .string(state.quota.rawValue)), ("limit", .integer(state.limit)),
                ("usual", .integer(state.quota.usual)),
            ] + (state.used.map { [("used", .integer($0))] } ?? []))
    }

    private static func change(_ scope: RequestScope) async throws -> Response {
        let body = try await scope.json()
        try body.check(keys: AppQuota.allCases.map(\.rawValue))
        var limits: [AppQuota: Int?] = [:]
        for (name, value) in try body.entries() {
            guard let quota = AppQuota(rawValue: name) else { continue }
            if value.isNull {
                limits.updateValue(nil, forKey: quota)
                continue
            }
            let limit = try value.integer()
            guard limit >= 0 else { throw value.problem("Expected an integer that is not negative.") }
            limits.updateValue(limit, forKey: quota)
        }
        let (database, app, changed) = (scope.database, try scope.appIdentifier(), limits)
        try await scope.change { try database.setQuotas(changed, of: app) }
        return scope.done()
    }
}
