// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// An app's registration with its limits.
package struct AppAccountJSON: JSONRepresentable {
    /// A limit of the app.
    package struct Quota: JSONRepresentable {
        package var name: String
        package var limit: Int
        /// The amount that the app has used itself; nil if it is not counted, or depends on what the person does.
        package var used: Int?

        package init(name: String, limit: Int, used: Int?) {
            self.name = name
            self.limit = limit
            self.used = used
        }

        package static let format = JSONFormat<Quota>.object(
            named: "AccountQuota", about: "A limit on the data of the app.", ignoresOthers: true,
            .required("name", \.name, .string), .required("limit", \.limit, .integer(0...Int.max)),
            .optional(
                "used", \.used, .integer(0...Int.max).described("The amount that the app has used, if it is counted."))
        ) { Quota(name: $0, limit: $1, used: $2) }
    }

    package var app: AppIdentity
    package var quotas: [Quota]
    /// The number of requests that are possible at once; nil if there is no limit.
    package var requests: Int?
    /// The seconds after which they are possible again.
    package var seconds: Int?
    /// The version of the server.
    package var serverVersion: String

    package init(_ app: AppIdentity, quotas: [Quota], requests: Int?, seconds: Int?, serverVersion: String) {
        self.app = app
        self.quotas = quotas
        self.requests = requests
        self.seconds = seconds
        self.serverVersion = serverVersion
    }

    package static let format = JSONFormat<AppAccountJSON>.object(
        named: "AppAccount", about: "An app's registration with its limits.", ignoresOthers: true,
        .required("identifier", \.app.identifier, .string), .required("name", \.app.name, .string),
        .optional("version", \.app.version, .string), .optional("productType", \.app.productType, .string),
        .optional("operatingSystemVersion", \.app.operatingSystemVersion, .string),
        .required("quotas", \.quotas, .array(of: Quota.format)),
        .optional(
            "requests", \.requests,
            .integer(0...Int.max).described(
                "The number of requests that are possible at once; see the field RateLimit.")),
        .optional(
            "seconds", \.seconds,
            .integer(0...86_400).described("The number of seconds after which as many are possible again.")),
        .required("serverVersion", \.serverVersion, .string.described("The version of the server's program."))
    ) { identifier, name, version, productType, system, quotas, requests, seconds, serverVersion in
        AppAccountJSON(
            AppIdentity(
                identifier: identifier, name: name, version: version, productType: productType,
                operatingSystemVersion: system),
            quotas: quotas, requests: requests, seconds: seconds, serverVersion: serverVersion)
    }
}
