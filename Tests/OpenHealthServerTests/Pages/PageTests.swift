// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// Tests of the actions of a person in a browser.
@Suite(.timeLimit(.usual)) struct PageTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let rate = "HKQuantityTypeIdentifierHeartRate"

    private func field(_ name: String, _ page: OwnedDaemon.Response) throws -> String {
        let pattern = try Regex("name=\"\(name)\" value=\"([^\"]*)\"", as: (Substring, Substring).self)
        return String(try #require(page.text.firstMatch(of: pattern), "\(page.text)").output.1)
    }

    @Test func aPersonSetsUpGrantsAndRevokes() async throws {
        try await OwnedDaemon.with(hasOwner: false) { daemon in
            #expect(try await daemon.send("GET", "/").header("Location") == "/owner/setup")
            #expect(try await daemon.send("GET", "/owner/login").header("Location") == "/owner/setup")
            let code = try #require(try daemon.services.owner.setupCode())
            var page = try await daemon.send("GET", "/owner/setup")
            #expect(page.status == 200 && page.header("Content-Type") == "text/html; charset=utf-8")
            var form = [
                ("csrf", try field("csrf", page)), ("code", "wrong"), ("passphrase", "a long passphrase"),
                ("again", "a long passphrasf"),
            ]
            #expect(try await daemon.send("POST", "/owner/setup", form: form).status == 400)
            form[3].1 = form[2].1
            #expect(try await daemon.send("POST", "/owner/setup", form: form).status == 403)
            // The daemon's link contains the code, and people type it in lowercase and with spaces.
            let link = try await daemon.send("GET", "/owner/setup?code=\(code)")
            #expect(link.text.contains("name=\"code\" value=\"\(code)\""))
            form[1].1 = " " + code.lowercased().replacing("-", with: " ")
            var response = try await daemon.send("POST", "/owner/setup", form: form)
            #expect(
                response.status == 200 && response.text.contains("id=\"next\" href=\"/welcome\""), "\(response.text)")
            #expect(try await daemon.send("GET", "/owner/setup").header("Location") == "/owner/login")

            // An app sends a request, whose page leads to the sign-in page and back.
            let token = try await daemon.register("org.example.steps")
            let request = try await daemon.send(
                "POST", "/v1/authorization-requests", as: .app(token),
                json: #"{"share":["\#(Self.steps)"],"read":["\#(Self.steps)","\#(Self.rate)"]}"#)
            let id = try #require(request.json?["id"]?.string)
            let sheet = "/owner/requests/\(id)"
            #expect(try await daemon.send("GET", sheet).header("Location") == "/owner/login?next=\(sheet)")
            page = try await daemon.send("GET", "/owner/login?next=\(sheet)")
            #expect(try field("next", page) == sheet)
            form = [("csrf", try field("csrf", page)), ("next", sheet), ("passphrase", "not the passphrase")]
            #expect(try await daemon.send("POST", "/owner/login", form: form).status == 403)
            form[2].1 = "a long passphrase"
            response = try await daemon.send("POST", "/owner/login", form: form)
            #expect(response.status == 200 && response.text.contains("id=\"next\" href=\"\(sheet)\""))
            let cookie = try #require(
                response.header("Set-Cookie")?.split(separator: ";").first?.split(separator: "=").last)
            let owner = OwnedDaemon.OwnerAccess(cookie: String(cookie), token: try field("csrf", response))
            let home = try await daemon.send("GET", "/", as: .owner(owner))
            #expect(home.status == 200 && home.text.contains("data-page=\"dashboard\""))
            // Every page shows that a request is waiting.
            #expect(home.text.contains("1 app is waiting for your decision"))
            #expect(try await daemon.send("GET", "/owner/requests", as: .owner(owner)).text.contains(sheet))

            page = try await daemon.send("GET", sheet, as: .owner(owner))
            #expect(try field("csrf", page) == owner.token)
            #expect(
                page.text.contains("aria-label=\"Save Steps\"")
                    && page.text.contains("aria-label=\"Read Heart rate\""))
            #expect(!page.text.contains("Save Heart rate"))
            #expect(page.header("Referrer-Policy") == "same-origin")
            // The Enter key activates the first button of a form.
            let first = try #require(page.text.firstMatch(of: /<button[^>]*name="answer" value="([a-z]+)"/)?.output.1)
            #expect(first == "choices")
            response = try await daemon.send(
                "POST", sheet, as: .owner(owner),
                form: [("answer", "choices"), ("read", Self.rate), ("since", "2026-01-01")])
            #expect(response.status == 303)
            let app = try #require(try daemon.database.apps.all().first)
            let permissions = Dictionary(uniqueKeysWithValues: app.permissions.map { ($0.type, $0.permission) })
            #expect(permissions[Self.steps] == AppPermission(share: .denied, read: .denied))
            #expect(
                permissions[Self.rate]?.read == .limited(since: Date(timeIntervalSince1970: 1_767_225_600)))
            #expect(try await daemon.send("GET", sheet, as: .owner(owner)).text.contains("has been answered"))
            #expect(
                try await daemon.send("POST", sheet, as: .owner(owner), form: [("answer", "all")]).status == 409)

            // The person changes the response later.
            page = try await daemon.send("GET", "/owner/apps", as: .owner(owner))
            #expect(page.text.contains("value=\"2026-01-01\""))
            response = try await daemon.send(
                "POST", "/owner/apps", as: .owner(owner),
                form: [
                    ("app", "org.example.steps"), ("type", Self.steps), ("type", Self.rate), ("share", Self.steps),
                    ("action", "save"),
                ])
            #expect(response.status == 303, "\(response.text)")
            let changed = try #require(try daemon.database.apps.all().first).permissions
            #expect(
                changed.first { $0.type == Self.steps }?.permission == AppPermission(share: .authorized, read: .denied))
            #expect(changed.first { $0.type == Self.rate }?.permission.read == .denied)
            let left = try await daemon.send(
                "POST", "/owner/apps", as: .owner(owner), form: [("app", "org.example.steps"), ("action", "release")])
            #expect(left.status == 303)
            #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 401)
            #expect(try await daemon.send("POST", "/owner/logout", as: .owner(owner), form: []).status == 303)
            #expect(try await daemon.send("GET", "/owner/apps", as: .owner(owner)).status == 303)
        }
    }

    @Test func allowAllAndDenyAllNeedNoScript() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for (number, response) in ["all", "none"].enumerated() {
                let identifier = "org.example.app\(number)"
                let token = try await daemon.register(identifier)
                let request = try await daemon.send(
                    "POST", "/v1/authorization-requests", as: .app(token),
                    json: #"{"share":["\#(Self.steps)"],"read":["\#(Self.rate)"]}"#)
                let id = try #require(request.json?["id"]?.string)
                #expect(
                    try await daemon.send(
                        "POST", "/owner/requests/\(id)", as: .owner(owner), form: [("answer", response)]
                    ).status == 303)
                let entries = try #require(try daemon.database.apps.all().first { $0.identifier == identifier })
                    .permissions
                let isAllowed = response == "all"
                #expect(
                    entries.first { $0.type == Self.steps }?.permission.share == (isAllowed ? .authorized : .denied))
                #expect(
                    entries.first { $0.type == Self.rate }?.permission.read == (isAllowed ? .authorized : .denied))
            }
        }
    }

    @Test func anExpiredFormIsRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let page = try await daemon.send("GET", "/owner/login")
            let seal = try field("csrf", page)
            daemon.clock.move(seconds: 3601)
            for seal in [seal, "", "1.x", seal + "A"] {
                let response = try await daemon.send(
                    "POST", "/owner/login", form: [("csrf", seal), ("passphrase", OwnedDaemon.passphrase)])
                #expect(response.status == 403 && response.header("Set-Cookie") == nil)
            }
        }
    }

    @Test func datesUseTheOwnersZone() throws {
        let zone = TimeZone(identifier: "Europe/Berlin")
        let date = try #require(PageDates.date("2026-07-01", in: zone))
        #expect(date == Date(timeIntervalSince1970: 1_782_856_800))
        #expect(PageDates.field(date, in: zone) == "2026-07-01")
        for text in ["", "2026", "2026-13-01", "a-b-c", "2026-07-01-02", "20260-7-1"] {
            #expect(PageDates.date(text, in: zone) == nil)
        }
    }
}
