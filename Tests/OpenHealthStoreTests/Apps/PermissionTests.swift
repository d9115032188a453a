// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

@Suite struct PermissionTests {
    private let steps = HKQuantityType(.stepCount)
    private let pulse = HKQuantityType(.heartRate)
    private let sex = HKCharacteristicType(.biologicalSex)

    @Test func permissionsAreInitiallyUndetermined() throws {
        let world = try AppWorld()
        let request = AppWorld.everything(world.app().app)
        let permissions = try world.app().permissions(for: request.read)
        #expect(permissions.count == HealthTypes.all.count)
        #expect(permissions.values.allSatisfy { $0 == AppPermission() })
        #expect(try world.app().unanswered(request) == request)
        #expect(try world.database.apps.all().isEmpty)
    }

    @Test func everyTypeCanBeAnswered() throws {
        let world = try AppWorld()
        let app = world.app()
        let request = AppWorld.everything(app.app)
        try app.record(.granting(request))
        #expect(try app.unanswered(request).isEmpty)
        for (type, permission) in try app.permissions(for: request.read) {
            #expect(permission.read == .authorized)
            #expect(permission.share == (type.facts.isShareable ? .authorized : .denied), "\(type.identifier)")
        }
        try app.record(.denying(request))
        #expect(try app.unanswered(request).isEmpty)
        for permission in try app.permissions(for: request.read).values {
            #expect(permission == AppPermission(share: .denied, read: .denied))
        }
    }

    @Test func onlyUnansweredTypesAreRequestedAgain() throws {
        let app = try AppWorld().app()
        try app.allow(share: [steps: .denied], read: [pulse: .authorized])
        let rest = try app.unanswered(
            AuthorizationRequest(app: app.app, share: [steps, pulse], read: [steps, pulse, sex]))
        #expect(rest.share == [pulse])
        #expect(rest.read == [steps, sex])
    }

    @Test func readingAndSharingAreAnsweredSeparately() throws {
        let app = try AppWorld().app()
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try app.allow(read: [steps: .limited(since: date)])
        try app.allow(share: [steps: .authorized])
        #expect(
            try app.permissions(for: [steps]) == [steps: AppPermission(share: .authorized, read: .limited(since: date))]
        )
        try app.allow(read: [steps: .notDetermined])
        #expect(try app.permissions(for: [steps]) == [steps: AppPermission(share: .authorized)])
        #expect(try app.unanswered(AuthorizationRequest(app: app.app, share: [steps], read: [steps])).read == [steps])
    }

    @Test func appsHaveTheirOwnPermissions() throws {
        let world = try AppWorld()
        try world.app("one").allow(read: [steps: .authorized])
        #expect(try world.app("two").permissions(for: [steps]) == [steps: AppPermission()])
    }

    @Test func datesApplyOnlyToLimitedTypes() throws {
        let app = try AppWorld().app()
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        try app.allow(read: [steps: .limited(since: date), pulse: .authorized, sex: .denied])
        #expect(try app.earliestAuthorizedSampleDates(for: [steps, pulse, sex]) == [steps: date])
    }

    @Test func answersAreCountedAndCanChange() throws {
        let world = try AppWorld()
        func count() throws -> Int {
            try world.store.count("SELECT value FROM counter WHERE name = 'permissions'")
        }
        let app = world.app()
        for (index, read) in [AppPermission.Read.denied, .authorized, .denied].enumerated() {
            try app.allow(read: [steps: read])
            #expect(try count() == index + 1)
            #expect(try app.permissions(for: [steps])[steps]?.read == read)
        }
    }

    @Test func correlationsFollowTheirMembers() throws {
        let app = try AppWorld().app()
        let pressure = HKCorrelationType(.bloodPressure)
        let (upper, lower) = (HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic))
        #expect(try app.permissions(for: [pressure]) == [pressure: AppPermission()])
        try app.allow(share: [upper: .authorized], read: [upper: .authorized])
        #expect(try app.permissions(for: [pressure]) == [pressure: AppPermission()])
        try app.allow(share: [lower: .denied], read: [lower: .denied])
        #expect(try app.permissions(for: [pressure]) == [pressure: AppPermission(share: .denied, read: .denied)])
        try app.allow(share: [pressure: .authorized], read: [pressure: .authorized])
        for type in [upper, lower, pressure] as [HKObjectType] {
            #expect(
                try app.permissions(for: [type]) == [type: AppPermission(share: .authorized, read: .authorized)])
        }
        let food = HKCorrelationType(.food)
        try app.allow(share: [HKQuantityType(.dietaryProtein): .authorized])
        try app.allow(share: [HKQuantityType(.dietarySugar): .denied], read: [HKQuantityType(.dietarySugar): .denied])
        #expect(try app.permissions(for: [food]) == [food: AppPermission(share: .authorized, read: .denied)])
        #expect(CorrelationMembers.types(of: food.identifier).count > 30)
    }

    @Test func readingUsesTheCurrentPermission() throws {
        let world = try AppWorld()
        let app = world.app()
        func access() throws -> SampleAccess { try app.read { db in try app.access(db, steps) } }
        #expect(try AppWorld.error { _ = try access() }.code == .errorAuthorizationNotDetermined)
        try app.allow(share: [steps: .denied])
        #expect(try access() == .own)
        try app.allow(read: [steps: .authorized])
        #expect(try access() == .all)
        try app.allow(read: [steps: .limited(since: AppWorld.now)])
        #expect(try access() == .since(AppWorld.now))
        try world.database.apps.revoke("org.example.journal", types: [steps.identifier])
        #expect(try access() == .own)
    }

    @Test func unsharableTypesCannotBeAllowed() throws {
        let world = try AppWorld()
        let app = world.app()
        for type in HealthTypes.all.compactMap({ HKObjectType.named($0.identifier) }) where !type.facts.isShareable {
            let error = try AppWorld.error { try app.allow(share: [type: .authorized]) }
            #expect(error.code == .errorInvalidArgument)
            #expect(error.localizedDescription.contains(type.identifier))
            #expect(
                #expect(throws: StoreError.self) {
                    try world.database.apps.setPermission(
                        AppPermission(share: .authorized), app: "org.example.journal", type: type.identifier)
                }?.code == .invalidArgument)
        }
        #expect(try world.database.apps.all().isEmpty)
    }

    @Test func objectsAreAuthorizedIndividually() throws {
        let world = try AppWorld()
        let (first, second) = (UUID(), UUID())
        try world.app().allowObjects([first, second])
        try world.app().allowObjects([first])
        #expect(try world.store.count("SELECT count(*) FROM object_permission") == 2)
        try world.database.apps.revoke("org.example.journal")
        #expect(try world.store.count("SELECT count(*) FROM object_permission") == 0)
    }
}
