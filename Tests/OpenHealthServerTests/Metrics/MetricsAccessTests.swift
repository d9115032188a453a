// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of access to the metrics.
@Suite(.timeLimit(.usual)) struct MetricsAccessTests {
    private static let token = "0123456789abcdef0123456789abcdef"

    @Test func `without a token only the owner reads the metrics`() async throws {
        try await OwnedDaemon.with { daemon in
            let app = try await daemon.register("org.example.steps")
            for asker in [OwnedDaemon.Asker.anyone, .app(app), .app(""), .app(Self.token)] {
                let response = try await daemon.send("GET", "/metrics", as: asker)
                #expect(response.status == 401 && !response.text.contains("health_store"))
            }
            let owner = try await daemon.signIn()
            let response = try await daemon.send("GET", "/metrics", as: .owner(owner))
            #expect(response.status == 200 && response.text.contains("health_store_bytes"))
        }
    }

    @Test func `a collector reads the metrics, and nothing else, with the server's metrics token`() async throws {
        try await OwnedDaemon.with({ $0.metricsToken = Self.token }) { daemon in
            let allowed = try await daemon.send("GET", "/metrics", as: .app(Self.token))
            #expect(allowed.status == 200)
            for wrong in ["", "0", Self.token + "0", String(Self.token.dropLast())] {
                #expect(try await daemon.send("GET", "/metrics", as: .app(wrong)).status == 401)
            }
            for path in ["/v1/app", "/v1/owner/apps", "/v1/samples?type=stepCount"] {
                #expect(try await daemon.send("GET", path, as: .app(Self.token)).status == 401, "\(path)")
            }
        }
    }
}
