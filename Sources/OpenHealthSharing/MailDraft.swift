// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A mail with text and attachments that is ready to be looked at and sent: the person's mail program opens the file as a
/// draft.
///
///     var draft = MailDraft(to: [MailAddress("doctor@example.org", name: "Dr. Nakamura")], subject: "My readings")
///     draft.body = "Please find the readings of March attached."
///     draft.attachments = [MailAttachment(data: report, mimeType: "application/pdf", fileName: "March.pdf")]
///     try draft.write(to: URL(filePath: "readings.eml"))
///
/// The file is a message of RFC 5322 with parts of RFC 2045, all of it ASCII in short lines, so that nothing on its way
/// can damage it. Names, subject and file names may be in any script. Nothing that is put in can add a header of its own: line
/// breaks and other control characters are errors everywhere but in the text and in the attachments.
public struct MailDraft: Sendable, Hashable {
    /// The sender; nil leaves it to the mail program.
    public var from: MailAddress?
    /// Whom it is for.
    public var to: [MailAddress]
    /// The recipients of copies.
    public var cc: [MailAddress]
    /// The recipients of blind copies. The file contains them for the mail program, which removes them when sending.
    public var bcc: [MailAddress]
    /// The subject, in one line; no header if it is empty.
    public var subject: String
    /// When it was written, to the second. From the year 1900 to the year 9999.
    public var date: Date
    /// The time zone in which the date is written.
    public var timeZone: TimeZone
    /// The unique identifier of the message, as `part@domain` without angle brackets; nil leaves that to the mail program.
    public var messageID: String?
    /// Whether mail programs should open it for writing rather than for reading: the header `X-Unsent`.
    public var isUnsent: Bool
    /// The text. Line breaks of any kind are written as those of mail, and the last line ends with one.
    public var body: String
    /// The files that go with it, in order.
    public var attachments: [MailAttachment]

    /// Creates a draft; see the properties.
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
