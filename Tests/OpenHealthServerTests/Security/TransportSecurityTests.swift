// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the effects of TLS on cookies and headers.
@Suite(.timeLimit(.usual)) struct TransportSecurityTests {
    private static let field = "Strict-Transport-Security"

    @Test(arguments: [nil, "http://health.example.org", "https://health.example.org", "HTTPS://health.example.org/"])
    func strictTransportSecurityIsSentOverTLS(publicURL: String?) async throws {
        let isHTTPS = publicURL?.lowercased().hasPrefix("https") ?? false
        try await OwnedDaemon.with { configuration in
            configuration.publicURL = publicURL.flatMap(URL.init(string:))
        } _: { (daemon: OwnedDaemon) async throws in
            for path in ["/healthz", "/owner/login", "/v1/app", "/nothing"] {
                let response = try await daemon.send("GET", path)
                #expect(response.header(Self.field) == (isHTTPS ? "max-age=31536000" : nil), "\(path)")
            }
            let response = try await daemon.send(
                "POST", "/v1/owner/session", json: #"{"passphrase":"\#(OwnedDaemon.passphrase)"}"#)
            let cookies = response.headers.filter { $0.name.lowercased() == "set-cookie" }.map(\.value)
            #expect(cookies.count == 2)
            for (cookie, name) in zip(cookies, [OwnerSessionNames.cookie, OwnerSessionNames.deviceCookie]) {
                #expect(cookie.hasPrefix((isHTTPS ? "__Host-" : "") + name + "="), "\(cookie)")
            }
            // A cookie with the other name does not identify a session.
            let value = try #require(cookies[0].split(separator: ";").first?.split(separator: "=").last)
            let token = try #require(response.json?["csrfToken"]?.string)
            for prefix in ["", "__Host-"] {
                let response = try await daemon.send(
                    "GET", "/v1/owner/session",
                    headers: [
                        ("Cookie", "\(prefix)\(OwnerSessionNames.cookie)=\(value)"),
                        (OwnerSessionNames.formTokenField, token),
                    ])
                #expect(response.status == ((prefix == "__Host-") == isHTTPS ? 200 : 401), "\(prefix)")
            }
        }
    }
}
