// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenHealthTestSupport
import Testing

/// Tests of the article's pipelines with the library's publishers.
@Suite struct SymptomReaderTests {
    private static let five: [HKCategoryTypeIdentifier] = [.abdominalCramps, .bloating, .fatigue, .acne, .headache]

    private func worldOfSymptoms() throws -> HealthWorld {
        let world = try HealthWorld()
        for (index, identifier) in Self.five.enumerated() {
            try world.addDays(index + 1, of: identifier) { _ in HKCategoryValueSeverity.mild.rawValue }
        }
        try world.addDays(3, of: .nausea) { _ in HKCategoryValueSeverity.mild.rawValue }
        return world
    }

    @Test func authorizationThenQueryThenModel() async throws {
        let world = try worldOfSymptoms()
        let publisher = SymptomReader(world.app()).symptomsPublisher()
        #expect(world.requests.isEmpty)
        // Each subscription requests authorization again, but the person is not asked twice.
        for count in [1, 2] {
            var values: [[SymptomReader.Symptom]] = []
            for await symptoms in PublisherValues(publisher) { values.append(symptoms) }
            #expect(values.map(\.count) == [count])
            #expect(world.requests.count == 1)
            try world.add(HKCategorySample.fixture(.abdominalCramps, HKCategoryValueSeverity.mild.rawValue))
        }
    }

    /// Late and repeated subscribers receive all samples, because the library's subjects read on subscription.
    @Test func fiveTypesFormOneBatchWhateverTheirOrder() async throws {
        let world = try worldOfSymptoms()
        let store = world.app()
        try world.grant(read: Set(Self.five.map { HKCategoryType($0) }), to: store)
        let publisher = SymptomReader(store).batchSymptomPublisher()
        for _ in 0..<2 {
            var values: [[SymptomReader.Symptom]] = []
            for try await symptoms in PublisherValues(publisher) { values.append(symptoms) }
            #expect(values.map(\.count) == [15])
            #expect(Set(values.joined().map(\.name)) == Set(Self.five.map(\.rawValue)))
        }
    }

    /// `Future` has a `catch` for promises; Combine's operator, which replaces a failure, is unchanged.
    @Test func aFailureOfAFutureCanBeReplaced() async throws {
        struct Failed: Error {}
        let future = Future<Int, any Error> { $0(.failure(Failed())) }
        for await value in PublisherValues(future.catch { _ in Just(7) }) { #expect(value == 7) }
        for await value in PublisherValues(future.catch { error in Just(error is Failed ? 8 : 9) }.map { $0 + 1 }) {
            #expect(value == 9)
        }
        let replaced: AnyPublisher<Int, Never> = future.catch { _ in Empty() }.eraseToAnyPublisher()
        for await value in PublisherValues(replaced) { Issue.record("\(value)") }
    }
}
