// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

@Suite struct AppListTests {
    private let steps = HKQuantityType(.stepCount)
    private let identifier = "org.example.journal"

    @Test func appsWithRequestsAreListed() throws {
        let world = try AppWorld()
        let app = world.app()
        try app.note(
            AuthorizationRequest(app: app.app, share: [steps], read: [steps, HKCorrelationType(.bloodPressure)]))
        let listed = try #require(try world.database.apps.all().first)
        #expect(listed.identifier == identifier)
        #expect(listed.name == "Journal")
        #expect(listed.version == "3.1")
        #expect(listed.added == AppWorld.now)
        #expect(listed.lastUse == AppWorld.now)
        #expect(
            listed.permissions.map(\.type) == [
                "HKQuantityTypeIdentifierBloodPressureDiastolic", "HKQuantityTypeIdentifierBloodPressureSystolic",
                steps.identifier,
            ])
        #expect(listed.permissions.map(\.hasAskedToShare) == [false, false, true])
        #expect(listed.permissions.allSatisfy { $0.hasAskedToRead && $0.permission == AppPermission() })
        // A request without a decision remains open.
        #expect(try !app.unanswered(AuthorizationRequest(app: app.app, share: [steps], read: [])).isEmpty)
    }

    @Test func nameAndVersionAreUpdated() throws {
        let world = try AppWorld()
        try world.database.apps.setPermission(
            AppPermission(share: .authorized), app: identifier, type: steps.identifier)
        let before = try #require(try world.database.apps.all().first)
        #expect(before.name == identifier)
        #expect(before.lastUse == nil)
        let later = AppAccess(
            database: world.database, app: AppIdentity(identifier: identifier, name: "Diary", version: "4"),
            clock: { AppWorld.now.addingTimeInterval(60) })
        try later.save([MadeSamples.steps(5, from: 0)])
        #expect(try world.database.apps.all().first?.lastUse == AppWorld.now.addingTimeInterval(60))
        try later.allow(read: [steps: .denied])
        let after = try #require(try world.database.apps.all().first)
        #expect(after.name == "Diary")
        #expect(after.version == "4")
        #expect(after.added == before.added)
        #expect(after.permissions.map(\.permission) == [AppPermission(share: .authorized, read: .denied)])
    }

    @Test func permissionsCanBeSetByTheOwner() throws {
        let world = try AppWorld()
        let limited = AppPermission(share: .denied, read: .limited(since: AppWorld.now))
        try world.database.apps.setPermission(limited, app: identifier, type: steps.identifier)
        #expect(try world.app().permissions(for: [steps]) == [steps: limited])
        try world.database.apps.setPermission(
            share: .authorized, read: nil, app: identifier,
            types: [steps.identifier, "HKCorrelationTypeIdentifierFood"])
        #expect(
            try world.app().permissions(for: [steps])[steps] == AppPermission(share: .authorized, read: limited.read))
        let protein = HKQuantityType(.dietaryProtein)
        #expect(try world.app().permissions(for: [protein]) == [protein: AppPermission(share: .authorized)])
    }

    @Test func wrongNamesAreRefused() throws {
        let world = try AppWorld()
        func code(_ body: () throws -> Void) -> StoreError.Code? {
            #expect(throws: StoreError.self) { try body() }?.code
        }
        let database = world.database
        #expect(
            code { try database.apps.setPermission(AppPermission(), app: identifier, type: "steps") }
                == .invalidArgument)
        #expect(
            code { try database.apps.setPermission(AppPermission(), app: "", type: steps.identifier) }
                == .invalidArgument)
        #expect(code { try database.apps.revoke(identifier) } == .notFound)
        #expect(code { try database.apps.forget(identifier) } == .notFound)
        #expect(try database.apps.all().isEmpty)
    }

    @Test func revokingDeniesAndForgettingRemoves() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let sample = MadeSamples.steps(5, from: 0)
        try app.save([sample])
        try world.database.apps.revoke(identifier)
        let all = AppWorld.everything(app.app)
        #expect(
            try app.permissions(for: all.read).values.allSatisfy { $0 == AppPermission(share: .denied, read: .denied) })
        try world.database.apps.forget(identifier)
        #expect(try world.database.apps.all().isEmpty)
        #expect(try world.store.count("SELECT count(*) FROM permission") == 0)
        #expect(try app.unanswered(all) == all)
        // The samples that the app saved remain.
        #expect(try world.database.sample(uuid: sample.uuid) != nil)
        #expect(try world.database.check().findings == [])
    }
}
