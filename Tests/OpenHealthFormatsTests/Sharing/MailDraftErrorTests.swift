// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSharing
import Testing

/// Tests of content that cannot be written, and of the reported errors.
@Suite struct MailDraftErrorTests {
    private static let lineBreaks = ["\r", "\n", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\u{2029}"]
    private static let controls = ["\0", "\u{1}", "\u{1B}", "\u{7F}", "\u{9F}", "\t"]

    /// Returns a draft for each field with a string in this field, and the name of the field in errors.
    private static func everywhere(_ text: String) -> [(MailDraft, String)] {
        let fine = MailAddress("a@example.org")
        let data = Data([1])
        return [
            (MailDraft(subject: "a" + text + "b"), "Subject"),
            (MailDraft(from: MailAddress("a@example.org", name: text)), "From, name"),
            (MailDraft(from: MailAddress("a@example.org" + text)), "From"),
            (
                MailDraft(to: [fine, MailAddress("a@example.org", name: "x" + text + "Bcc: b@example.org")]),
                "To, address 2, name"
            ),
            (MailDraft(to: [fine, MailAddress("a" + text + "@example.org")]), "To, address 2"),
            (MailDraft(cc: [MailAddress(text + "a@example.org")]), "Cc"),
            (MailDraft(bcc: [MailAddress("a@exam" + text + "ple.org"), fine]), "Bcc, address 1"),
            (MailDraft(messageID: "a@b" + text), "Message-ID"),
            (
                MailDraft(attachments: [MailAttachment(data: data, mimeType: "a/b" + text, fileName: "c")]),
                "attachment 1, MIME type"
            ),
            (
                MailDraft(attachments: [MailAttachment(data: data, mimeType: "a/b; c=d" + text, fileName: "c")]),
                "attachment 1, MIME type"
            ),
            (
                MailDraft(attachments: [
                    MailAttachment(data: data, mimeType: "a/b", fileName: "c"),
                    MailAttachment(data: data, mimeType: "a/b", fileName: "c" + text + "d"),
                ]),
                "attachment 2, file name"
            ),
        ]
    }

    @Test(arguments: lineBreaks) func noLineBreaks(text: String) {
        for (draft, place) in Self.everywhere(text) { expect(.lineBreak, place, draft) }
    }

    @Test(arguments: controls) func noControlCharacters(text: String) {
        for (draft, place) in Self.everywhere(text) { expect(.controlCharacter, place, draft) }
    }

    @Test func addresses() {
        for address in [
            "", "a", "@", "a@", "@b", "a b@c", "a@b c", "a@b@c", "a..b@c", ".a@c", "a.@c", "a@b..c", "a@.b", "a@b.",
            "<a@b>", "a@b, c@d", "a;b@c", "\"a\"@b", "a(b)@c", "a@-b", "a@b-", "a@b_c", "a@[1.2.3.4]", "a@b>", "a:b@c",
            "a\\@b",
            String(repeating: "l", count: 65) + "@b", "a@" + String(repeating: "d", count: 64),
            "a@" + String(repeating: "d.", count: 130) + "d",
        ] {
            expect(.invalidAddress, "To", MailDraft(to: [MailAddress(address)]))
        }
        for address in ["\u{E9}@b", "a@b\u{FC}cher.example", "\u{4F53}@\u{91CD}"] {
            expect(.internationalAddress, "To", MailDraft(to: [MailAddress(address)]))
        }
    }

    @Test func mimeTypes() {
        for type in [
            "", "a", "a/", "/b", "a/b/c", "a b/c", "a/b c", "a/b;", "a/b; c", "a/b; c=", "a/b; =d", "a/b; c=d e",
            "a/b; c=\"d",
            "\u{E9}/b", "plain", "a/b; c=" + String(repeating: "d", count: 100), "multipart/mixed", "Message/RFC822",
        ] {
            expect(
                .invalidMIMEType, "attachment 1, MIME type",
                MailDraft(attachments: [MailAttachment(data: Data(), mimeType: type, fileName: "a")]))
        }
    }

    @Test func fileNames() {
        for name in ["", ".", "..", "a/b", "/", "a\\b", "../a"] {
            expect(
                .invalidFileName, "attachment 1, file name",
                MailDraft(attachments: [MailAttachment(data: Data(), mimeType: "a/b", fileName: name)]))
        }
    }

    @Test func messageIDs() {
        for identifier in ["", "a", "<a@b>", "a@", "@b", "a@b@c", "a b@c", "\u{E9}@b"] {
            expect(.invalidMessageID, "Message-ID", MailDraft(messageID: identifier))
        }
    }

    @Test func dates() {
        for date in [
            Date.distantPast, Date(timeIntervalSince1970: -2_208_988_801), Date(timeIntervalSince1970: 253_402_300_800),
        ] {
            expect(.invalidDate, "Date", MailDraft(date: date, timeZone: .gmt))
        }
    }

    private func expect(
        _ code: MailDraftError.Code, _ place: String, _ draft: MailDraft,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: MailDraftError.self, "\(place)", sourceLocation: sourceLocation) {
            try draft.data()
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(error?.place == place, sourceLocation: sourceLocation)
        #expect(error?.description.hasPrefix(place + ": ") == true, sourceLocation: sourceLocation)
        #expect(error?.localizedDescription == error?.description, sourceLocation: sourceLocation)
    }
}
