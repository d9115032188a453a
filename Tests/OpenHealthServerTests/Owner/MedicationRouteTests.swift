// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite(.timeLimit(.usual)) struct MedicationRouteTests {
    private static let path = "/v1/owner/medications"

    private static func medications(
        _ daemon: OwnedDaemon, _ owner: OwnedDaemon.Asker
    ) async throws -> [HKUserAnnotatedMedication] {
        let response = JSONReader(try #require(try await daemon.send("GET", path, as: owner).json))
        return try response.required("medications").array().map { try JSONFormat.medication.decode($0) }
    }

    private static func change(identifier: String, isArchived: Bool) -> String {
        JSONValue.object([("identifier", .string(identifier)), ("isArchived", .bool(isArchived))]).text
    }

    @Test func medicationsAreArchivedAndRestored() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            for name in ["Ibuprofen 400 mg", "薬 / \"x\""] {
                let new = JSONValue.object([("name", .string(name)), ("nickname", .string("mine"))]).text
                #expect(try await daemon.send("POST", Self.path, as: owner, json: new).status == 201)
            }
            let before = try await Self.medications(daemon, owner)
            let second = before[1].medication.identifier.identifier
            // The second request repeats the first one.
            for _ in 1...2 {
                let response = try await daemon.send(
                    "PATCH", Self.path, as: owner, json: Self.change(identifier: second, isArchived: true))
                #expect(response.status == 200)
                #expect(response.json?["isArchived"] == .bool(true))
                #expect(response.json?["identifier"]?.string == second)
            }
            let archived = try await Self.medications(daemon, owner)
            #expect(archived.map(\.isArchived) == [false, true])
            #expect(archived.map(\.medication) == before.map(\.medication))
            #expect(archived.map(\.nickname) == ["mine", "mine"])
            #expect(archived[0] == before[0])
            let response = try await daemon.send(
                "PATCH", Self.path, as: owner, json: Self.change(identifier: second, isArchived: false))
            #expect(response.json?["isArchived"] == .bool(false))
            #expect(try await Self.medications(daemon, owner) == before)
        }
    }

    @Test func invalidChangesOfMedicationsAreRefused() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = OwnedDaemon.Asker.owner(try await daemon.signIn())
            let unknown = Self.change(identifier: "nothing", isArchived: true)
            #expect(try await daemon.send("PATCH", Self.path, as: owner, json: unknown).status == 404)
            let bodies = [
                "[]", "{}", #"{"identifier":"one"}"#, #"{"identifier":"","isArchived":true}"#,
                #"{"identifier":"one","isArchived":1}"#, #"{"identifier":"one","isArchived":"yes"}"#,
            ]
            for body in bodies {
                #expect(try await daemon.send("PATCH", Self.path, as: owner, json: body).status == 400, "\(body)")
            }
            let app = OwnedDaemon.Asker.app(try await daemon.register("org.example.app"))
            for asker: OwnedDaemon.Asker in [.anyone, app] {
                #expect(try await daemon.send("PATCH", Self.path, as: asker, json: unknown).status == 401)
            }
        }
    }
}
