// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import OpenCombineShim
import Testing

@Suite struct SymptomReaderTests {
    static let five: [HKCategoryTypeIdentifier] = [.abdominalCramps, .bloating, .fatigue, .acne, .headache]
    private let severity = HKCategoryValueSeverity.moderate.rawValue

    /// Returns a world with samples of each symptom, and the expected values of the app's model.
    private func worldOfSymptoms() throws -> (HealthWorld, Set<Symptom>) {
        let world = try HealthWorld()
        var symptoms: Set<Symptom> = []
        for (index, identifier) in Self.five.enumerated() {
            symptoms.formUnion(try world.addDays(index + 1, of: identifier) { _ in severity }.map(Symptom.init))
        }
        // Samples of a type that is not requested.
        try world.addDays(3, of: .nausea) { _ in severity }
        return (world, symptoms)
    }

    @Test func authorizationThenQueryThenModel() async throws {
        let (world, symptoms) = try worldOfSymptoms()
        let app = world.run(as: world.app()) { SymptomReader() }
        let publisher = app.symptomsPublisher()
        #expect(world.requests.isEmpty)
        // A subject as printed loses its value if it arrives before flatMap subscribes. In this case the pipeline is run again.
        var values: [[Symptom]] = []
        for _ in 0..<1000 where values.isEmpty { values = try await publisher.recorded().all() }
        try #require(values.count == 1)
        #expect(Set(values[0]) == symptoms.filter { $0.name == HKCategoryTypeIdentifier.abdominalCramps.rawValue })
        #expect(values[0].count == 1)
    }

    @Test func fiveTypesFormOneBatch() async throws {
        let (world, symptoms) = try worldOfSymptoms()
        let gate = Gate()
        let store = world.app("org.example.batch", behind: gate)
        try world.grant(read: Set(Self.five.map { HKCategoryType($0) }), to: store)
        let app = world.run(as: store) { SymptomReader() }
        let recording = app.batchSymptomPublisher().recorded()
        gate.open()
        let values = try await recording.all()
        #expect(values.count == 1)
        #expect(values[0].count == 15)
        #expect(Set(values[0]) == symptoms)
    }

    @Test func eachTypeHasAPublisher() async throws {
        let (world, symptoms) = try worldOfSymptoms()
        let gate = Gate()
        let store = world.app("org.example.batch", behind: gate)
        try world.grant(read: Set(Self.five.map { HKCategoryType($0) }), to: store)
        let app = world.run(as: store) { SymptomReader() }
        let recordings = app.symptomPublishers().map { $0.recorded() }
        gate.open()
        var found: [Symptom] = []
        for recording in recordings {
            let values = try await recording.all()
            #expect(values.count == 1)
            found += values.joined()
        }
        #expect(found.count == 15)
        #expect(Set(found) == symptoms)
    }

    @Test func noTypesGiveAnEmptyBatch() async throws {
        let world = try HealthWorld()
        let gate = Gate()
        let store = world.app("org.example.batch", behind: gate)
        try world.grant(read: Set(Self.five.map { HKCategoryType($0) }), to: store)
        let app = world.run(as: store) { SymptomReader() }
        let recording = app.batchSymptomPublisher().recorded()
        gate.open()
        #expect(try await recording.all() == [[]])
    }

    @Test func aFailedQueryEndsTheBatch() async throws {
        let (world, _) = try worldOfSymptoms()
        let gate = Gate()
        // The app has not requested authorization.
        let app = world.run(as: world.app("org.example.batch", behind: gate)) { SymptomReader() }
        let recording = app.batchSymptomPublisher().recorded()
        gate.open()
        await #expect(throws: HKError.self) { try await recording.all() }
        #expect(recording.values.calls.isEmpty)
    }

    /// The library's publishers read on subscription; the app's own extension of the same name reads immediately. The app's
    /// pipeline calls the app's own extension.
    @Test func theAppsExtensionTakesPrecedenceOverTheLibrarys() async throws {
        let world = try HealthWorld()
        let gate = Gate()
        let app = world.run(as: world.app("org.example.batch", behind: gate)) { SymptomReader() }
        let publisher = app.batchSymptomPublisher()
        for _ in Self.five { _ = try await gate.arrivals.next() }
        gate.open()
        withExtendedLifetime(publisher) {}
    }

    /// A subject as printed executes its query immediately and keeps no values: late subscribers only receive the completion.
    /// The library's `subject(for:)` executes the query on subscription.
    @Test func aSubjectDropsValuesWithoutASubscriber() async throws {
        let (world, _) = try worldOfSymptoms()
        let store = world.app()
        let type = HKCategoryType(.headache)
        try world.grant(read: [type], to: store)
        let subject: AnyPublisher<[HKCategorySample], Error> = store.subject(for: type as HKSampleType)
        _ = try await subject.recorded().all()
        #expect(try await subject.recorded().all().isEmpty)
    }
}
