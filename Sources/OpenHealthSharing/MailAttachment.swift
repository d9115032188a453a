// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A sender or recipient of a mail: a person or mailbox.
public struct MailAddress: Sendable, Hashable {
    /// The display name, in any script; nil or empty for none.
    public var name: String?
    /// The address, such as `someone@example.org`.
    ///
    /// The address is checked when the mail is written. The check is basic: there must be something before and after one `@`,
    /// with characters that RFC 5321 allows without quotation marks, and within the maximum length. A domain in a script other
    /// than ASCII must be specified in its ASCII form, which begins with `xn--`; the part before the `@` has no such form.
    public var address: String

    /// Creates an address.
    /// - Parameters:
    ///   - address: The address, such as `someone@example.org`.
    ///   - name: The display name, if any.
    public init(_ address: String, name: String? = nil) {
        self.address = address
        self.name = name
    }
}

/// A file attached to a mail.
public struct MailAttachment: Sendable, Hashable {
    /// The content of the file.
    public var data: Data
    /// The MIME type, such as `application/pdf` or `text/csv; charset=utf-8`.
    ///
    /// Types that contain other messages (`message` and `multipart`) are rejected, because these may not be attached as bytes.
    public var mimeType: String
    /// The name of the file, in any script, without folders.
    public var fileName: String

    /// Creates an attachment.
    /// - Parameters:
    ///   - data: The content of the file. To keep a large file out of memory, use `Data(contentsOf:options:)` with
    ///     `.mappedIfSafe`.
    ///   - mimeType: The MIME type.
    ///   - fileName: The name of the file.
    public init(data: Data, mimeType: String, fileName: String) {
        self.data = data
        self.mimeType = mimeType
        self.fileName = fileName
    }
}
