// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Foundation
import OpenHealthAPI
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
            #expect(home.text.contains("1 app is waiting for your answer"))
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
