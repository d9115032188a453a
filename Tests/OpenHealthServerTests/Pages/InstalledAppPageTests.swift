// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthPages
@testable import OpenHealthServer

/// The files of the installed app: the service worker, the page for times without the server, and the manifest.
@Suite(.timeLimit(.usual)) struct InstalledAppPageTests {
    @Test func theServiceWorkerIsTheSameForEveryone() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let worker = try await daemon.send("GET", "/service-worker.js")
            #expect(worker.status == 200 && worker.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(worker.header("Cache-Control") == "no-cache")
            #expect(worker.header("Content-Security-Policy")?.contains("connect-src 'self'") == true)
            #expect(try await daemon.send("GET", "/service-worker.js", as: owner).text == worker.text)
            // The page that the worker stores says nothing about the owner, even to the owner.
            let page = try await daemon.send("GET", "/offline")
            #expect(page.status == 200 && page.header("Content-Language") == "en")
            #expect(try await daemon.send("GET", "/offline", as: owner).text == page.text)
            #expect(!page.text.contains("health-token") && !page.text.contains("health-csrf"))
        }
    }

    @Test func pagesMayOnlyHaveTheirOwnWorkerAndManifest() async throws {
        try await OwnedDaemon.with { daemon in
            for (accept, code) in [("en", "en"), ("ja", "ja")] {
                let page = try await daemon.send("GET", "/owner/login", headers: [("Accept-Language", accept)])
                let policy = try #require(page.header("Content-Security-Policy"))
                #expect(policy.contains("worker-src 'self'") && policy.contains("manifest-src 'self'"))
                #expect(!policy.contains("unsafe"))
                let match = page.text.firstMatch(of: /<link rel="manifest" href="([^"]*)">/)
                let path = String(try #require(match).output.1)
                #expect(path.hasSuffix("app-\(code).webmanifest"))
                let manifest = try await daemon.send("GET", path)
                #expect(manifest.header("Content-Type") == "application/manifest+json")
                #expect(manifest.json?["lang"]?.string == code && manifest.json?["scope"]?.string == "/")
            }
        }
    }
}
