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

/// Tests of requests for objects with individual permissions.
@Suite(.timeLimit(.usual)) struct ObjectRequestTests {
    private static let type = HKObjectType.visionPrescriptionType()
    private static let issued = Date(timeIntervalSince1970: 1_750_000_000)

    private static func prescription(_ day: Double) -> HKVisionPrescription {
        HKContactsPrescription(
            rightEyeSpecification: nil,
            leftEyeSpecification: HKContactsLensSpecification(
                sphere: HKQuantity(unit: .diopter(), doubleValue: -2), cylinder: nil, axis: nil, addPower: nil,
                baseCurve: nil, diameter: nil),
            brand: "Clear", dateIssued: issued + day * 86_400, expirationDate: nil, device: nil, metadata: nil)
    }

    private static func body(before date: Date?) throws -> JSONValue {
        var entries: [(key: String, value: JSONValue)] = [("type", .string(type.identifier))]
        if let date {
            let node = PredicateNode.compare(.startDate, .lessThan, .date(date))
            entries.append(("predicate", try #require(PredicateJSON(node).json)))
        }
        return .object([("objects", .object(entries))])
    }

    private static func ask(_ daemon: TestDaemon, _ token: String, before date: Date? = nil) async throws -> UUID {
        let response = try await daemon.send(
            "POST", "/v1/authorization-requests", token: token, json: try body(before: date))
        #expect(response.status == 201, "\(response.text)")
        return try response.json.required("id").uuid()
    }

    private static func save(_ daemon: TestDaemon, _ samples: [HKSample]) throws {
        let doctor = AppAccess(
            database: daemon.database, app: AppIdentity(identifier: "org.example.doctor", name: "D"))
        try doctor.record(AuthorizationDecision(share: [type: .authorized], read: [:]))
        try doctor.save(samples)
    }

    /// Requests look the same to the app whether or not an object matches, so that bisection finds no date.
    @Test func requestsDoNotDependOnObjects() async throws {
        let clock = SetClock()
        try await TestDaemon.with({ $0.clock = { clock.now } }) { daemon in
            let token = try daemon.app("eyes")
            try Self.save(daemon, [Self.prescription(0)])
            var ids: [UUID] = []
            for day in [-1.0, 1, -1, 1] {
                clock.move(seconds: 1)
                ids.append(try await Self.ask(daemon, token, before: Self.issued + day * 86_400))
            }
            #expect(Set(ids).count == 4)
            // The same request replaces the waiting one, so that the owner sees two.
            let open = try daemon.database.requests.open(since: .distantPast)
            #expect(open.map(\.id) == Array(ids.suffix(2)))
            for id in ids.prefix(2) {
                let state = try await daemon.send("GET", "/v1/authorization-requests/\(id)", token: token)
                #expect(try state.json.required("status").string() == "completed")
            }
        }
    }

    /// The owner sees the objects that exist when the request is opened, and allows them there.
    @Test func objectsAreReadWhenTheOwnerOpensTheRequest() async throws {
        try await TestDaemon.with { daemon in
            let token = try daemon.app("eyes")
            let id = try await Self.ask(daemon, token, before: Self.issued + 5 * 86_400)
            let stored = try #require(try daemon.database.requests.request(id))
            #expect(try daemon.database.requests.objectCandidates(of: stored).isEmpty)
            let samples = [0, 1, 9].map { Self.prescription($0) }
            try Self.save(daemon, samples)
            #expect(
                Set(try daemon.database.requests.objectCandidates(of: stored).map(\.uuid))
                    == Set(samples.prefix(2).map(\.uuid)))
            // One of the two objects, and one that was not requested.
            let chosen: Set = [samples[1].uuid, samples[2].uuid]
            let done = try daemon.database.requests.decide(id, AuthorizationDecision(), objects: chosen) { .now }
            #expect(done)
            let seen = try await daemon.send("GET", "/v1/samples?type=\(Self.type.identifier)", token: token)
            let uuids = try seen.json.required("samples").array().map { try SampleJSON($0).sample.uuid }
            #expect(uuids == [samples[1].uuid])
        }
    }

    @Test func queriesAreLimited() async throws {
        try await TestDaemon.with { configuration in
            configuration.limits.objectRequestsPerHour = 3
        } _: { daemon in
            let token = try daemon.app("eyes")
            for _ in 0..<3 { _ = try await Self.ask(daemon, token) }
            let response = try await daemon.send(
                "POST", "/v1/authorization-requests", token: token, json: try Self.body(before: nil))
            #expect(response.status == 429)
            // Another app is not limited.
            let other = try daemon.app("other")
            _ = try await Self.ask(daemon, other)
        }
    }
}
