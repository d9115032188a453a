// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A pairing code.
package struct PairingCodeJSON: JSONRepresentable {
    package var code: String
    package var expires: Date
    /// The content of a QR code.
    package var link: String

    package init(code: String, expires: Date, link: String) {
        self.code = code
        self.expires = expires
        self.link = link
    }

    package static let format = JSONFormat<PairingCodeJSON>.object(
        named: "PairingCode", about: "A code that registers one app, once. It is shown only once.",
        .required("code", \.code, .string.schema(JSONSchema.string().example(.string("ABCD-EFGH")))),
        .required("expires", \.expires, .date),
        .required("link", \.link, .string.schema(.string(format: "uri")).described("The content of a QR code."))
    ) { PairingCodeJSON(code: $0, expires: $1, link: $2) }
}

/// The setting for the registration of apps.
package struct RegistrationSettingJSON: JSONRepresentable {
    /// Whether apps can register without a pairing code.
    package var isOpen: Bool

    package init(isOpen: Bool) {
        self.isOpen = isOpen
    }

    package static let format = JSONFormat<RegistrationSettingJSON>.object(
        named: "RegistrationSetting", about: "The registration setting.",
        .required("open", \.isOpen, .bool.described("Whether apps can register without a pairing code."))
    ) { RegistrationSettingJSON(isOpen: $0) }
}
