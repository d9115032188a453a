// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthSharing
import Testing

@Suite struct AppStorePageTests {
    @Test func theAppOfTheArticle() {
        #expect(AppStorePage.url(appID: "284882215")?.absoluteString == "https://apps.apple.com/app/id284882215")
        #expect(AppStorePage.url(appID: "id284882215") == AppStorePage.url(appID: "284882215"))
        #expect(AppStorePage.url(appID: "9223372036854775807") != nil)
    }

    @Test func otherTextsHaveNoPage() {
        for text in [
            "", "id", "ID1", "idid1", "-1", "+1", "0", "01", "1.0", " 1", "1 ", "1\n", "1/2", "1?x", "\u{FF11}",
            "\u{661}", "1e3", "facebook",
            "https://apps.apple.com/app/id1", String(repeating: "9", count: 20),
        ] {
            #expect(AppStorePage.url(appID: text) == nil, "\(text)")
        }
    }
}
