// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The state of the owner's second factor, with the number of unused recovery codes.
package typealias SecondFactorJSON = (isEnabled: Bool, recoveryCodes: Int, created: Date?)

extension JSONFormat where Value == SecondFactorJSON {
    /// The format of the state of the owner's second factor.
    package static let secondFactor = JSONFormat.object(
        named: "SecondFactor", about: "The owner's second factor.",
        .required("isEnabled", \.isEnabled, .bool),
        .required("recoveryCodes", \.recoveryCodes, .integer(0...100).described("The number of unused codes.")),
        .optional("created", \.created, .date)
    ) { (isEnabled: $0, recoveryCodes: $1, created: $2) }
}

/// A QR code as an image: the width of the view box, and the path of the dark modules in SVG.
package typealias QRCodeJSON = (size: Int, path: String)

/// A key for an authenticator in Base32 and as an otpauth URI, and the URI as a QR code; nil if it is too long for one.
package typealias SecondFactorOfferJSON = (key: String, uri: String, image: QRCodeJSON?)

extension JSONFormat where Value == SecondFactorOfferJSON {
    /// The format of a key for an authenticator.
    package static let secondFactorOffer = JSONFormat.object(
        .required("key", \.key, .string(pattern: "^[A-Z2-7]+$")),
        .required("uri", \.uri, .string.schema(.string(format: "uri"))), .optional("qrCode", \.image, .qrCode)
    ) { (key: $0, uri: $1, image: $2) }
}

extension JSONFormat where Value == QRCodeJSON {
    fileprivate static let qrCode = JSONFormat.object(
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
