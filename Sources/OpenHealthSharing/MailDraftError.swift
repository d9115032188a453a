// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// An error in a draft that prevents it from being written, with its location.
///
/// The strings contain headers and positions, but no contents of the mail.
public struct MailDraftError: Error, Hashable, CustomStringConvertible {
    /// The kind of an error, for comparison.
    public typealias Code = ErrorCode<MailDraftError>

    /// The kind of the error.
    public let code: Code
    /// The location in the draft, such as `Subject`, `To, address 2` or `attachment 1, file name`; counted from 1.
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

    /// A description in one line: the location, the problem and the remedy.
    public var description: String { "\(place): \(message); \(remedy)" }
}

extension MailDraftError: LocalizedError {
    /// The same as the description.
    public var errorDescription: String? { description }
}

extension MailDraftError.Code {
    /// A header, an address or a file name contains a line break, which would end the header.
    public static let lineBreak = Self(rawValue: "lineBreak")
    /// A header, an address or a file name contains a control character.
    public static let controlCharacter = Self(rawValue: "controlCharacter")
    /// An address is invalid.
    public static let invalidAddress = Self(rawValue: "invalidAddress")
    /// An address contains non-ASCII characters.
    public static let internationalAddress = Self(rawValue: "internationalAddress")
    /// A MIME type is invalid or cannot be attached.
    public static let invalidMIMEType = Self(rawValue: "invalidMIMEType")
    /// A file name is empty or contains a folder.
    public static let invalidFileName = Self(rawValue: "invalidFileName")
    /// The identifier of the message is invalid.
    public static let invalidMessageID = Self(rawValue: "invalidMessageID")
    /// The date cannot be represented in a mail.
    public static let invalidDate = Self(rawValue: "invalidDate")
}
