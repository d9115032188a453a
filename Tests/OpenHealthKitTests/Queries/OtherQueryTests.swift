// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore
import OpenHealthKit
import Synchronization
import TestTimeLimits
import Testing

/// A thread-safe Boolean value.
final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set(_ isSet: Bool) {
        value.withLock { $0 = isSet }
    }
}

@Suite(.timeLimit(.usual)) struct HKSourceQueryTests {
    @Test(arguments: KitPlace.allCases) func sourcesWithMatchingSamples(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        let stores = [try await kit.allowed("a"), try await kit.allowed("b"), try await kit.allowed("c")]
        try await stores[0].save(Sample.steps(0))
        try await stores[1].save(Sample.steps(10))
        try await stores[2].save(Sample.pulse(0))
        let calls = Calls<(Set<HKSource>?, (any Error)?)>()
        for (predicate, names) in [
            (nil, ["a", "b"]),
            (HKQuery.predicateForSamples(withStart: Sample.day.addingTimeInterval(300), end: nil), ["b"]),
        ] as [(NSPredicate?, [String])] {
            stores[0].execute(
                HKSourceQuery(sampleType: Sample.steps, samplePredicate: predicate) { _, sources, error in
                    calls.add((sources, error))
                })
            let (sources, error) = try await calls.next()
            #expect(sources?.map(\.name).sorted() == names && error == nil)
            let descriptor = HKSourceQueryDescriptor(
                predicate: .quantitySample(type: Sample.steps, predicate: predicate))
            #expect(try await descriptor.result(for: stores[0]).map(\.name) == names)
        }
        // Without permission to read, an app sees only itself as source.
        let denied = kit.app("d", .deny)
        try await denied.requestAuthorization(toShare: [], read: [Sample.steps])
        let descriptor = HKSourceQueryDescriptor(predicate: .quantitySample(type: Sample.steps))
        #expect(try await descriptor.result(for: denied).isEmpty)
        await expect(.errorAuthorizationNotDetermined) { try await descriptor.result(for: kit.app("e")) }
    }
}

@Suite(.timeLimit(.usual)) struct HKCorrelationQueryTests {
    private let upper = HKQuantityType(.bloodPressureSystolic)
    private let lower = HKQuantityType(.bloodPressureDiastolic)

    private func pressure(_ minute: Int, _ high: Double) -> HKCorrelation {
        let date = Sample.day.addingTimeInterval(Double(minute) * 60)
        let unit = HKUnit.millimeterOfMercury()
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: date, end: date,
            objects: [
                HKQuantitySample(
                    type: upper, quantity: HKQuantity(unit: unit, doubleValue: high), start: date, end: date),
                HKQuantitySample(
                    type: lower, quantity: HKQuantity(unit: unit, doubleValue: 80), start: date, end: date),
            ])
    }

    @Test(arguments: KitPlace.allCases) func membersMustMatch(_ place: KitPlace) async throws {
        let store = try await KitStore(place).allowed("a", [upper, lower])
        let all = [pressure(0, 120), pressure(1, 150), pressure(2, 160)]
        try await store.save(all)
        let calls = Calls<([HKCorrelation]?, (any Error)?)>()
        let high = HKQuery.predicateForQuantitySamples(
            with: .greaterThan, quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: 140))
        let late = HKQuery.predicateForSamples(withStart: Sample.day.addingTimeInterval(90), end: nil)
        for (predicate, members, count) in [
            (nil, nil, 3), (nil, [upper: high], 2), (late, [upper: high], 1), (nil, [upper: high, lower: high], 0),
        ] as [(NSPredicate?, [HKSampleType: NSPredicate]?, Int)] {
            let query = HKCorrelationQuery(
                type: HKCorrelationType(.bloodPressure), predicate: predicate, samplePredicates: members
            ) { _, found, error in calls.add((found, error)) }
            #expect(query.correlationType == HKCorrelationType(.bloodPressure))
            #expect(query.samplePredicates?.count == members?.count)
            store.execute(query)
            let (found, error) = try await calls.next()
            #expect(found?.count == count && error == nil)
            #expect(found?.allSatisfy { $0.objects.count == 2 } == true)
        }
    }

    @Test func withoutARequestAnErrorIsReported() async throws {
        let calls = Calls<([HKCorrelation]?, (any Error)?)>()
        try KitStore(.memory).app().execute(
            HKCorrelationQuery(
                type: HKCorrelationType(.bloodPressure), predicate: nil, samplePredicates: nil
            ) { _, found, error in calls.add((found, error)) })
        let (found, error) = try await calls.next()
        #expect(found == nil && (error as? HKError)?.code == .errorAuthorizationNotDetermined)
    }
}

@Suite(.timeLimit(.usual)) struct HKActivitySummaryQueryTests {
    private struct Days: SampleBatchSource {
        var batches: [SampleBatch]

        init(_ days: [(String, Int)]) {
            var batch = SampleBatch()
            batch.items = days.map { day, energy in
                .activitySummary(
                    ActivitySummaryData(
                        day: day,
                        values: [
                            MetadataPair(key: "activeEnergyBurned", value: "\(energy)"),
                            MetadataPair(key: "activeEnergyBurnedUnit", value: "kcal"),
                        ]))
            }
            batches = [batch]
        }

        mutating func nextBatch() throws -> SampleBatch? { batches.popLast() }
    }

    private func add(_ kit: KitStore, _ days: [(String, Int)]) throws {
        _ = try kit.database.ingest(Days(days), options: .init(file: "days"))
    }

    private func energies(_ summaries: [HKActivitySummary]?) -> [Double]? {
        summaries?.map { $0.activeEnergyBurned.doubleValue(for: .kilocalorie()) }
    }

    @Test(arguments: KitPlace.allCases) func activitySummariesAndTheirChanges(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        try add(kit, [("2025-01-01", 100), ("2025-01-02", 200)])
        let store = kit.app()
        let calls = Calls<([HKActivitySummary]?, (any Error)?)>()
        store.execute(HKActivitySummaryQuery(predicate: nil) { _, days, error in calls.add((days, error)) })
        #expect((try await calls.next().1 as? HKError)?.code == .errorAuthorizationNotDetermined)
        try await store.requestAuthorization(toShare: [], read: [.activitySummaryType()])

        let query = HKActivitySummaryQuery(predicate: nil) { _, days, error in calls.add((days, error)) }
        query.updateHandler = { _, days, error in calls.add((days, error)) }
        store.execute(query)
        #expect(energies(try await calls.next().0) == [100, 200])
        try add(kit, [("2025-01-02", 250), ("2025-01-03", 300)])
        #expect(energies(try await calls.next().0) == [250, 300])
        store.stop(query)

        let second = DateComponents(
            calendar: Calendar(identifier: .gregorian), era: 1, year: 2025, month: 1, day: 2)
        let descriptor = HKActivitySummaryQueryDescriptor(
            predicate: HKQuery.predicateForActivitySummary(with: second))
        #expect(energies(try await descriptor.result(for: store)) == [250])
        var days = descriptor.results(for: store).makeAsyncIterator()
        #expect(energies(try await days.next()) == [250])
        try add(kit, [("2025-01-04", 400)])
        try add(kit, [("2025-01-02", 275)])
        #expect(energies(try await days.next()) == [275])
        #expect(await calls.rest().isEmpty)
    }
}

@Suite(.timeLimit(.usual)) struct HKUserAnnotatedMedicationQueryTests {
    private func medication(_ name: String, isArchived: Bool) -> HKUserAnnotatedMedication {
        HKUserAnnotatedMedication(
            nickname: name, isArchived: isArchived, hasSchedule: false,
            medication: HKMedicationConcept(
                identifier: HKHealthConceptIdentifier(domain: .medication, identifier: name), displayText: name,
                generalForm: .tablet, relatedCodings: []))
    }

    @Test(arguments: KitPlace.allCases) func archivedMedicationsStayAuthorized(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        try kit.database.medications.add([medication("one", isArchived: false), medication("two", isArchived: false)])
        let store = kit.app()
        try await store.requestPerObjectReadAuthorization(for: .userAnnotatedMedicationType(), predicate: nil)
        func names(isArchived: Bool) async throws -> [String?] {
            try await HKUserAnnotatedMedicationQueryDescriptor(
                predicate: HKQuery.predicateForUserAnnotatedMedications(isArchived: isArchived)
            ).result(for: store).map(\.nickname)
        }
        #expect(try kit.database.medications.setArchived(true, medication: "one")?.isArchived == true)
        #expect(try await names(isArchived: true) == ["one"])
        #expect(try await names(isArchived: false) == ["two"])
        #expect(
            try kit.database.medications.setArchived(false, medication: "one") == medication("one", isArchived: false))
        #expect(try await names(isArchived: false) == ["one", "two"])
        #expect(try kit.database.medications.setArchived(true, medication: "three") == nil)
    }

    @Test(arguments: KitPlace.allCases) func medicationsAreAuthorizedIndividually(_ place: KitPlace) async throws {
        let kit = try KitStore(place)
        try kit.database.medications.add([
            medication("one", isArchived: false), medication("two", isArchived: true),
            medication("three", isArchived: false),
        ])
        let store = kit.app()
        let descriptor = HKUserAnnotatedMedicationQueryDescriptor()
        await expect(.errorAuthorizationNotDetermined) { try await descriptor.result(for: store) }
        try await store.requestPerObjectReadAuthorization(
            for: .userAnnotatedMedicationType(),
            predicate: HKQuery.predicateForUserAnnotatedMedications(isArchived: false))
        #expect(try await descriptor.result(for: store).map(\.nickname) == ["one", "three"])
        #expect(
            try await HKUserAnnotatedMedicationQueryDescriptor(limit: 1).result(for: store).map(\.nickname) == ["one"])
        try await store.requestPerObjectReadAuthorization(for: .userAnnotatedMedicationType(), predicate: nil)
        #expect(
            try await HKUserAnnotatedMedicationQueryDescriptor(
                predicate: HKQuery.predicateForUserAnnotatedMedications(isArchived: true)
            ).result(for: store).map(\.nickname) == ["two"])

        let calls = Calls<(String?, Bool, (any Error)?)>()
        store.execute(
            HKUserAnnotatedMedicationQuery(predicate: nil, limit: 2) { _, found, done, error in
                calls.add((found?.nickname, done, error))
            })
        for (name, isDone) in [("one", false), ("two", false), (nil, true)] {
            let (nickname, done, error) = try await calls.next()
            #expect(nickname == name && done == isDone && error == nil)
        }
    }
}

@Suite(.timeLimit(.usual)) struct HKVerifiableClinicalRecordQueryTests {
    @Test func emptyResults() async throws {
        let store = try KitStore(.memory).app()
        let type = HKVerifiableClinicalRecordCredentialType.immunization
        let calls = Calls<([HKVerifiableClinicalRecord]?, (any Error)?)>()
        for (types, sources, works) in [
            ([type], [HKVerifiableClinicalRecordSourceType.smartHealthCard], true), ([], [.smartHealthCard], false),
            ([type], [], false),
        ] {
            store.execute(
                HKVerifiableClinicalRecordQuery(
                    recordTypes: types.map(\.rawValue), sourceTypes: sources, predicate: nil
                ) { _, records, error in calls.add((records, error)) })
            let (records, error) = try await calls.next()
            #expect((records == []) == works && (error == nil) == works)
            let descriptor = HKVerifiableClinicalRecordQueryDescriptor(recordTypes: types, sourceTypes: sources)
            if works {
                #expect(try await descriptor.result(for: store).isEmpty)
            } else {
                await expect(.errorInvalidArgument) { try await descriptor.result(for: store) }
            }
        }
        let query = HKVerifiableClinicalRecordQuery(recordTypes: ["a"], predicate: nil) { _, _, _ in }
        #expect(query.recordTypes == ["a"] && query.sourceTypes == [.smartHealthCard])
    }
}
