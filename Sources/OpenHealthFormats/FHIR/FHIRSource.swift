// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The sources of samples in FHIR.
enum FHIRSource {
    /// Returns the URI of an app in `meta.source`.
    static func uri(_ source: HKSource) -> String {
        "urn:openhealthkit:source:" + escaped(source.bundleIdentifier)
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let letter = Character(Unicode.Scalar(byte))
            let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber || ".-_".contains(letter))
            return isPlain ? String(letter) : "%" + String(byte, radix: 16, uppercase: true).leftPadded
        }.joined()
    }

    /// Returns an extension with the name and version of an app, for which FHIR has no element.
    static func `extension`(_ revision: HKSourceRevision) -> JSONValue {
        let parts: [(String, String?)] = [
            ("name", revision.source.name), ("bundleIdentifier", revision.source.bundleIdentifier),
            ("version", revision.version), ("productType", revision.productType),
        ]
        let extensions = parts.compactMap { url, text -> JSONValue? in
            guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
            return .object([("url", .string(url)), ("valueString", .string(text))])
        }
        return .object([("url", .string("urn:openhealthkit:source")), ("extension", .array(extensions))])
    }
}

extension String {
    /// The string, padded to at least two digits.
    fileprivate var leftPadded: String { count < 2 ? "0" + self : self }
}
