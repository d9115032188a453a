// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Logging
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of strings that must not be in the log.
@Suite(.timeLimit(.slow)) struct LogTests {
    /// Every route is called by every audience, with marked values in each position.
    @Test func noSecretAndNoValueIsLogged() async throws {
        let lines = Guarded<[String]>([])
        let logger = Logger(label: "test") { label in
            LineLog(label: label, level: .trace) { bytes in
                lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
            }
        }
        let marks = Guarded<[String]>(["markedvalue", OwnedDaemon.passphrase, "4711.25"])
        try await OwnedDaemon.with(logger: logger) { daemon in
            let token = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            let phone = try PhoneConnection.create(.nightscout, server: daemon.url, in: daemon.database)
            let reader = try daemon.services.apps.addReader("markedvalue", of: phone.app.identifier).token
            let secrets = [phone.token, reader].flatMap { [$0, PhoneConnection.token(ofSecret: $0)] }
            marks.withLock { $0 += [token, owner.cookie, owner.token] + secrets }
            try daemon.database.apps.setPermission(
                AppPermission(share: .authorized, read: .authorized), app: "org.example.steps",
                type: "HKQuantityTypeIdentifierBodyMass")
            let sample =
                #"{"samples":[{"type":"HKQuantityTypeIdentifierBodyMass","startDate":"2026-01-01T00:00:00Z","#
                + #""endDate":"2026-01-01T00:00:00Z","value":4711.25,"unit":"kg","metadata":{"markedvalue":"markedvalue"}}]}"#
            for route in APIRoutes.all
            where !["removeApp", "rotateToken", "signOut", "signOutPage", "endSessions"].contains(route.id) {
                for asker in [OwnedDaemon.Asker.anyone, .app(token), .owner(owner), .app("markedvalue")] {
                    let query = RoutePaths.query(
                        route, [("type", "markedvalue"), ("predicate", "markedvalue"), ("wait", "0")])
                    for path in [RoutePaths.filled(route), RoutePaths.filled(route, with: "markedvalue")] {
                        // Streams do not end by themselves.
                        if route.responses.contains(where: { $0.content.contains { $0.type == "text/event-stream" } }) {
                            continue
                        }
                        _ = try? await daemon.send(
                            route.method.rawValue, path + query, as: asker,
                            json: route.method == .get ? nil : sample, headers: [("X-Note", "markedvalue")])
                    }
                }
            }
            // Clients of Nightscout send tokens in the address, also to paths that the server does not have.
            let paths = (NightscoutRoutes.all + NightscoutVersion3Routes.all).map { RoutePaths.filled($0) }
            for secret in secrets {
                for path in paths + ["/", "/api/v1/unknown", "/v1/samples", "/api/v2/authorization/request/\(secret)"] {
                    for method in ["GET", "POST"] {
                        _ = try await daemon.send(method, path + "?token=\(secret)", json: method == "GET" ? nil : "[]")
                    }
                }
            }
            _ = try await daemon.send(
                "POST", "/v1/owner/session", json: #"{"passphrase":"markedvalue markedvalue"}"#)
        }
        let text = lines.withLock { $0.joined() }
        #expect(!text.isEmpty)
        for mark in marks.withLock({ $0 }) { #expect(!text.contains(mark), "\(mark)") }
    }
}
