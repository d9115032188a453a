// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthTestBasics
import TestTimeLimits
import Testing

@testable import OpenHealthServer

/// Tests of the audience of each route.
@Suite(.timeLimit(.usual)) struct AudienceTests {
    /// The owner's routes refuse tokens of apps, the routes of apps refuse sessions, and both refuse requests without
    /// credentials.
    @Test func everyRouteServesOnlyItsAudience() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongTokensPerMinute = 100_000
        } _: { (daemon: OwnedDaemon) async throws in
            let token = try await daemon.register("org.example.steps")
            let owner = try await daemon.signIn()
            for route in APIRoutes.all where route.audience != .anyone {
                let askers: [OwnedDaemon.Asker] =
                    route.audience == .app
                    ? [.anyone, .owner(owner), .app("ohk_wrong"), .app("")]
                    : [.anyone, .app(token), .app(owner.cookie)]
                for asker in askers {
                    let response = try await daemon.send(
                        route.method.rawValue, RoutePaths.filled(route), as: asker,
                        json: route.method == .get ? nil : "{}")
                    if response.status == 303 {
                        // Pages redirect to the sign-in page.
                        #expect(response.header("Location")?.hasPrefix("/owner/login") == true, "\(route.id)")
                    } else {
                        #expect(response.status == 401, "\(route.id)")
                        #expect(
                            route.path.hasPrefix("/fhir") || response.problem?.kind == .unauthenticated, "\(route.id)")
                    }
                }
            }
            #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 200)
        }
    }

    /// Changes by the owner require the session's token.
    @Test func everyChangeOfTheOwnerRequiresTheFormToken() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let other = try await daemon.signIn()
            for route in APIRoutes.all where route.audience == .owner && route.method != .get {
                for token in ["", "wrong", other.token] {
                    let access = OwnedDaemon.OwnerAccess(cookie: owner.cookie, token: token)
                    let isForm = route.body?.content.contains { $0.type == PageRoutes.formType } ?? false
                    let response = try await daemon.send(
                        route.method.rawValue, RoutePaths.filled(route), as: .owner(access), json: isForm ? nil : "{}",
                        form: isForm ? [("answer", "all")] : nil)
                    #expect(response.status == (isForm ? 403 : 401), "\(route.id)")
                }
            }
        }
    }

    @Test func guessingTokensIsLimitedAndDoesNotLockOthersOut() async throws {
        try await OwnedDaemon.with { configuration in
            configuration.limits.wrongTokensPerMinute = 10
            configuration.steadyClock = ManualClock()
        } _: { (daemon: OwnedDaemon) async throws in
            let token = try await daemon.register("org.example.steps")
            var statuses: [Int] = []
            for number in 1...20 {
                statuses.append(try await daemon.send("GET", "/v1/app", as: .app("ohk_\(number)")).status)
            }
            #expect(statuses.prefix(10).allSatisfy { $0 == 401 } && statuses.last == 429, "\(statuses)")
            #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 200)
        }
    }
}
