// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

extension LocalSession {
    package func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await perform { try $0.enableDelivery(of: type, frequency: frequency) }
    }

    package func disableDelivery(of type: HKObjectType) async throws {
        try await perform { try $0.disableDelivery(of: type) }
    }

    package func disableAllDeliveries() async throws {
        try await perform { try $0.disableAllDeliveries() }
    }

    package func deliveries(of types: Set<HKSampleType>) async throws -> [HKSampleType: BackgroundDelivery] {
        try await perform { try $0.deliveries(of: types) }
    }

    package func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) async throws {
        try await perform { try $0.acknowledgeDelivery(of: types, through: place, delivered: delivered, at: date) }
    }

    package func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) async throws -> [HKSampleType: Int] {
        try await perform { try $0.noteFailedDelivery(of: types, at: date) }
    }

    package func checkReadable(_ types: Set<HKSampleType>) async throws {
        try await perform { try $0.checkReadable(types) }
    }
}
