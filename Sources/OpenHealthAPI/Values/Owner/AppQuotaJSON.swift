// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A quota of an app and its use.
package struct AppQuotaJSON: JSONRepresentable {
    package var name: String
    package var limit: Int
    package var usual: Int
    /// The amount that the app uses; nil for quotas of single requests.
    package var used: Int?

    package init(name: String, limit: Int, usual: Int, used: Int?) {
        self.name = name
        self.limit = limit
        self.usual = usual
        self.used = used
    }

    package static let format = JSONFormat<AppQuotaJSON>.object(
        named: "AppQuota", about: "A limit on the data or requests of an app.",
        .required("name", \.name, .string), .required("limit", \.limit, .integer()),
        .required("usual", \.usual, .integer()),
        .optional("used", \.used, .integer().described("The amount that the app uses."))
    ) { AppQuotaJSON(name: $0, limit: $1, usual: $2, used: $3) }
}

/// A change of quotas by name: a limit, or nil for the default.
package struct AppQuotaChangeJSON: JSONRepresentable {
    package var limits: [String: Int?]

    /// The names of quotas.
    package static let names = [
        "samplesPerDay", "metadataBytesPerSample", "metadataBytesPerRequest", "attachmentBytes", "webhooks",
        "openRequests",
    ]

    package static let format = JSONFormat<AppQuotaChangeJSON>(
        name: "AppQuotaChange",
        JSONSchema.object(required: [], optional: names.map { ($0, .integer(0...Int.max)) }).described(
            "New limits for an app.")
    ) { change in
        .object(
            change.limits.sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(JSONValue.integer) ?? .null) })
    } decode: { (json) throws(Problem) in
        try json.check(keys: names)
        var limits: [String: Int?] = [:]
        for (name, value) in try json.entries() {
            guard !value.isNull else {
                limits.updateValue(nil, forKey: name)
                continue
            }
            let limit = try value.integer()
            guard limit >= 0 else { throw value.problem("Expected an integer that is not negative.") }
            limits.updateValue(limit, forKey: name)
        }
        return AppQuotaChangeJSON(limits: limits)
    }
}
