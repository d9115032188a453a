// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// Tests of pages in all languages.
@Suite(.timeLimit(.usual)) struct LanguagePageTests {
    private static let browsers = [
        ("en-US", "en"), ("pt-BR,en;q=0.5", "pt-BR"), ("ja", "ja"), ("ko-KR", "ko"), ("de-CH", "de"), ("es", "es"),
        ("fr-BE,nl;q=0.9", "fr"), ("zh-CN", "zh-Hans"),
    ]

    private func title(_ page: OwnedDaemon.Response) -> String {
        String(page.text.firstMatch(of: /<h1>(.*?)<\/h1>/)?.output.1 ?? "")
    }

    @Test func pagesUseTheBrowsersLanguageUntilAnotherIsChosen() async throws {
        try await OwnedDaemon.with { daemon in
            var titles: Set<String> = []
            for (accept, tag) in Self.browsers {
                let page = try await daemon.send("GET", "/owner/login", headers: [("Accept-Language", accept)])
                #expect(page.text.contains("<html lang=\"\(tag)\">") && page.header("Content-Language") == tag)
                titles.insert(title(page))
            }
            #expect(titles.count == 8 && titles.contains("サインイン"), "\(titles)")

            let chosen = try await daemon.send(
                "POST", "/language", form: [("language", "ko"), ("next", "/owner/login?next=/types")])
            #expect(chosen.status == 303 && chosen.header("Location") == "/owner/login?next=/types")
            let field = try #require(chosen.header("Set-Cookie"))
            #expect(field.hasPrefix("health_language=ko;") && field.contains("SameSite=Lax"))
            let page = try await daemon.send(
                "GET", "/owner/login", headers: [("Accept-Language", "ja"), ("Cookie", "health_language=ko")])
            #expect(page.text.contains("<html lang=\"ko\">"))
            #expect(
                try await daemon.send("GET", "/owner/login", headers: [("Cookie", "health_language=xx")]).status == 200)
            for (language, next) in [("xx", "/"), ("", "/")] {
                let response = try await daemon.send(
                    "POST", "/language", form: [("language", language), ("next", next)])
                #expect(response.status == 422 && response.header("Set-Cookie") == nil)
            }
            for next in ["https://evil.example/", "//evil.example", "/\\evil.example", ""] {
                let response = try await daemon.send("POST", "/language", form: [("language", "ja"), ("next", next)])
                #expect(response.header("Location") == "/", "\(next)")
            }
        }
    }

    /// When the person signs in with a browser without a chosen language, the browser uses the language chosen elsewhere.
    @Test func theChosenLanguageIsKept() async throws {
        try await OwnedDaemon.with { daemon in
            let database = daemon.database
            var change = PreferencesUpdate()
            change.language = .some("ja")
            _ = try database.preferences.change(change)
            func signIn(_ headers: [(String, String)]) async throws -> [String] {
                let page = try await daemon.send("GET", "/owner/login")
                let seal = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
                let response = try await daemon.send(
                    "POST", "/owner/login", form: [("csrf", String(seal)), ("passphrase", OwnedDaemon.passphrase)],
                    headers: headers)
                #expect(response.status == 200)
                return response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            }
            #expect(try await signIn([]).contains { $0.hasPrefix("health_language=ja;") })
            #expect(try await !signIn([("Cookie", "health_language=pt")]).contains { $0.hasPrefix("health_language") })
        }
    }

    /// Errors are in the language of the page, and typed values are kept unless they are secret.
    @Test func errorsUseTheLanguageOfThePage() async throws {
        try await OwnedDaemon.with(hasOwner: false) { daemon in
            let code = try #require(try daemon.services.owner.setupCode())
            var seen: Set<String> = []
            for (accept, _) in Self.browsers {
                func send(_ code: String, _ passphrase: String, _ again: String) async throws -> OwnedDaemon.Response {
                    let page = try await daemon.send("GET", "/owner/setup")
                    let seal = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
                    return try await daemon.send(
                        "POST", "/owner/setup",
                        form: [
                            ("csrf", String(seal)), ("code", code), ("passphrase", passphrase), ("again", again),
                        ], headers: [("Accept-Language", accept)])
                }
                for (code, passphrase, again, status) in [
                    ("typed <code>", "short", "short", 400), (code, "a long passphrase", "another passphrase", 400),
                    (code, String(repeating: "x", count: 2000), "", 400),
                    ("no", "a long passphrase", "a long passphrase", 403),
                ] {
                    let response = try await send(code, passphrase, again)
                    #expect(response.status == status)
                    let wrong = try #require(
                        response.text.firstMatch(of: /<p class="wrong" role="alert">(.*?)<\/p>/)?.output.1)
                    #expect(seen.insert(String(wrong)).inserted, "\(wrong)")
                    #expect(!response.text.contains(passphrase == "short" ? "value=\"short\"" : passphrase))
                    if code.contains("<") { #expect(response.text.contains("value=\"typed &lt;code&gt;\"")) }
                }
            }
            #expect(seen.count == 4 * Self.browsers.count)
        }
    }

    @Test func aLockedSignInShowsTheRemainingTime() async throws {
        try await OwnedDaemon.with { daemon in
            for _ in 0..<SignInLocks.maximumFailures {
                _ = try await daemon.send("POST", "/v1/owner/session", json: #"{"passphrase":"wrong"}"#)
            }
            let page = try await daemon.send("GET", "/owner/login")
            let seal = try #require(page.text.firstMatch(of: /name="csrf" value="([^"]*)"/)?.output.1)
            let form = [("csrf", String(seal)), ("passphrase", OwnedDaemon.passphrase)]
            var response = try await daemon.send("POST", "/owner/login", form: form)
            #expect(response.status == 429 && response.header("Retry-After") == "30")
            #expect(response.text.contains("Try again in 30 seconds."))
            response = try await daemon.send("POST", "/owner/login", form: form, headers: [("Accept-Language", "ja")])
            #expect(response.text.contains("30秒後"))
        }
    }

    @Test func theSheetAndTheAppsUseTheOwnersLanguage() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let token = try await daemon.register("org.example.steps", name: "歩数計")
            let request = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(token),
                json: #"{"share":["stepCount"],"read":["heartRate"]}"#)
            let id = try #require(request.json?["id"]?.string)
            let japanese = [("Accept-Language", "ja")]
            let sheet = try await daemon.send(
                "GET", "/owner/requests/\(id)?next=/types", as: .owner(owner), headers: japanese)
            let texts = PageTexts(
                .japanese, try #require((daemon.services.pages as? WebSite)?.files.strings[.japanese]))
            #expect(title(sheet) == texts.text("permission_title", ["name": "歩数計"]))
            func label(_ key: String, _ type: String) -> String {
                "aria-label=\"\(texts.text(key, ["type": texts.text("type_" + type)]))\""
            }
            #expect(sheet.text.contains(label("permission_save_type", "stepCount")))
            #expect(sheet.text.contains(label("permission_read_type", "heartRate")))
            #expect(!sheet.text.contains(label("permission_save_type", "heartRate")))
            let response = try await daemon.send(
                "POST", "/owner/requests/\(id)", as: .owner(owner), form: [("answer", "all"), ("next", "/types")])
            #expect(response.status == 303 && response.header("Location") == "/types")
            let apps = try await daemon.send("GET", "/owner/apps", as: .owner(owner), headers: japanese)
            #expect(apps.text.contains("id=\"org.example.steps\"") && apps.text.contains(texts.text("type_stepCount")))
        }
    }

    /// Visible strings of a page are never keys, and never English in other languages.
    @Test func noPageShowsKeys() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for (accept, _) in Self.browsers {
                for path in [
                    "/", "/types", "/types/stepCount", "/types/stepCount/samples", "/add", "/add/bodyMass",
                    "/add/symptoms",
                    "/welcome", "/settings", "/owner/apps", "/owner/requests", "/owner/sources", "/types/nothing",
                    "/owner/requests/\(UUID())",
                ] {
                    let page = try await daemon.send(
                        "GET", path, as: .owner(owner), headers: [("Accept-Language", accept)])
                    let shown = page.text.replacing(/<[^>]*>/, with: " ")
                    #expect(
                        !shown.contains(/\b(signin|frame|page|permission|sources|welcome|settings|type|add)_[a-z]/),
                        "\(path)")
                    #expect(!title(page).isEmpty && !shown.contains("{"), "\(path)")
                }
            }
        }
    }
}
