// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A mail with text and attachments that is ready to be reviewed and sent: the person's mail program opens the file as a draft.
///
///     var draft = MailDraft(to: [MailAddress("doctor@example.org", name: "Dr. Nakamura")], subject: "My readings")
///     draft.body = "Please find the readings of March attached."
///     draft.attachments = [MailAttachment(data: report, mimeType: "application/pdf", fileName: "March.pdf")]
///     try draft.write(to: URL(filePath: "readings.eml"))
///
/// The file is a message according to RFC 5322 with parts according to RFC 2045. It consists of short lines in ASCII, which are
/// transmitted unchanged. Names, the subject and file names can be in any script. No input can add a header: line breaks and
/// other control characters are errors everywhere except in the text and the attachments.
public struct MailDraft: Sendable, Hashable {
    /// The sender; nil to use that of the mail program.
    public var from: MailAddress?
    /// The recipients.
    public var to: [MailAddress]
    /// The recipients of copies.
    public var cc: [MailAddress]
    /// The recipients of blind copies. The file contains them for the mail program, which removes them when it sends the mail.
    public var bcc: [MailAddress]
    /// The subject in one line; no header if it is empty.
    public var subject: String
    /// The date of the mail, to the second, from the year 1900 to the year 9999.
    public var date: Date
    /// The time zone in which the date is written.
    public var timeZone: TimeZone
    /// The unique identifier of the message, as `part@domain` without angle brackets; nil to let the mail program create one.
    public var messageID: String?
    /// A Boolean value that indicates whether mail programs open the file for editing rather than for reading: the header
    /// `X-Unsent`.
    public var isUnsent: Bool
    /// The text. Line breaks of any kind are converted to those of mail, and the last line ends with one.
    public var body: String
    /// The attachments in order.
    public var attachments: [MailAttachment]

    /// Creates a draft with the given properties.
    public init(
        from: MailAddress? = nil, to: [MailAddress] = [], cc: [MailAddress] = [], bcc: [MailAddress] = [],
        subject: String = "", date: Date = Date(), timeZone: TimeZone = .current, messageID: String? = nil,
        isUnsent: Bool = true, body: String = "", attachments: [MailAttachment] = []
    ) {
        self.from = from
        self.to = to
        self.cc = cc
        self.bcc = bcc
        self.subject = subject
        self.date = date
        self.timeZone = timeZone
        self.messageID = messageID
        self.isUnsent = isUnsent
        self.body = body
        self.attachments = attachments
    }
}
