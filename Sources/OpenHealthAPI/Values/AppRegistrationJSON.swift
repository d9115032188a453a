// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

/// An app's request for a token.
package struct AppRegistrationJSON: JSONRepresentable {
    package var app: AppIdentity
    /// The owner's pairing code; nil if there is none.
    package var pairingCode: String?

    package init(_ app: AppIdentity, pairingCode: String?) {
        self.app = app
        self.pairingCode = pairingCode
    }

    package static let format = JSONFormat<AppRegistrationJSON>.object(
        named: "AppRegistration", about: "An app that requests a token, and its pairing code.",
        .required("identifier", \.app.identifier, .appIdentifier), .required("name", \.app.name, .appName),
        .optional("version", \.app.version, .appVersion), .optional("productType", \.app.productType, .productType),
        .optional("operatingSystemVersion", \.app.operatingSystemVersion, .systemVersion),
        .optional("pairingCode", \.pairingCode, .pairingCode)
    ) { identifier, name, version, productType, system, code in
        AppRegistrationJSON(
            AppIdentity(
                identifier: identifier, name: name, version: version, productType: productType,
                operatingSystemVersion: system),
            pairingCode: code)
    }
}

extension JSONFormat where Value == (identifier: String, token: String) {
    /// The format of an app's identifier and token.
    package static let appToken = JSONFormat.object(
        named: "AppToken", about: "A token, which is shown this once.",
        .required("identifier", \.identifier, .appIdentifier),
        .required("token", \.token, .string(pattern: "^ohk_[A-Za-z0-9_-]{43}$"))
    ) { (identifier: $0, token: $1) }
}

extension JSONFormat where Value == String {
    /// The format of a pairing code from an app. A string that is not a code is rejected like a wrong code, not as invalid JSON.
    fileprivate static var pairingCode: JSONFormat {
        JSONFormat.string.schema(
            JSONSchema.string(length: 1...64)
                .described("The owner's pairing code: eight letters and digits, in any case, with or without a hyphen.")
                .example(.string("ABCD-EFGH")))
    }
}
