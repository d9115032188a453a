// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthKit
import TestTimeLimits
import Testing

/// Tests that a cancelled task receives no result.
@Suite(.timeLimit(.usual)) struct CancelledQueryTests {
    private func expectNoResult(
        _ location: SourceLocation = #_sourceLocation, _ ask: @escaping @Sendable () async throws -> Void
    ) async {
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await ask()
        }
        await #expect(throws: CancellationError.self, sourceLocation: location) { try await task.value }
    }

    @Test func statisticsAreCancelled() async throws {
        let store = try await KitStore(.memory).allowed()
        try await store.save(Sample.steps(0))
        let predicate = HKSamplePredicate.quantitySample(type: Sample.steps)
        let single = HKStatisticsQueryDescriptor(predicate: predicate, options: .cumulativeSum)
        #expect(try await single.result(for: store) != nil)
        await expectNoResult { _ = try await single.result(for: store) }
        let collection = HKStatisticsCollectionQueryDescriptor(
            predicate: predicate, options: .cumulativeSum, anchorDate: Sample.day,
            intervalComponents: DateComponents(day: 1))
        #expect(try await collection.result(for: store).statistics().count == 1)
        await expectNoResult { _ = try await collection.result(for: store) }
    }

    @Test func relationshipsAreCancelled() async throws {
        let store = try await KitStore(.memory).allowed("runner", Training.all)
        let descriptor = HKWorkoutEffortRelationshipQueryDescriptor(predicate: nil, anchor: nil, option: .default)
        #expect(try await descriptor.result(for: store).relationships.isEmpty)
        await expectNoResult { _ = try await descriptor.result(for: store) }
    }
}
