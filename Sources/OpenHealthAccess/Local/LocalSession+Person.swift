// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func characteristic(_ type: HKCharacteristicType) async throws -> String? {
        try await perform { try $0.characteristic(type) }
    }

    package func dateOfBirth() async throws -> DateComponents? {
        try await perform { try $0.dateOfBirth() }
    }

    package func preferredUnits(for types: Set<HKQuantityType>, locale: Locale) async throws -> [HKQuantityType: HKUnit]
    {
        try await perform { try $0.preferredUnits(for: types, locale: locale) }
    }

    package func activitySummaries(_ predicate: PredicateNode) async throws -> [HKActivitySummary] {
        try await perform { try $0.activitySummaries(predicate) }
    }

    package func medications(_ predicate: PredicateNode, limit: Int?) async throws -> [HKUserAnnotatedMedication] {
        try await perform { try $0.medications(predicate, limit: limit) }
    }
}
