// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import TestTimeLimits
import Testing

@Suite(.timeLimit(.usual)) struct HKSampleQueryTests {
    private typealias Outcome = (samples: [HKSample]?, error: (any Error)?)

    private func run(
        _ store: HKHealthStore, limit: Int = HKObjectQueryNoLimit, sort: [NSSortDescriptor]? = nil,
        predicate: NSPredicate? = nil, type: HKSampleType = Sample.steps
    ) async throws -> Outcome {
        let calls = Calls<Outcome>()
        store.execute(
            HKSampleQuery(sampleType: type, predicate: predicate, limit: limit, sortDescriptors: sort) {
                _, samples, error in calls.add((samples, error))
            })
        return try await calls.next()
    }

    private static var newestFirst: [NSSortDescriptor] {
        [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
    }

    @Test(arguments: KitPlace.allCases) func limitsAndOrders(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        try await store.save([2, 0, 3, 1].map { Sample.steps($0, Double(10 - $0)) })
        #expect(try await run(store).samples?.count == 4)
        let newest = try await run(store, limit: 2, sort: Self.newestFirst)
        #expect(newest.samples?.compactMap(Sample.count) == [7, 8] && newest.error == nil)
        let oldest = try await run(
            store, limit: 1, sort: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: true)])
        #expect(oldest.samples?.compactMap(Sample.count) == [10])
        let byPath = try await run(
            store, limit: 3, sort: [NSSortDescriptor(keyPath: \HKSample.startDate, ascending: false)])
        #expect(byPath.samples?.compactMap(Sample.count) == [7, 8, 9])
        let some = try await run(
            store,
            predicate: HKQuery.predicateForSamples(
                withStart: Sample.day.addingTimeInterval(60), end: Sample.day.addingTimeInterval(180)))
        // The first of the three ends exactly at the start.
        #expect(some.samples?.count == 3)
        // Without samples, the result is an empty array and no error.
        let none = try await run(store, type: Sample.sleep)
        #expect(none.samples?.isEmpty == true && none.error == nil)
    }

    /// Queries with predicates beyond the limits, which programs can create, fail with a descriptive error.
    @Test(arguments: KitPlace.allCases) func predicatesBeyondTheLimits(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        try await store.save([Sample.steps(1, 5)])
        let one = NSPredicate(format: "count == 1")
        func nested(_ count: Int) -> NSPredicate {
            (0..<count).reduce(one) { inner, level in
                NSCompoundPredicate(type: level.isMultiple(of: 2) ? .or : .and, subpredicates: [inner, one])
            }
        }
        var activities = one
        for _ in 0..<6000 { activities = HKQuery.predicateForWorkouts(activityPredicate: activities) }
        let bad = [
            nested(6000), activities,
            NSCompoundPredicate(type: .or, subpredicates: Array(repeating: one, count: 100_000)),
            HKQuery.predicateForObjects(
                withMetadataKey: "note", operatorType: .matches, value: "a(?=b)" as NSString),
        ]
        for (predicate, text) in zip(bad, ["64 levels", "64 levels", "100000", "look-ahead"]) {
            let error = try await run(store, predicate: predicate).error as? HKError
            #expect(error?.code == .errorInvalidArgument)
            #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
        }
        // A predicate of the maximum depth is accepted, also by a daemon.
        #expect(try await run(store, predicate: nested(63)).samples?.count == 1)
    }

    @Test func invalidArgumentsAreErrors() async throws {
        let store = try await KitStore(.memory).allowed()
        for sort in [
            NSSortDescriptor(key: "shoeSize", ascending: true), NSSortDescriptor(key: nil, ascending: true),
            NSSortDescriptor(keyPath: \HKSample.sampleType.identifier, ascending: true),
        ] {
            let outcome = try await run(store, sort: [sort])
            #expect(outcome.samples == nil && (outcome.error as? HKError)?.code == .errorInvalidArgument)
        }
        #expect((try await run(store, limit: -1).error as? HKError)?.code == .errorInvalidArgument)
        let unasked = try await run(store, type: HKQuantityType(.height))
        #expect(unasked.samples == nil && (unasked.error as? HKError)?.code == .errorAuthorizationNotDetermined)
        let calls = Calls<Outcome>()
        store.execute(
            HKSampleQuery(queryDescriptors: [], limit: 1) { _, samples, error in calls.add((samples, error)) })
        #expect((try await calls.next().error as? HKError)?.code == .errorInvalidArgument)
    }

    @Test(arguments: KitPlace.allCases) func samplesOfSeveralTypes(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed()
        try await store.save([Sample.steps(0), Sample.pulse(1), Sample.steps(2), Sample.pulse(3)])
        let descriptors = [
            HKQueryDescriptor(sampleType: Sample.steps, predicate: nil),
            HKQueryDescriptor(
                sampleType: Sample.pulse,
                predicate: HKQuery.predicateForSamples(withStart: Sample.day.addingTimeInterval(120), end: nil)),
        ]
        let calls = Calls<Outcome>()
        store.execute(
            HKSampleQuery(queryDescriptors: descriptors, limit: 2, sortDescriptors: Self.newestFirst) {
                _, samples, error in calls.add((samples, error))
            })
        #expect(try await calls.next().samples?.map(\.sampleType) == [Sample.pulse, Sample.steps])
        let query = HKSampleQuery(queryDescriptors: descriptors, limit: HKObjectQueryNoLimit) { _, samples, error in
            calls.add((samples, error))
        }
        #expect(query.objectType == nil && query.sampleType == nil && query.sortDescriptors == nil)
        store.execute(query)
        #expect(try await calls.next().samples?.count == 3)
    }

    @Test func theQueryHasItsProperties() throws {
        let predicate = NSPredicate(value: true)
        let query = HKSampleQuery(
            sampleType: Sample.steps, predicate: predicate, limit: 3, sortDescriptors: Self.newestFirst
        ) { _, _, _ in }
        #expect(query.objectType == Sample.steps && query.sampleType == Sample.steps)
        #expect(query.predicate === predicate && query.limit == 3 && query.sortDescriptors == Self.newestFirst)
    }

    @Test func aQueryStoppedBeforeItRanCallsNoHandler() async throws {
        let store = try await KitStore(.memory).allowed()
        for _ in 0..<50 {
            let calls = Calls<Outcome>()
            let query = HKSampleQuery(
                sampleType: Sample.steps, predicate: nil, limit: 0, sortDescriptors: nil
            ) { _, samples, error in calls.add((samples, error)) }
            // Stopping a query before its execution has no effect.
            store.stop(query)
            store.execute(query)
            store.stop(query)
            store.stop(query)
            // The results of another query of the same store arrive later.
            _ = try await run(store)
            #expect(await calls.rest().count <= 1)
        }
    }

    @Test func handlersRunInTheBackgroundAndMayExecuteQueries() async throws {
        let store = try await KitStore(.memory).allowed()
        try await store.save(Sample.steps(0))
        let calls = Calls<(Bool, Int?)>()
        store.execute(
            HKSampleQuery(sampleType: Sample.steps, predicate: nil, limit: 0, sortDescriptors: nil) { _, first, _ in
                store.execute(
                    HKSampleQuery(sampleType: Sample.steps, predicate: nil, limit: 0, sortDescriptors: nil) {
                        _, second, _ in calls.add((Thread.isMainThread, second?.count))
                    })
            })
        let (isMain, count) = try await calls.next()
        #expect(!isMain && count == 1)
    }

    @Test func executingTwiceStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            let store = try KitStore(.memory).app()
            let query = HKSampleQuery(
                sampleType: Sample.steps, predicate: nil, limit: 0, sortDescriptors: nil
            ) { _, _, _ in }
            store.execute(query)
            store.execute(query)
        }
    }

    @Test func documentsArriveWithoutTheirContents() async throws {
        let store = try await KitStore(.memory).allowed("a", [HKDocumentType(.CDA)])
        let document = Self.document()
        try await store.save(document)
        let outcome = try await run(store, type: HKDocumentType(.CDA))
        let found = try #require(outcome.samples?.first as? HKCDADocumentSample)
        #expect(found.uuid == document.uuid && found.document == nil)
        for includes in [true, false] {
            let calls = Calls<([HKDocumentSample]?, Bool, (any Error)?)>()
            store.execute(
                HKDocumentQuery(
                    documentType: HKDocumentType(.CDA), predicate: nil, limit: HKObjectQueryNoLimit,
                    sortDescriptors: nil, includeDocumentData: includes
                ) { _, samples, done, error in calls.add((samples, done, error)) })
            let (samples, done, error) = try await calls.next()
            #expect(done && error == nil)
            let sample = try #require(samples?.first as? HKCDADocumentSample)
            #expect((sample.document?.documentData == document.document?.documentData) == includes)
        }
    }

    @Test func documentsArriveInBatches() async throws {
        let store = try await KitStore(.memory).allowed("a", [HKDocumentType(.CDA)])
        try await store.save((0..<25).map { Self.document($0) })
        let calls = Calls<([HKDocumentSample]?, Bool)>()
        store.execute(
            HKDocumentQuery(
                documentType: HKDocumentType(.CDA), predicate: nil, limit: 21, sortDescriptors: Self.newestFirst,
                includeDocumentData: true
            ) { _, samples, done, _ in calls.add((samples, done)) })
        var dates: [Date] = []
        while true {
            let (samples, done) = try await calls.next()
            dates += try #require(samples).map(\.startDate)
            if done { break }
        }
        #expect(dates.count == 21 && dates == dates.sorted(by: >))
        store.execute(
            HKDocumentQuery(
                documentType: HKDocumentType(.CDA), predicate: nil, limit: -1, sortDescriptors: nil,
                includeDocumentData: true
            ) { _, samples, done, error in calls.add((samples, done && error is HKError)) })
        let (samples, done) = try await calls.next()
        #expect(samples == nil && done)
    }

    static func document(_ minute: Int = 0) -> HKCDADocumentSample {
        let xml = """
            <?xml version="1.0" encoding="UTF-8"?>
            <ClinicalDocument xmlns="urn:hl7-org:v3"><title>Visit</title></ClinicalDocument>
            """
        let start = Sample.day.addingTimeInterval(Double(minute) * 60)
        do {
            return try HKCDADocumentSample(data: Data(xml.utf8), start: start, end: start, metadata: nil)
        } catch {
            fatalError("\(error)")
        }
    }
}
