// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

@Suite struct DeleteTests {
    private let steps = HKQuantityType(.stepCount)

    private func code(
        sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) throws -> HKError.Code {
        let error = try AppWorld.error(sourceLocation: sourceLocation, body)
        #expect(!error.localizedDescription.isEmpty, sourceLocation: sourceLocation)
        return error.code
    }

    @Test func anAppDeletesItsOwnSamples() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let samples = (0..<5).map { MadeSamples.steps(Double($0) + 1, from: Double($0) * 60) }
        try app.save(samples)
        let anchor = try world.database.latestChange()
        // The same sample can be passed twice.
        try app.delete([samples[1], samples[3], samples[1]])
        #expect(try world.database.samples(SampleRequest()).map(\.uuid) == [0, 2, 4].map { samples[$0].uuid })
        #expect(try world.database.changes(after: anchor).deleted.map(\.uuid) == [samples[1].uuid, samples[3].uuid])
        #expect(try world.database.check().findings == [])
    }

    @Test func deletionsAreAllOrNothing() throws {
        let world = try AppWorld()
        let (app, other) = (try world.trustedApp(), try world.trustedApp("other"))
        let (mine, theirs) = (MadeSamples.steps(1, from: 0), MadeSamples.steps(2, from: 60))
        try app.save([mine])
        try other.save([theirs])
        #expect(try code { try app.delete([]) } == .errorInvalidArgument)
        #expect(try code { try app.delete([mine, theirs]) } == .errorAuthorizationDenied)
        #expect(try code { try app.delete([mine, MadeSamples.steps(3, from: 0)]) } == .errorInvalidArgument)
        #expect(
            try code { try app.delete([mine, HKObject(fields: HKObjectFields(newWith: nil, metadata: [:]))]) }
                == .errorInvalidArgument)
        #expect(try world.count() == 2)
        try app.delete([mine])
        #expect(try code { try app.delete([mine]) } == .errorInvalidArgument)
        #expect(try world.count() == 1)
    }

    @Test func withoutSharingPermissionNothingCanBeDeleted() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let sample = MadeSamples.steps(1, from: 0)
        try app.save([sample])
        try world.database.apps.revoke("org.example.journal", types: [steps.identifier])
        #expect(try code { try app.delete([sample]) } == .errorAuthorizationDenied)
        #expect(
            try code { _ = try app.deleteObjects(of: steps, predicate: .constant(true)) } == .errorAuthorizationDenied)
        try world.database.apps.forget("org.example.journal")
        #expect(try code { try app.delete([sample]) } == .errorAuthorizationNotDetermined)
        #expect(
            try code { _ = try app.deleteObjects(of: steps, predicate: .constant(true)) }
                == .errorAuthorizationNotDetermined)
        #expect(try world.count() == 1)
    }

    /// An app without permission to read a type cannot infer the existence of other apps' samples from errors.
    @Test func invisibleSamplesAppearMissing() throws {
        let world = try AppWorld()
        let (app, other) = (world.app(), try world.trustedApp("other"))
        let workout = HKWorkout(activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(60))
        let theirs = MadeSamples.steps(2, from: 0)
        try other.save([theirs, workout])
        let gone = MadeSamples.steps(2, from: 0)
        try other.save([gone])
        try other.delete([gone])
        try app.allow(share: [steps: .authorized, .workoutType(): .authorized])
        func texts(_ objects: [HKObject], _ body: (HKObject) throws -> Void) throws -> Set<String> {
            Set(
                try objects.map { object in
                    let error = try AppWorld.error { try body(object) }
                    return "\(error.code) \(error.localizedDescription)".replacing("\(object.uuid)", with: "")
                })
        }
        #expect(try texts([theirs, gone]) { try app.delete([$0]) }.count == 1)
        let absent = HKWorkout(activityType: .running, start: MadeSamples.date(0), end: MadeSamples.date(60))
        #expect(
            try texts([workout, absent]) {
                try app.save([], adding: [MadeSamples.steps(1, from: 0)], to: $0.uuid)
            }.count == 1)
        // An app with permission to read them receives an error for samples of other apps.
        try app.allow(read: [steps: .authorized, .workoutType(): .authorized])
        #expect(try code { try app.delete([theirs]) } == .errorAuthorizationDenied)
        #expect(try code { try app.delete([gone]) } == .errorInvalidArgument)
        #expect(
            try code { try app.save([], adding: [MadeSamples.steps(1, from: 0)], to: workout.uuid) }
                == .errorAuthorizationDenied)
    }

    @Test func predicatesSelectOnlyTheAppsSamples() throws {
        let world = try AppWorld()
        let (app, other) = (try world.trustedApp(), try world.trustedApp("other"))
        try app.save((0..<10).map { MadeSamples.steps(Double($0), from: Double($0) * 60) })
        try app.save([MadeSamples.heartRate(60, at: 0)])
        try other.save((0..<10).map { MadeSamples.steps(Double($0), from: Double($0) * 60) })
        let four = HKQuantity(unit: .count(), doubleValue: 4)
        #expect(
            try app.deleteObjects(of: steps, predicate: .compare(.quantity, .lessThan, .quantity(four))) == 4)
        #expect(try world.count() == 17)
        #expect(try app.deleteObjects(of: steps, predicate: .constant(false)) == 0)
        #expect(
            try app.deleteObjects(
                of: steps,
                predicate: .interval(
                    PredicateInterval(from: MadeSamples.date(300).timeIntervalSince1970, to: .infinity))) == 5)
        #expect(try app.deleteObjects(of: steps, predicate: .constant(true)) == 1)
        #expect(try app.deleteObjects(of: steps, predicate: .constant(true)) == 0)
        #expect(try world.count() == 11)
        #expect(try app.deleteObjects(of: HKQuantityType(.bodyMass), predicate: .constant(true)) == 0)
        #expect(try world.database.check().findings == [])
    }

    @Test func onlySamplesCanBeDeletedByType() throws {
        let app = try AppWorld().trustedApp()
        for type in [HKObjectType.activitySummaryType(), HKCharacteristicType(.bloodType)] as [HKObjectType] {
            #expect(
                try code { _ = try app.deleteObjects(of: type, predicate: .constant(true)) } == .errorInvalidArgument)
        }
    }

    @Test func deletingCorrelationsRequiresPermissionForTheirMembers() throws {
        let world = try AppWorld()
        let app = try world.trustedApp()
        let pressure = MadeSamples.bloodPressure(120, 80, at: 0)
        try app.save([pressure])
        try app.allow(share: [HKQuantityType(.bloodPressureSystolic): .denied])
        #expect(try code { try app.delete([pressure]) } == .errorAuthorizationDenied)
        #expect(
            try code { _ = try app.deleteObjects(of: pressure.correlationType, predicate: .constant(true)) }
                == .errorAuthorizationDenied)
        try app.allow(share: [HKQuantityType(.bloodPressureSystolic): .authorized])
        #expect(try app.deleteObjects(of: pressure.correlationType, predicate: .constant(true)) == 1)
        #expect(try world.database.sample(uuid: pressure.uuid) == nil)
        #expect(try world.count() == 2)
        #expect(try world.database.check().findings == [])
    }
}
