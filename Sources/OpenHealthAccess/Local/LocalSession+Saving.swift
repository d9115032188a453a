// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func save(_ objects: [HKObject]) async throws {
        try await perform { try $0.save(objects) }
    }

    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample], to workout: UUID?, savesMissing: Bool
    ) async throws -> [UUID] {
        try await perform { try $0.save(samples, adding: members, to: workout, savesMissing: savesMissing) }
    }

    package func saveNew(_ samples: [HKSample]) async throws -> [UUID] {
        try await perform { try $0.saveNew(samples) }
    }

    package func checkMaySave(_ types: [HKSampleType]) async throws {
        try await perform { try $0.checkMaySave(types) }
    }

    package func delete(_ objects: [HKObject]) async throws {
        try await perform { try $0.delete(objects) }
    }

    package func deleteObjects(of type: HKObjectType, predicate: PredicateNode) async throws -> Int {
        try await perform { try $0.deleteObjects(of: type, predicate: predicate) }
    }
}
