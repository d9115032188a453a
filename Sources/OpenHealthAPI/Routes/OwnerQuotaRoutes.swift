// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the quotas of apps.
package enum OwnerQuotaRoutes {
    package static let all = [list.route, change.route]

    package static let list = Endpoint<Void, [AppQuotaJSON]>(
        "listAppQuotas", .get, "/v1/owner/apps/{app}/quotas", for: .owner, "The quotas of an app and their use",
        parameters: [OwnerRoutes.app],
        answer: .only("quotas", .array(of: AppQuotaJSON.format)), "The quotas.",
        problems: [.notFound])

    package static let change = Endpoint<AppQuotaChangeJSON, Void>(
        "setAppQuotas", .put, "/v1/owner/apps/{app}/quotas", for: .owner, "Sets quotas of an app",
        details: "Omitted quotas stay unchanged; null restores the usual limit.",
        parameters: [OwnerRoutes.app],
        question: AppQuotaChangeJSON.format, most: 16 << 10,
        answer: .nothing, "The quotas are set.",
        problems: [.notFound])
}
