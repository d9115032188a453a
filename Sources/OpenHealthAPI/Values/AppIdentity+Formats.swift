// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension JSONFormat where Value == String {
    /// The format of a bundle identifier.
    static var appIdentifier: JSONFormat {
        .text(
            JSONSchema.string(pattern: AppIdentity.identifierPattern).described("A bundle identifier.")
                .example(.string("org.example.steps")), { $0 }
        ) { (json) throws(Problem) in
            let identifier = try json.string()
            guard AppIdentity.isIdentifier(identifier) else {
                throw json.problem(
                    "Expected a bundle identifier: at most 155 letters, digits, full stops, hyphens and underscores, "
                        + "the first a letter or digit.")
            }
            return identifier
        }
    }

    /// The format of the name of an app.
    static var appName: JSONFormat {
        .text(
            JSONSchema.string(pattern: AppIdentity.namePattern).described("The display name.")
                .example(.string("Steps")), { $0 }
        ) { (json) throws(Problem) in
            let name = AppName.normalized(try visible(json, most: 200))
            if let fault = AppName.fault(name) { throw json.problem(fault, kind: .invalidArgument) }
            return name
        }
    }

    /// The format of the version of an app.
    static var appVersion: JSONFormat { short.described("The version.") }

    /// The format of the machine that an app runs on.
    static var productType: JSONFormat { short.described("The model of the device, such as iPhone15,2.") }

    /// The format of the version of a system.
    static var systemVersion: JSONFormat {
        .text(
            JSONSchema.string(pattern: AppIdentity.systemPattern)
                .described("The version of the operating system, such as 12.0.0."), { $0 }
        ) { (json) throws(Problem) in
            let text = try json.string()
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard (1...3).contains(parts.count),
                parts.allSatisfy({
                    (1...6).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
                })
            else {
                throw json.problem("Expected one to three numbers with full stops between them, such as 12.0.1.")
            }
            return text
        }
    }

    private static var short: JSONFormat {
        .text(.string(pattern: AppIdentity.shortPattern), { $0 }) { (json) throws(Problem) in
            try visible(json, most: 100)
        }
    }

    private static func visible(_ json: JSONReader, most: Int) throws(Problem) -> String {
        let text = try json.string()
        let isVisible = !text.unicodeScalars.contains(where: AppIdentity.isInvisible)
        guard isVisible, (1...most).contains(text.unicodeScalars.count) else {
            throw json.problem(
                "Expected 1 to \(most) characters without control characters and marks of direction.")
        }
        return text
    }
}

extension AppIdentity: JSONRepresentable {
    /// The form in which an app describes itself.
    package static let format = JSONFormat<AppIdentity>.object(
        named: "AppDescription", about: "An app's description of itself.",
        .required("identifier", \.identifier, .appIdentifier), .required("name", \.name, .appName),
        .optional("version", \.version, .appVersion), .optional("productType", \.productType, .productType),
        .optional("operatingSystemVersion", \.operatingSystemVersion, .systemVersion)
    ) { AppIdentity(identifier: $0, name: $1, version: $2, productType: $3, operatingSystemVersion: $4) }

    /// The format of an app in responses. Apps that did not register over HTTP can have arbitrary strings.
    static let response = JSONFormat<AppIdentity>.object(
        named: "App", about: "An app.",
        .required(
            "identifier", \.identifier,
            .string(pattern: identifierPattern).described("A bundle identifier.").example("org.example.steps")),
        .required(
            "name", \.name,
            .string(pattern: namePattern).described("The display name.").example("Steps")),
        .optional("version", \.version, .string(pattern: shortPattern)),
        .optional("productType", \.productType, .string(pattern: shortPattern)),
        .optional("operatingSystemVersion", \.operatingSystemVersion, .string(pattern: shortPattern))
    ) { AppIdentity(identifier: $0, name: $1, version: $2, productType: $3, operatingSystemVersion: $4) }
}

extension JSONFormat where Value == String {
    /// Returns the format with an example in its schema.
    fileprivate func example(_ text: String) -> JSONFormat { schema(schema.example(.string(text))) }
}

extension AppIdentity {
    /// The pattern of identifiers: letters, digits, full stops, hyphens and underscores, at most 155 of them.
    static let identifierPattern = "^[A-Za-z0-9][A-Za-z0-9._-]{0,154}$"
    /// The pattern of names: no control characters, no invisible characters, and no characters that change the text direction.
    /// ``AppName`` checks the other rules.
    static let namePattern = "^[^\(Self.invisible)]{1,200}$"
    /// The pattern of versions and machines.
    static let shortPattern = "^[^\(Self.invisible)]{1,100}$"
    /// The pattern of system versions.
    static let systemPattern = #"^[0-9]{1,6}(\.[0-9]{1,6}){0,2}$"#
    private static let invisible =
        #"\u0000-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0"#

    /// Returns whether a string is a valid identifier of an app.
    package static func isIdentifier(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        func isLetterOrDigit(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: false
            }
        }
        return bytes.count <= 155 && bytes.first.map(isLetterOrDigit) ?? false
            && bytes.allSatisfy { isLetterOrDigit($0) || "._-".utf8.contains($0) }
    }

    /// Returns whether a character is invisible or changes the text direction.
    static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1f, 0x7f...0x9f, 0xad, 0x61c, 0x115f...0x1160, 0x180e, 0x200b...0x200f, 0x2028...0x202e,
            0x2060...0x206f, 0x3164, 0xfeff, 0xffa0:
            true
        default: false
        }
    }
}

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
