// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSharing
import Testing

/// The article's mail and its page of the App Store.
@Suite struct SharingTests {
    /// The handler of the article's button. The draft opens in the person's mail program, which sends or discards it.
    private func handleMailButton() throws -> Data {
        let attachedText = "text"
        var mailSender = MailDraft()
        mailSender.attachments.append(
            MailAttachment(data: attachedText.data(using: .utf8)!, mimeType: "plain/text", fileName: "test.txt"))
        return try mailSender.data()
    }

    @Test func theMailHasTheAttachment() throws {
        let mail = String(decoding: try handleMailButton(), as: UTF8.self)
        #expect(mail.contains("X-Unsent: 1\r\n"))
        #expect(mail.contains("Content-Type: plain/text"))
        #expect(mail.contains("test.txt"))
        #expect(mail.contains("dGV4dA=="))
    }

    @Test func thePageOfTheAppOpens() {
        #expect(AppStorePage.url(appID: "284882215")?.absoluteString == "https://apps.apple.com/app/id284882215")
    }
}
