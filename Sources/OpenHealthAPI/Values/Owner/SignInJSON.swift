// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A request that sets the owner's first passphrase.
package struct OwnerSetUpJSON: JSONRepresentable {
    /// The setup code from the server's log.
    package var code: String
    package var passphrase: String

    package static let format = JSONFormat<OwnerSetUpJSON>.object(
        .required("code", \.code, .string(length: 1...100)), .required("passphrase", \.passphrase, .newPassphrase)
    ) { OwnerSetUpJSON(code: $0, passphrase: $1) }
}

/// A request that starts a session.
package struct SignInJSON: JSONRepresentable {
    package var passphrase: String
    /// A code of the authenticator, or a recovery code; nil without a second factor.
    package var code: String?

    package static let format = JSONFormat<SignInJSON>.object(
        .required("passphrase", \.passphrase, .string), .optional("code", \.code, .string(length: 0...100))
    ) { SignInJSON(passphrase: $0, code: $1) }
}

/// A request that replaces the passphrase.
package struct PassphraseUpdateJSON: JSONRepresentable {
    package var old: String
    package var new: String

    package static let format = JSONFormat<PassphraseUpdateJSON>.object(
        .required("old", \.old, .string), .required("new", \.new, .newPassphrase)
    ) { PassphraseUpdateJSON(old: $0, new: $1) }
}

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

/// The reason why a string cannot be the owner's passphrase.
package enum PassphraseFault: Sendable {
    case tooShort
    case tooLong

    /// The minimum number of characters of a passphrase.
    package static let fewest = 10
    /// The maximum number of bytes of a passphrase.
    package static let most = 1024

    /// Checks a string; nil if it can be a passphrase.
    package init?(_ text: String) {
        if text.count < Self.fewest {
            self = .tooShort
        } else if text.utf8.count > Self.most {
            self = .tooLong
        } else {
            return nil
        }
    }

    /// The message for programs.
    package var detail: String {
        switch self {
        case .tooShort: "The passphrase needs at least \(Self.fewest) characters."
        case .tooLong: "The passphrase may have \(Self.most) bytes at most."
        }
    }
}

extension JSONFormat where Value == String {
    /// The format of a new passphrase.
    package static var newPassphrase: JSONFormat {
        JSONFormat(.string(length: PassphraseFault.fewest...PassphraseFault.most)) {
            .string($0)
        } decode: { (json) throws(Problem) in
            let text = try json.string()
            if let fault = PassphraseFault(text) { throw json.problem(fault.detail) }
            return text
        }
    }
}

extension JSONFormat where Value == String {
    /// The format of a session of the owner for a client that has its cookie: the token of requests and forms.
    static let ownerSession = JSONFormat.only(
        "csrfToken",
        .string.described("The token that each request of the session needs in the field X-CSRF-Token.")
    ).named("OwnerSession", about: "A session of the owner.")
}

/// A session in the list of the owner's sessions.
package struct OwnerSessionEntryJSON: JSONRepresentable {
    package var id: String
    package var created: Date
    package var used: Date
    package var confirmed: Date
    package var address: String
    package var agent: String
    /// Whether the request belongs to this session.
    package var isCurrent: Bool

    package init(
        id: String, created: Date, used: Date, confirmed: Date, address: String, agent: String, isCurrent: Bool
    ) {
        self.id = id
        self.created = created
        self.used = used
        self.confirmed = confirmed
        self.address = address
        self.agent = agent
        self.isCurrent = isCurrent
    }

    package static let format = JSONFormat<OwnerSessionEntryJSON>.object(
        named: "OwnerSessionEntry", about: "An entry of the list of the owner's sessions.",
        .required("id", \.id, .string), .required("created", \.created, .date), .required("used", \.used, .date),
        .required("confirmed", \.confirmed, .date),
        .required("address", \.address, .string.described("The address that the sign-in came from.")),
        .required("agent", \.agent, .string.described("The user agent of the browser.")),
        .required("isCurrent", \.isCurrent, .bool)
    ) { id, created, used, confirmed, address, agent, isCurrent in
        OwnerSessionEntryJSON(
            id: id, created: created, used: used, confirmed: confirmed, address: address, agent: agent,
            isCurrent: isCurrent)
    }
}
