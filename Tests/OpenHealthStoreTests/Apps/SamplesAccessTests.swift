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

    private func access(_ store: ScratchStore, _ decision: AuthorizationDecision) throws -> AppAccess {
        let access = AppAccess(
            database: store.database, app: AppIdentity(identifier: "org.example.reader", name: "Reader"))
        try access.record(decision)
        return access
    }

    private func starts(_ samples: [HKSample]) -> [Double] {
        samples.map { $0.startDate.timeIntervalSince(MadeSamples.newYear) }
    }

    /// Returns the samples that the app sees with a permission, after comparing all kinds of queries.
    private func seen(_ read: AppPermission.Read, _ node: PredicateNode = .constant(true)) throws -> [Double] {
        let store = try store()
        let access = try access(store, AuthorizationDecision(read: [steps: read]))
        let part = SampleQuery.Part(steps, node)
        let samples = try access.samples(SampleQuery([part]))
        for order in [SampleQuery.Order(.startDate, ascending: false), SampleQuery.Order(.uuid, ascending: true)] {
            #expect(Set(try access.samples(SampleQuery([part], order: [order]))) == Set(samples))
        }
        var paged: [HKSample] = []
        try access.forEachPage(SampleQuery([part]), size: 1) { page in
            paged += page
            return true
        }
        #expect(paged == samples)
        #expect(Set(try access.changes([part], after: nil).added) == Set(samples))
        #expect(Set(try access.changes([part], after: HKQueryAnchor(fromValue: 0)).added) == Set(samples))
        #expect(try access.sources(part) == Set(samples.map(\.sourceRevision.source)))
        let range = ChangeRange(after: 0, through: 12, types: [steps.identifier])
        #expect(try access.changedTypes([part], in: range).isEmpty == samples.isEmpty)
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
        let stranger = try access(store, AuthorizationDecision(read: [heartRate: .authorized]))
        let calls: [() throws -> Void] = [
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
        for call in calls {
            let error = #expect(throws: HKError.self) { try call() }
            #expect(error?.code == .errorAuthorizationNotDetermined)
        }
        // An app with permission to save sees its own samples.
        let writer = try access(store, AuthorizationDecision(share: [steps: .authorized]))
        #expect(starts(try writer.samples(SampleQuery([part]))) == [2.5, 7.5])
        // Without permission to read, an app that has saved nothing sees no samples.
        let other = AppAccess(
            database: store.database, app: AppIdentity(identifier: "org.example.none", name: "None"))
        try other.record(AuthorizationDecision(read: [steps: .denied]))
        #expect(try other.samples(SampleQuery([part])).isEmpty)
        #expect(try other.sources(part).isEmpty)
    }

    /// Permission is looked up for every page.
    @Test func revocation() throws {
        let store = try store()
        let access = try access(store, AuthorizationDecision(read: [steps: .authorized]))
        for order in [[], [SampleQuery.Order(.endDate, ascending: true)]] {
            try access.record(AuthorizationDecision(read: [steps: .authorized]))
            var seen: [HKSample] = []
            try access.forEachPage(SampleQuery([SampleQuery.Part(steps)], order: order), size: 4) { page in
                seen += page
                try access.record(AuthorizationDecision(read: [steps: .denied]))
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
        let access = try access(store, AuthorizationDecision(read: [energy: .authorized]))
        let part = SampleQuery.Part(food)
        let one = try #require(try access.samples(SampleQuery([part])).first as? HKCorrelation)
        #expect(one.objects.map(\.sampleType) == [energy])
        #expect(try access.correlations(part, members: [sugar: .constant(true)]).isEmpty)
        try access.record(AuthorizationDecision(read: [sugar: .authorized]))
        let both = try #require(try access.correlations(part, members: [sugar: .constant(true)]).first)
        #expect(both.objects.count == 2)
        try access.record(AuthorizationDecision(read: [sugar: .denied, energy: .denied]))
        #expect(try access.correlations(part, members: [:]).isEmpty)
    }

    /// Each prescription has its own permission.
    @Test func chosenObjects() throws {
        let store = try ScratchStore()
        let prescriptions = (0..<3).map { _ in
            HKVisionPrescription(
                type: .glasses, dateIssued: MadeSamples.date(0), expirationDate: nil, device: nil, metadata: nil)
        }
        try store.database.save(prescriptions, source: MadeSamples.app)
        let access = try access(store, AuthorizationDecision())
        let query = SampleQuery([SampleQuery.Part(.visionPrescriptionType())])
        #expect(try access.samples(query).isEmpty)
        try access.allowObjects([prescriptions[1].uuid])
        #expect(try access.samples(query).map(\.uuid) == [prescriptions[1].uuid])
        #expect(try access.changes(query.parts, after: nil).added.map(\.uuid) == [prescriptions[1].uuid])
    }
}
