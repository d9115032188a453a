// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Foundation
import OpenHealthAPI
import OpenHealthAccess
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

@Suite("The page of phones, and addresses without a page", .timeLimit(.usual)) struct PhonePageTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"

    @Test("A server on all networks suggests the first address of the machine")
    func suggested() {
        let networks = ["192.168.1.5", "10.0.0.2"]
        for (address, expected) in [
            ("http://0.0.0.0:8484", "http://192.168.1.5:8484"), ("http://[::]:8484", "http://192.168.1.5:8484"),
            ("http://127.0.0.1:8484", "http://127.0.0.1:8484"),
            ("https://health.example.org", "https://health.example.org"),
        ] {
            #expect(MachineAddresses.suggested(address, networks: networks) == expected)
        }
        #expect(MachineAddresses.suggested("http://0.0.0.0:8484", networks: []) == "http://0.0.0.0:8484")
    }

    @Test("Addresses that phones cannot reach are left out, and others are listed once")
    func usable() {
        let all = ["127.0.0.1", "192.168.1.5", "169.254.3.4", "192.168.1.5", "0.0.0.0", "10.0.0.2"]
        #expect(MachineAddresses.usable(all) == ["192.168.1.5", "10.0.0.2"])
    }

    @Test("The printed command listens without TLS only with the flag for it")
    func command() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let page = try await daemon.send("GET", "/owner/phones", as: owner)
            #expect(page.status == 200)
            #expect(page.text.contains("--insecure</code>"))
            #expect(!page.text.contains(/--listen 0\.0\.0\.0:[0-9]+<\/code>/))
        }
    }

    @Test func `a reader is created with the passphrase, shown once, listed and revoked`() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            func post(_ form: [(String, String)]) async throws -> OwnedDaemon.Response {
                try await daemon.send("POST", "/owner/phones", as: owner, form: form)
            }
            func connect(_ kind: String) async throws {
                let form = [("action", "connect"), ("kind", kind), ("server", "https://health.example.org")]
                #expect(try await post(form + [("which", "all")]).status == 200)
            }
            try await connect("health-bridge")
            #expect(try await !daemon.send("GET", "/owner/phones", as: owner).text.contains("value=\"add-reader\""))
            try await connect("nightscout")
            #expect(try await daemon.send("GET", "/owner/phones", as: owner).text.contains("value=\"add-reader\""))
            daemon.clock.move(seconds: 301)
            let form = [("app", "phone.nightscout"), ("action", "add-reader"), ("name", " Uhr <b> ")]
            let asked = try await post(form)
            #expect(asked.status == 200 && asked.text.contains("name=\"passphrase\""))
            #expect(try daemon.database.apps.readers.all().isEmpty)
            let created = try await post(form + [("passphrase", OwnedDaemon.passphrase)])
            let token = try #require(
                created.text.firstMatch(of: /<code class="entry">(ohn[a-z2-9]+-[0-9a-f]{16})</)?.output.1)
            #expect(created.status == 200 && created.text.contains("?token=\(token)<"))
            #expect(created.text.contains("Uhr &lt;b&gt;") && !created.text.contains("Uhr <b>"))
            #expect(created.header("Cache-Control") == "no-store")
            #expect(try await daemon.send("GET", "/api/v1/entries.json?token=\(token)").status == 200)
            let listed = try await daemon.send("GET", "/owner/phones", as: owner)
            #expect(listed.text.contains("Uhr &lt;b&gt;") && !listed.text.contains(token))
            for (app, name, status) in [
                ("phone.nightscout", "Uhr <b>", 422), ("phone.nightscout", "\u{202e}", 422),
                ("phone.health-bridge", "", 422), ("phone.nightscout-7", "", 404),
            ] {
                let refused = try await post([("app", app), ("action", "add-reader"), ("name", name)])
                #expect(refused.status == status, "\(app) \(name)")
            }
            daemon.clock.move(seconds: 301)
            let revoke = [("app", "phone.nightscout"), ("action", "revoke-reader"), ("name", "Uhr <b>")]
            #expect(try await post(revoke).status == 200)
            #expect(try daemon.database.apps.readers.all().isEmpty)
            #expect(try await daemon.send("GET", "/api/v1/entries.json?token=\(token)").status == 401)
            #expect(try await post(revoke).status == 404)
        }
    }

    @Test func `a page that is opened with a token in its address leaves it out of other addresses`() async throws {
        try await OwnedDaemon.with { daemon in
            for path in ["/", "/owner/phones", "/types"] {
                let opened = try await daemon.send(
                    "GET", path + "?token=ohnaaaaaaaaaaa-0123456789abcdef&x=1", headers: [("Accept", "text/html")])
                #expect(!opened.text.contains("ohnaaaaaaaaaaa"), "\(path)")
                #expect(opened.header("Location")?.contains("ohnaaaaaaaaaaa") != true, "\(path)")
            }
            let other = try await daemon.send("GET", "/types?x=1", headers: [("Accept", "text/html")])
            #expect((other.text + (other.header("Location") ?? "")).contains("x%3D1"))
        }
    }

    @Test("Two requests of one app are one app that waits")
    func waiting() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let token = try await daemon.register("org.example.steps")
            for kind in ["share", "read"] {
                let response = try await daemon.send(
                    "POST", "/v1/authorization-requests", as: .app(token), json: #"{"\#(kind)":["\#(Self.steps)"]}"#)
                #expect(response.json?["id"] != nil, "\(response.text)")
            }
            let home = try await daemon.send("GET", "/", as: owner)
            #expect(home.text.contains("1 app is waiting for your decision"))
        }
    }

    @Test(
        "The page of an unknown type is not found, also for a browser that has only the cookie",
        arguments: [
            "/types/unknown", "/types/unknown/samples", "/add/unknown",
        ])
    func unknown(path: String) async throws {
        try await OwnedDaemon.with { daemon in
            let signedIn = try await daemon.send(
                "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#)
            let cookies = signedIn.headers.filter { $0.name.lowercased() == "set-cookie" }
                .compactMap { $0.value.split(separator: ";").first.map(String.init) }.joined(separator: "; ")
            let page = try await daemon.send("GET", path, headers: [("Cookie", cookies), ("Accept", "text/html")])
            #expect(page.status == 404 && page.text.contains("data-page=\"problem\""), "\(page.text)")
            let known = path.replacing("unknown", with: "stepCount")
            let shell = try await daemon.send("GET", known, headers: [("Cookie", cookies), ("Accept", "text/html")])
            #expect(shell.status == 200)
        }
    }
}
