// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The state of the owner's second factor.
package struct SecondFactorJSON: JSONRepresentable {
    package var isEnabled: Bool
    /// The number of unused recovery codes.
    package var recoveryCodes: Int
    package var created: Date?

    package init(isEnabled: Bool, recoveryCodes: Int, created: Date?) {
        self.isEnabled = isEnabled
        self.recoveryCodes = recoveryCodes
        self.created = created
    }

    package static let format = JSONFormat<SecondFactorJSON>.object(
        named: "SecondFactor", about: "The owner's second factor.",
        .required("isEnabled", \.isEnabled, .bool),
        .required("recoveryCodes", \.recoveryCodes, .integer(0...100).described("The number of unused codes.")),
        .optional("created", \.created, .date)
    ) { SecondFactorJSON(isEnabled: $0, recoveryCodes: $1, created: $2) }
}

/// A key for an authenticator.
package struct SecondFactorOfferJSON: JSONRepresentable {
    /// A QR code as an image: the width of the view box, and the path of the dark modules in SVG.
    package typealias Image = (size: Int, path: String)

    /// The key in Base32.
    package var key: String
    /// The key as an otpauth URI.
    package var uri: String
    /// The URI as a QR code; nil if it is too long for one.
    package var image: Image?

    package init(key: String, uri: String, image: Image?) {
        self.key = key
        self.uri = uri
        self.image = image
    }

    package static let format = JSONFormat<SecondFactorOfferJSON>.object(
        .required("key", \.key, .string(pattern: "^[A-Z2-7]+$")),
        .required("uri", \.uri, .string.schema(.string(format: "uri"))), .optional("qrCode", \.image, image)
    ) { SecondFactorOfferJSON(key: $0, uri: $1, image: $2) }

    private static let image = JSONFormat<Image>.object(
        about: "The URI as a QR code: the width of the view box and the path of an SVG.",
        .required("size", \.size, .integer()), .required("path", \.path, .string)
    ) { (size: $0, path: $1) }
}

extension JSONFormat where Value == [String] {
    /// The format of new recovery codes.
    static let recoveryCodes = JSONFormat.only("recoveryCodes", .array(of: .string)).named(
        "RecoveryCodes",
        about: "Codes that can each be used once in place of an authenticator code. They are shown only once.")
}
