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

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct AuthorizationRequestTests {
    private static let steps = "HKQuantityTypeIdentifierStepCount"
    private static let rate = "HKQuantityTypeIdentifierHeartRate"
    private static let query = #"{"share":["\#(steps)"],"read":["\#(steps)","\#(rate)"]}"#

    private func ask(_ daemon: OwnedDaemon, _ token: String, _ body: String = query) async throws -> (
        id: String, status: String
    ) {
        let response = try await daemon.send("POST", "/v1/authorization-requests", as: .app(token), json: body)
        #expect(response.status == 201, "\(response.text)")
        let id = try #require(response.json?["id"]?.string)
        #expect(response.json?["url"]?.string == "\(daemon.url)/owner/requests/\(id)")
        #expect(response.header("Location") == "/v1/authorization-requests/\(id)")
        return (id, try #require(response.json?["status"]?.string))
    }

    private func status(_ daemon: OwnedDaemon, _ token: String, _ id: String, wait: Int? = nil) async throws -> String?
    {
        let path = "/v1/authorization-requests/\(id)" + (wait.map { "?wait=\($0)" } ?? "")
        return try await daemon.send("GET", path, as: .app(token)).json?["status"]?.string
    }

    @Test func aRequestIsShownAnsweredAndNotRepeated() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let sharing = "/v1/authorization-status?type=\(Self.steps)"
            let request = try await ask(daemon, token)
            #expect(request.status == "pending")
            #expect(try await ask(daemon, token).id == request.id)
            #expect(
                try await daemon.send("GET", sharing, as: .app(token)).json?["status"]?.string == "notDetermined")
            #expect(
                try await daemon.send(
                    "POST", "/v1/authorization-requests/status", as: .app(token), json: Self.query
                ).json?["status"]?.string == "shouldRequest")

            let owner = try await daemon.signIn()
            let open = try await daemon.send("GET", "/v1/owner/requests", as: .owner(owner))
            #expect(open.json?["requests"]?.array?.map { $0["id"]?.string } == [request.id])
            let waiting = Task { try await status(daemon, token, request.id, wait: 60) }
            let response = try await daemon.send(
                "POST", "/v1/owner/requests/\(request.id)/decision", as: .owner(owner),
                json: #"{"all":"denied","share":{"\#(Self.steps)":"authorized"}}"#)
            #expect(response.status == 204, "\(response.text)")
            #expect(try await waiting.value == "completed")
            #expect(try await status(daemon, token, request.id) == "completed")
            #expect(
                try await daemon.send("GET", sharing, as: .app(token)).json?["status"]?.string == "sharingAuthorized")
            #expect(
                try await daemon.send(
                    "POST", "/v1/authorization-requests/status", as: .app(token), json: Self.query
                ).json?["status"]?.string == "unnecessary")
            #expect(try await ask(daemon, token).status == "completed")
            #expect(
                try await daemon.send(
                    "POST", "/v1/owner/requests/\(request.id)/decision", as: .owner(owner), json: "{}"
                ).status == 409)
        }
    }

    /// An app without samples of its own sees nothing, in the same way for every decision of the person and without a decision.
    @Test(arguments: ["", "{}", #"{"all":"denied"}"#, #"{"share":{"\#(steps)":"authorized"}}"#])
    func readingRevealsNothingAboutTheAnswer(response: String) async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let request = try await ask(daemon, token)
            if !response.isEmpty {
                let owner = try await daemon.signIn()
                let path = "/v1/owner/requests/\(request.id)/decision"
                #expect(try await daemon.send("POST", path, as: .owner(owner), json: response).status == 204)
            }
            let access = AppAccess(
                database: daemon.database, app: AppIdentity(identifier: "org.example.steps", name: "Steps"),
                clock: { .now }, readsUnansweredAsDenied: true)
            let part = SampleQuery.Part(HKQuantityType(.heartRate))
            #expect(try access.samples(SampleQuery([part])).isEmpty)
            #expect(throws: HKError.self) {
                try access.checkReadable([HKQuantityType(.bodyMass)])
            }
        }
    }

    @Test func anUnansweredRequestCompletesAfterTenMinutes() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let request = try await ask(daemon, token)
            daemon.clock.move(seconds: 599)
            #expect(try await status(daemon, token, request.id) == "pending")
            daemon.clock.move(seconds: 2)
            #expect(try await status(daemon, token, request.id, wait: 60) == "completed")
            // It can be requested again, since a person may be present now.
            #expect(try await ask(daemon, token).id != request.id)
        }
    }

    @Test func permissionGrantedOtherwiseAnswersARequest() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let request = try await ask(daemon, token)
            let waiting = Task { try await status(daemon, token, request.id, wait: 60) }
            let other = try HealthDatabase(url: daemon.database.url, mode: .readWrite)
            try other.apps.setPermission(
                share: .authorized, read: .authorized, app: "org.example.steps", types: [Self.steps, Self.rate])
            #expect(try await waiting.value == "completed")
        }
    }

    @Test func anotherAppDoesNotSeeTheRequest() async throws {
        try await OwnedDaemon.with { daemon in
            let (one, two) = (try await daemon.register("one"), try await daemon.register("two"))
            let request = try await ask(daemon, one)
            #expect(
                try await daemon.send("GET", "/v1/authorization-requests/\(request.id)", as: .app(two)).status == 404)
        }
    }

    @Test(arguments: [
        (#"{"share":["HKCorrelationTypeIdentifierBloodPressure"]}"#, 422),
        (#"{"read":["HKCorrelationTypeIdentifierFood"]}"#, 422),
        (#"{"share":["HKQuantityTypeIdentifierAppleExerciseTime"]}"#, 422),
        (#"{"read":["HKVisionPrescriptionTypeIdentifier"]}"#, 422),
        (#"{"objects":{"type":"HKQuantityTypeIdentifierStepCount"}}"#, 422),
        (#"{"share":[],"read":[]}"#, 422), ("{}", 422),
        (#"{"read":["HKQuantityTypeIdentifierLuck"]}"#, 422), (#"{"read":"all"}"#, 400), (#"{"write":[]}"#, 400),
        (#"{"share":["HKCharacteristicTypeIdentifierBloodType"]}"#, 422),
    ])
    func invalidRequestsAreRefused(body: String, status: Int) async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let response = try await daemon.send("POST", "/v1/authorization-requests", as: .app(token), json: body)
            #expect(response.status == status, "\(response.text)")
            #expect(response.problem != nil)
        }
    }

    @Test func readingFromADateOn() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            let request = try await ask(daemon, token)
            let owner = try await daemon.signIn()
            let response = try await daemon.send(
                "POST", "/v1/owner/requests/\(request.id)/decision", as: .owner(owner),
                json: #"{"read":{"\#(Self.rate)":"authorized"},"since":"2026-01-01T00:00:00Z"}"#)
            #expect(response.status == 204)
            let dates = try await daemon.send(
                "POST", "/v1/earliest-dates", as: .app(token), json: #"{"types":["\#(Self.rate)","\#(Self.steps)"]}"#)
            #expect(dates.text == #"{"dates":{"\#(Self.rate)":"2026-01-01T00:00:00Z"}}"#)
        }
    }

    @Test func anAppHasALimitedNumberOfRequests() async throws {
        try await OwnedDaemon.with { daemon in
            let token = try await daemon.register("org.example.steps")
            var statuses: Set<Int> = []
            for type in HealthTypes.all.filter({ $0.kind == .quantity }).prefix(40) {
                let body = #"{"read":["\#(type.identifier)"]}"#
                statuses.insert(
                    try await daemon.send("POST", "/v1/authorization-requests", as: .app(token), json: body).status)
            }
            #expect(statuses == [201, 429])
        }
    }
}
