// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        try await call(as: .settings, DeliveryRoutes.enable, frequency, path: ["type": type.identifier])
    }

    package func disableDelivery(of type: HKObjectType) async throws {
        try await call(as: .settings, DeliveryRoutes.disable, path: ["type": type.identifier])
    }

    package func disableAllDeliveries() async throws {
        try await call(as: .settings, DeliveryRoutes.disableAll)
    }

    package func deliveries(of types: Set<HKSampleType>) async throws -> [HKSampleType: BackgroundDelivery] {
        if types.isEmpty { return [:] }
        let places = follower.places
        let names = types.map(\.identifier).sorted().map { (name: "type", value: $0) }
        var deliveries: [HKSampleType: BackgroundDelivery] = [:]
        for var entry in try await call(DeliveryRoutes.list, query: names) where types.contains(entry.type) {
            entry.delivery.anchor = places.number(ofEarlier: entry.delivery.anchor)
            deliveries[entry.type] = entry.delivery
        }
        return deliveries
    }

    package func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) async throws {
        let report = DeliveryReport.Acknowledged(
            types: types, through: follower.places.anchor(place), delivered: delivered, date: date)
        try await call(as: .settings, DeliveryRoutes.acknowledge, report)
    }

    package func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) async throws -> [HKSampleType: Int] {
        // Each of them counts.
        try await call(
            as: .settings, DeliveryRoutes.fail, DeliveryReport.Failed(types: types, date: date), isRepeatable: false)
    }

    package func checkReadable(_ types: Set<HKSampleType>) async throws {
        try await call(DeliveryRoutes.check, types)
    }
}
