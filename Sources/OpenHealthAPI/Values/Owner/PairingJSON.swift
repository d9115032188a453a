// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A pairing code, its expiration date, and the content of a QR code with it.
package typealias PairingCodeJSON = (code: String, expires: Date, link: String)

extension JSONFormat where Value == PairingCodeJSON {
    /// The format of a new pairing code.
    static let newPairingCode = JSONFormat.object(
        named: "PairingCode", about: "A code that registers one app, once. It is shown only once.",
        .required("code", \.code, .string.schema(JSONSchema.string().example(.string("ABCD-EFGH")))),
        .required("expires", \.expires, .date),
        .required("link", \.link, .string.schema(.string(format: "uri")).described("The content of a QR code."))
    ) { (code: $0, expires: $1, link: $2) }
}

extension JSONFormat where Value == Bool {
    /// The format of the setting for the registration of apps: whether they can register without a pairing code.
    static let registrationSetting = JSONFormat.only(
        "open", .bool.described("Whether apps can register without a pairing code.")
    ).named("RegistrationSetting", about: "The registration setting.")
}
