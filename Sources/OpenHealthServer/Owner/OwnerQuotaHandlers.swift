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

    private static func list(_ scope: RequestScope) async throws -> [AppQuotaJSON] {
        let (database, app) = (scope.database, try scope.appIdentifier())
        let now = scope.services.configuration.clock()
        return try await scope.changing { try database.quotas(of: app, at: now) }.map { state in
            AppQuotaJSON(
                name: state.quota.rawValue, limit: state.limit, usual: state.quota.usual, used: state.used)
        }
    }

    private static func change(_ scope: RequestScope, _ change: AppQuotaChangeJSON) async throws {
        var limits: [AppQuota: Int?] = [:]
        for (name, limit) in change.limits {
            guard let quota = AppQuota(rawValue: name) else { continue }
            limits.updateValue(limit, forKey: quota)
        }
        let (database, app, changed) = (scope.database, try scope.appIdentifier(), limits)
        try await scope.change { try database.setQuotas(changed, of: app) }
    }
}
