// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for the quotas of apps.
package enum OwnerQuotaRoutes {
    package static let all = [list, change]

    package static let list = APIRoute(
        "listAppQuotas", .get, "/v1/owner/apps/{app}/quotas", for: .owner, "The quotas of an app and their use",
        parameters: [app], answers: [.json(.object(["quotas": .array(of: .named("AppQuota"))]), "The quotas.")],
        problems: [.notFound])

    package static let change = APIRoute(
        "setAppQuotas", .put, "/v1/owner/apps/{app}/quotas", for: .owner, "Sets quotas of an app",
        details: "Omitted quotas stay unchanged; null restores the usual limit.",
        parameters: [app], body: .json(.named("AppQuotaChange"), most: 16 << 10),
        answers: [.nothing("The quotas are set.")], problems: [.notFound])

    private static let app = APIParameter.path("app", .string(length: 1...155), "The identifier of the app.")
}
