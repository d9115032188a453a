// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// The appearance of the pages: the preference of the owner, and the cookie for pages without the owner.
@Suite(.timeLimit(.usual)) struct AppearancePageTests {
    private static func cookies(_ response: OwnedDaemon.Response) -> [String] {
        response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            .filter { $0.hasPrefix(Appearance.cookie) }
    }

    @Test func pagesHaveTheOwnersAppearance() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let before = try await daemon.send("GET", "/settings", as: owner)
            #expect(before.text.contains("content=\"light dark\"") && Self.cookies(before).isEmpty)
            #expect(before.text.contains("dark.css\" media=\"screen and (prefers-color-scheme: dark)\""))
            for (choice, media) in [("light", "not all"), ("dark", "screen")] {
                let change = try await daemon.send(
                    "PATCH", "/v1/owner/preferences", as: owner, json: "{\"appearance\":\"\(choice)\"}")
                #expect(change.status == 200, "\(change.text)")
                let after = try await daemon.send("GET", "/settings", as: owner)
                #expect(after.text.contains("name=\"color-scheme\" content=\"\(choice)\""))
                #expect(after.text.contains("dark.css\" media=\"\(media)\""))
                // The browser has it for pages without the owner.
                #expect(
                    Self.cookies(after).count == 1 && Self.cookies(after)[0].hasPrefix("health_appearance=\(choice);"))
                let signIn = try await daemon.send(
                    "GET", "/owner/login", headers: [("Cookie", "health_appearance=\(choice)")])
                #expect(signIn.text.contains("dark.css\" media=\"\(media)\"") && Self.cookies(signIn).isEmpty)
            }
        }
    }

    /// A cookie that the preferences no longer have is deleted; an invalid one is ignored.
    @Test func thePreferenceIsStrongerThanTheCookie() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let signIn = try await daemon.send(
                "GET", "/owner/login", headers: [("Cookie", "health_appearance=\"><script>")])
            #expect(signIn.text.contains("content=\"light dark\"") && !signIn.text.contains("<script>"))
            let page = try await daemon.send(
                "GET", "/settings", as: owner, headers: [("Cookie", "health_appearance=dark")])
            // The test's own cookie may come second; the page says what the owner has chosen either way.
            #expect(page.text.contains("content=\"light dark\""))
        }
    }
}
