// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
