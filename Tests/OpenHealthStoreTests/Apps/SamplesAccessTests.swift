// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests of the visibility of other apps' samples in every kind of query.
@Suite struct SamplesAccessTests {
    private let steps = HKQuantityType(.stepCount)
    private let heartRate = HKQuantityType(.heartRate)
    private static let own = ProvenanceData(sourceName: "Reader", bundleIdentifier: "org.example.reader")
    private static let ownOlder = ProvenanceData(
        sourceName: "Old Reader", bundleIdentifier: "org.example.reader", sourceVersion: "1")

    /// Returns a store with ten samples of another app, a second apart, and two of the reader at 2.5 and 7.5 seconds.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        try store.database.save((0..<10).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        try store.database.save([MadeSamples.steps(2, from: 2.5)], source: Self.own)
        try store.database.save([MadeSamples.steps(2, from: 7.5)], source: Self.ownOlder)
        return store
    }

    private func session(_ store: ScratchStore, _ answer: AuthorizationAnswer) throws -> AppSession {
        let session = AppSession(
            database: store.database, app: AppIdentity(identifier: "org.example.reader", name: "Reader"))
        try session.record(answer)
        return session
    }

    private func starts(_ samples: [HKSample]) -> [Double] {
        samples.map { $0.startDate.timeIntervalSince(MadeSamples.newYear) }
    }

    /// Returns the samples that the app sees with a permission, after comparing all kinds of queries.
    private func seen(_ read: AppPermission.Read, _ node: PredicateNode = .constant(true)) throws -> [Double] {
        let store = try store()
        let session = try session(store, AuthorizationAnswer(read: [steps: read]))
        let part = SampleQuery.Part(steps, node)
        let samples = try session.samples(SampleQuery([part]))
        for order in [SampleQuery.Order(.startDate, ascending: false), SampleQuery.Order(.uuid, ascending: true)] {
            #expect(Set(try session.samples(SampleQuery([part], order: [order]))) == Set(samples))
        }
        var paged: [HKSample] = []
        try session.forEachPage(SampleQuery([part]), size: 1) { page in
            paged += page
            return true
        }
        #expect(paged == samples)
        #expect(Set(try session.changes([part], after: nil).added) == Set(samples))
        #expect(Set(try session.changes([part], after: HKQueryAnchor(fromValue: 0)).added) == Set(samples))
        #expect(try session.sources(part) == Set(samples.map(\.sourceRevision.source)))
        let range = ChangeRange(after: 0, through: 12, types: [steps.identifier])
        #expect(try session.changedTypes([part], in: range).isEmpty == samples.isEmpty)
        return starts(samples)
    }

    @Test func permissionsDetermineTheResults() throws {
        #expect(try seen(.authorized) == [0, 1, 2, 2.5, 3, 4, 5, 6, 7, 7.5, 8, 9])
        #expect(try seen(.denied) == [2.5, 7.5])
        #expect(try seen(.limited(since: MadeSamples.date(6))) == [2.5, 6, 7, 7.5, 8, 9])
        #expect(try seen(.limited(since: MadeSamples.date(100))) == [2.5, 7.5])
        let early = PredicateNode.compare(.startDate, .lessThan, .date(MadeSamples.date(7)))
        #expect(try seen(.denied, early) == [2.5])
        #expect(try seen(.limited(since: MadeSamples.date(6)), early) == [2.5, 6])
        #expect(try seen(.limited(since: MadeSamples.date(6)), .not(early)) == [7, 7.5, 8, 9])
        let foreign = PredicateNode.compare(.sourceName, .equalTo, .text("Journal"))
        #expect(try seen(.denied, foreign) == [])
    }

    @Test func unansweredRequests() throws {
        let store = try store()
        let part = SampleQuery.Part(steps)
        let stranger = try session(store, AuthorizationAnswer(read: [heartRate: .authorized]))
        let questions: [() throws -> Void] = [
            { _ = try stranger.samples(SampleQuery([part])) },
            { _ = try stranger.samples(SampleQuery([SampleQuery.Part(heartRate), part])) },
            { try stranger.forEachPage(SampleQuery([part])) { _ in true } },
            { _ = try stranger.sources(part) }, { _ = try stranger.changes([part], after: nil) },
            { _ = try stranger.samples(SampleQuery([SampleQuery.Part(HKQuantityType(.height))])) },
            {
                _ = try stranger.correlations(
                    SampleQuery.Part(HKCorrelationType(.bloodPressure)), members: [:])
            },
        ]
        for question in questions {
            let error = #expect(throws: HKError.self) { try question() }
            #expect(error?.code == .errorAuthorizationNotDetermined)
        }
        // An app with permission to save sees its own samples.
        let writer = try session(store, AuthorizationAnswer(share: [steps: .authorized]))
        #expect(starts(try writer.samples(SampleQuery([part]))) == [2.5, 7.5])
        // Without permission to read, an app that has saved nothing sees no samples.
        let other = AppSession(
            database: store.database, app: AppIdentity(identifier: "org.example.none", name: "None"))
        try other.record(AuthorizationAnswer(read: [steps: .denied]))
        #expect(try other.samples(SampleQuery([part])).isEmpty)
        #expect(try other.sources(part).isEmpty)
    }

    /// Permission is looked up for every page.
    @Test func revocation() throws {
        let store = try store()
        let session = try session(store, AuthorizationAnswer(read: [steps: .authorized]))
        for order in [[], [SampleQuery.Order(.endDate, ascending: true)]] {
            try session.record(AuthorizationAnswer(read: [steps: .authorized]))
            var seen: [HKSample] = []
            try session.forEachPage(SampleQuery([SampleQuery.Part(steps)], order: order), size: 4) { page in
                seen += page
                try session.record(AuthorizationAnswer(read: [steps: .denied]))
                return true
            }
            #expect(starts(seen) == [0, 1, 2, 2.5, 7.5])
        }
    }

    /// Correlations contain only the members that are visible to the app.
    @Test func membersOfCorrelations() throws {
        let store = try ScratchStore()
        let energy = HKQuantityType(.dietaryEnergyConsumed)
        let sugar = HKQuantityType(.dietarySugar)
        let food = HKCorrelationType(.food)
        try store.database.save(
            [
                HKCorrelation(
                    type: food, start: MadeSamples.date(0), end: MadeSamples.date(0),
                    objects: [
                        MadeSamples.quantity(.dietaryEnergyConsumed, 100, "kcal"),
                        MadeSamples.quantity(.dietarySugar, 10, "g"),
                    ])
            ], source: MadeSamples.app)
        let session = try session(store, AuthorizationAnswer(read: [energy: .authorized]))
        let part = SampleQuery.Part(food)
        let one = try #require(try session.samples(SampleQuery([part])).first as? HKCorrelation)
        #expect(one.objects.map(\.sampleType) == [energy])
        #expect(try session.correlations(part, members: [sugar: .constant(true)]).isEmpty)
        try session.record(AuthorizationAnswer(read: [sugar: .authorized]))
        let both = try #require(try session.correlations(part, members: [sugar: .constant(true)]).first)
        #expect(both.objects.count == 2)
        try session.record(AuthorizationAnswer(read: [sugar: .denied, energy: .denied]))
        #expect(try session.correlations(part, members: [:]).isEmpty)
    }

    /// Each prescription has its own permission.
    @Test func chosenObjects() throws {
        let store = try ScratchStore()
        let prescriptions = (0..<3).map { _ in
            HKVisionPrescription(
                type: .glasses, dateIssued: MadeSamples.date(0), expirationDate: nil, device: nil, metadata: nil)
        }
        try store.database.save(prescriptions, source: MadeSamples.app)
        let session = try session(store, AuthorizationAnswer())
        let query = SampleQuery([SampleQuery.Part(.visionPrescriptionType())])
        #expect(try session.samples(query).isEmpty)
        try session.allowObjects([prescriptions[1].uuid])
        #expect(try session.samples(query).map(\.uuid) == [prescriptions[1].uuid])
        #expect(try session.changes(query.parts, after: nil).added.map(\.uuid) == [prescriptions[1].uuid])
    }
}
