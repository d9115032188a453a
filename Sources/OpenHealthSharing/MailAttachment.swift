// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file that goes with a mail.
public struct MailAttachment: Sendable, Hashable {
    /// The content of the file.
    public var data: Data
    /// The MIME type, such as `application/pdf` or `text/csv; charset=utf-8`.
    ///
    /// Types that hold other messages (`message` and `multipart`) are refused, since those may not be attached as bytes.
    public var mimeType: String
    /// The name under which it is saved, in any script, without folders.
    public var fileName: String

    /// Creates an attachment.
    /// - Parameters:
    ///   - data: the content of the file. `Data(contentsOf:options:)` with `.mappedIfSafe` keeps a large file out of memory.
    ///   - mimeType: the MIME type.
    ///   - fileName: the name under which it is saved.
    public init(data: Data, mimeType: String, fileName: String) {
        self.data = data
        self.mimeType = mimeType
        self.fileName = fileName
    }
}
