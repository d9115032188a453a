// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why a draft cannot be written, and where in it the fault is.
///
/// The texts name headers and positions, and nothing that the mail says.
public struct MailDraftError: Error, Hashable, CustomStringConvertible {
    /// The kind of the error, which programs can compare.
    ///
    /// Open, so that a later version can tell kinds apart that this one lumps together.
    public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, such as `lineBreak`.
        public let rawValue: String

        /// Creates a code from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The name of the kind.
        public var description: String { rawValue }
    }

    /// The kind of the error.
    public let code: Code
    /// The part of the draft, such as `Subject`, `To, address 2` or `attachment 1, file name`; counted from 1.
    public let place: String
    /// The problem.
    public let message: String
    /// The remedy.
    public let remedy: String

    init(_ code: Code, _ place: String, _ message: String, _ remedy: String) {
        self.code = code
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    /// The error in one line: the place, what is wrong, what to do.
    public var description: String { "\(place): \(message); \(remedy)" }
}

extension MailDraftError: LocalizedError {
    /// The same as the description.
    public var errorDescription: String? { description }
}

extension MailDraftError.Code {
    /// A header, an address or a file name has a line break, which would end the header.
    public static let lineBreak = Self(rawValue: "lineBreak")
    /// A header, an address or a file name has a character that controls rather than shows.
    public static let controlCharacter = Self(rawValue: "controlCharacter")
    /// Invalid address.
    public static let invalidAddress = Self(rawValue: "invalidAddress")
    /// An address has characters beyond ASCII.
    public static let internationalAddress = Self(rawValue: "internationalAddress")
    /// A MIME type has not the form of one, or one that cannot be attached.
    public static let invalidMIMEType = Self(rawValue: "invalidMIMEType")
    /// A file name is empty or names a folder.
    public static let invalidFileName = Self(rawValue: "invalidFileName")
    /// The identifier of the message has not the form of one.
    public static let invalidMessageID = Self(rawValue: "invalidMessageID")
    /// The date cannot be written in a mail.
    public static let invalidDate = Self(rawValue: "invalidDate")
}
