// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats

extension MailDraft {
    /// Returns the message in the format of an `.eml` file.
    ///
    /// - Complexity: O(*n*) in time and memory, where *n* is the size of the draft.
    /// - Throws: A ``MailDraftError``.
    public func data() throws -> Data {
        var sink = MemoryByteSink()
        try write(to: &sink)
        return Data(sink.bytes)
    }

    /// Writes the message to a file, which gets its name when it is complete.
    ///
    /// Attachments are encoded in chunks, so that little additional memory is needed.
    /// - Parameter url: The URL of the file. An existing file is replaced.
    /// - Throws: A ``MailDraftError`` before anything is written, or a `FormatError` (`FormatError.Code.notWritable`).
    public func write(to url: URL) throws {
        let head = try head()
        var sink = try FileByteSink(url: url)
        try write(head, to: &sink)
        try sink.finish()
    }

    /// Writes the message.
    /// - Parameter sink: The sink, which receives the message in chunks.
    /// - Throws: A ``MailDraftError`` before anything is written, or the error of the sink.
    public func write(to sink: inout some ByteSink) throws {
        try write(head(), to: &sink)
    }

    /// The part of the message that can be invalid.
    private struct Head {
        /// The headers of the message, without those of its content.
        var message: String
        /// The headers of the content of each attachment.
        var attachments: [String]
    }

    private func head() throws(MailDraftError) -> Head {
        var headers = MailHeaders()
        if isUnsent { headers.add("X-Unsent", "1") }
        if let from { try headers.add("From", [from]) }
        try headers.add("To", to)
        try headers.add("Cc", cc)
        try headers.add("Bcc", bcc)
        if !subject.isEmpty { try headers.addText("Subject", subject) }
        headers.add("Date", try MailDate.text(date, in: timeZone))
        if let messageID { headers.add("Message-ID", "<\(try MailSyntax.checkedMessageID(messageID))>") }
        headers.add("MIME-Version", "1.0")
        var parts: [String] = []
        for (index, attachment) in attachments.enumerated() {
            var part = MailHeaders()
            let place = "attachment \(index + 1)"
            let type = try MailSyntax.checkedMIMEType(attachment.mimeType, "\(place), MIME type")
            part.add("Content-Type", type.first ?? "", parameters: Array(type.dropFirst()))
            part.add("Content-Transfer-Encoding", "base64")
            let name = try MailSyntax.checkedFileName(attachment.fileName, "\(place), file name")
            part.add("Content-Disposition", "attachment", parameters: MailParameter.texts("filename", name))
            parts.append(part.text)
        }
        return Head(message: headers.text, attachments: parts)
    }

    private func write(_ head: Head, to sink: inout some ByteSink) throws {
        let text = MailText(body)
        let part = text.headers + "\r\n" + text.content
        if attachments.isEmpty {
            try sink.write(head.message + part)
            return
        }
        // Neither base64 nor quoted-printable contains "=_", and a string that contains it is encoded. The number is for programs
        // that include this message unchanged in another one.
        let boundary = "=_part_\(String(Self.fingerprint(head, part), radix: 36))"
        var content = MailHeaders()
        content.add("Content-Type", "multipart/mixed", parameters: ["boundary=\"\(boundary)\""])
        try sink.write(head.message + content.text + "\r\n")
        // The line break before a boundary is part of it.
        if !body.isEmpty { try sink.write("--\(boundary)\r\n" + part + "\r\n") }
        for (attachment, headers) in zip(attachments, head.attachments) {
            try sink.write("--\(boundary)\r\n" + headers + "\r\n")
            try MailBase64.write(attachment.data, to: &sink)
            try sink.write("\r\n")
        }
        try sink.write("--\(boundary)--\r\n")
    }

    /// Returns a number that is the same for the same draft in every process (FNV-1a).
    private static func fingerprint(_ head: Head, _ part: String) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for text in [head.message, part] + head.attachments {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
        }
        return hash
    }
}

extension ByteSink {
    /// Writes a string as UTF-8.
    mutating func write(_ text: String) throws {
        try Array(text.utf8).withUnsafeBytes { try write($0) }
    }
}
