// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

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
