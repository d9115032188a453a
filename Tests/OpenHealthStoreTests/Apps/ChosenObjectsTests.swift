// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests of objects with individual permissions: prescriptions and medications.
@Suite struct ChosenObjectsTests {
    private let type = HKObjectType.visionPrescriptionType()
    private let medication = HKObjectType.userAnnotatedMedicationType()
    private var part: SampleQuery.Part { SampleQuery.Part(type) }

    /// Saves three prescriptions of another app, a day apart.
    private func prescriptions(_ world: AppWorld) throws -> [HKVisionPrescription] {
        let prescriptions = (0..<3).map { day in
            HKVisionPrescription(
                type: .glasses, dateIssued: MadeSamples.date(Double(day) * 86_400), expirationDate: nil, device: nil,
                metadata: nil)
        }
        try world.trustedApp("optician").save(prescriptions)
        return prescriptions
    }

    private func medicines(_ world: AppWorld) throws {
        try world.database.medications.add(
            ["one", "two"].map { name in
                HKUserAnnotatedMedication(
                    nickname: name, isArchived: false, hasSchedule: false,
                    medication: HKMedicationConcept(
                        identifier: HKHealthConceptIdentifier(domain: .medication, identifier: name),
                        displayText: name, generalForm: .tablet, relatedCodings: []))
            })
    }

    private func seen(_ app: AppAccess) throws -> Set<UUID> {
        Set(try app.samples(SampleQuery([part])).map(\.uuid))
    }

    private func chosen(_ world: AppWorld) throws -> Int {
        try world.store.count("SELECT count(*) FROM object_permission")
    }

    /// The ways in which a person can withdraw the permission for a type.
    private enum Denial: CaseIterable {
        case answer, settings, revocation
    }

    @Test func aDeniedTypeHidesItsObjects() throws {
        for denial in Denial.allCases {
            let world = try AppWorld()
            let (mine, theirs) = (world.app(), try prescriptions(world))
            try medicines(world)
            try mine.allow(share: [type: .authorized])
            let own = HKVisionPrescription(
                type: .glasses, dateIssued: MadeSamples.date(0), expirationDate: nil, device: nil, metadata: nil)
            try mine.save([own])
            let uuids = Set(theirs.map(\.uuid))
            try mine.record(allowed: uuids, among: uuids, of: type)
            let drugs = Set(try world.database.medications.all().map(\.uuid))
            try mine.record(allowed: drugs, among: drugs, of: medication)
            #expect(try seen(mine) == uuids.union([own.uuid]))
            try world.database.delete([theirs[2].uuid])
            switch denial {
            case .answer: try mine.allow(read: [type: .denied])
            case .settings:
                try world.database.apps.setPermission(
                    share: nil, read: .denied, app: "org.example.journal", types: [type.identifier])
            case .revocation: try world.database.apps.revoke("org.example.journal", types: [type.identifier])
            }
            #expect(try seen(mine) == [own.uuid], "\(denial)")
            #expect(
                try AppWorld.error { _ = try mine.attachments(of: theirs[0].uuid, type: type) }.code == .errorNoData)
            // The denied type does not include medications.
            #expect(try mine.medications(.constant(true)).count == 2)
            #expect(try chosen(world) == 2)
            // The next choice does not restore earlier ones.
            try mine.record(allowed: [theirs[1].uuid], among: [theirs[1].uuid], of: type)
            #expect(try seen(mine) == [theirs[1].uuid, own.uuid], "\(denial)")
        }
    }

    /// Choices in a store that were kept when their type was denied have no effect.
    @Test func choicesBeforeARefusalAreNotRestored() throws {
        let world = try AppWorld()
        let (app, theirs) = (world.app(), try prescriptions(world))
        try app.allow(read: [type: .denied])
        try app.allowObjects(Set(theirs.map(\.uuid)))
        #expect(try seen(app).isEmpty)
        try app.record(allowed: [], among: [theirs[0].uuid], of: type)
        #expect(try seen(app).isEmpty)
    }

    @Test func denyingAnObjectWithdrawsIt() throws {
        let world = try AppWorld()
        let (app, theirs) = (world.app(), try prescriptions(world).map(\.uuid))
        try app.record(allowed: [theirs[0], theirs[1]], among: Set(theirs), of: type)
        #expect(try seen(app) == [theirs[0], theirs[1]])
        // In a decision about two of them, the person allows another one; the permission for the third is unchanged.
        try app.record(allowed: [theirs[2]], among: [theirs[1], theirs[2]], of: type)
        #expect(try seen(app) == [theirs[0], theirs[2]])
        try app.record(allowed: [], among: Set(theirs), of: type)
        #expect(try seen(app).isEmpty)
        #expect(try app.permissions(for: [type])[type]?.read == .authorized)
    }

    @Test func anAnswerIsOneChange() throws {
        let world = try AppWorld()
        let (app, theirs) = (world.app(), try prescriptions(world).map(\.uuid))
        func count() throws -> Int { try world.store.count("SELECT value FROM counter WHERE name = 'permissions'") }
        let before = try count()
        try app.record(allowed: Set(theirs), among: Set(theirs), of: type)
        #expect(try count() == before + 1)
        try world.database.apps.revoke("org.example.journal")
        #expect(try count() == before + 2)
        #expect(try chosen(world) == 0)
    }

    /// If the types of an app were revoked without its objects, the app would be invisible to the owner.
    @Test func revocationIsOneTransaction() throws {
        let world = try AppWorld()
        let (app, theirs) = (world.app(), Set(try prescriptions(world).map(\.uuid)))
        try app.record(allowed: theirs, among: theirs, of: type)
        // Chosen medications have no permission row for their type here, so only the last step affects them.
        try app.allowObjects([UUID()])
        try world.database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE DELETE ON object_permission
                    WHEN (SELECT count(*) FROM object_permission) = 1 BEGIN SELECT raise(ABORT, 'refused'); END
                    """)
        }
        #expect(throws: (any Error).self) { try world.database.apps.revoke("org.example.journal") }
        #expect(try app.permissions(for: [type])[type]?.read == .authorized)
        #expect(try seen(app) == theirs)
    }

    @Test func permissionForATypeCoversAllObjects() throws {
        let world = try AppWorld()
        let (app, theirs) = (world.app(), try prescriptions(world).map(\.uuid))
        try medicines(world)
        func grant(_ read: AppPermission.Read) throws {
            for identifier in [type.identifier, medication.identifier] {
                try world.database.apps.setPermission(
                    AppPermission(read: read), app: "org.example.journal", type: identifier)
            }
        }
        try grant(.authorized)
        #expect(try seen(app) == Set(theirs))
        #expect(try app.medications(.constant(true)).count == 2)
        _ = try prescriptions(world)
        #expect(try seen(app) == Set(theirs))
        try grant(.limited(since: MadeSamples.date(86_400)))
        #expect(try seen(app).isSuperset(of: [theirs[1], theirs[2]]))
        #expect(try seen(app).count == 4)
        try grant(.notDetermined)
        #expect(try seen(app).isEmpty)
        #expect(try chosen(world) == 0)
    }

    @Test func theEndOfChosenObjectsIsReported() throws {
        let world = try AppWorld()
        let (app, theirs) = (world.app(), try prescriptions(world).map(\.uuid))
        try app.record(allowed: [theirs[0], theirs[1]], among: Set(theirs), of: type)
        let before = try app.changes([part], after: nil)
        #expect(before.added.count == 2)
        let first = try world.database.latestChange()
        try world.database.delete([theirs[2]])
        func changed(after place: Int64) throws -> Bool {
            let range = ChangeRange(
                after: place, through: try world.database.latestChange(), types: [type.identifier])
            return try !app.changedTypes([part], in: range).isEmpty
        }
        #expect(try !changed(after: first))
        let second = try world.database.latestChange()
        try world.database.delete([theirs[1]])
        #expect(try changed(after: second))
        let after = try app.changes([part], after: before.anchor)
        #expect(after.deleted.map(\.uuid) == [theirs[1]])
    }
}
