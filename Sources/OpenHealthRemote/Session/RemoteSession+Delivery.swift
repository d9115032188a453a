// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteSession {
    package func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) async throws {
        let body = JSONValue.object([("frequency", .string(FrequencyName.text(frequency)))])
        try await tell(as: .settings, DaemonRequest(.put, Self.path(type), body))
    }

    package func disableDelivery(of type: HKObjectType) async throws {
        try await tell(as: .settings, DaemonRequest(.delete, Self.path(type)))
    }

    package func disableAllDeliveries() async throws {
        try await tell(as: .settings, DaemonRequest(.delete, "/v1/deliveries"))
    }

    package func deliveries(of types: Set<HKSampleType>) async throws -> [HKSampleType: BackgroundDelivery] {
        if types.isEmpty { return [:] }
        let places = follower.places
        let names = types.map(\.identifier).sorted().map { (name: "type", value: $0) }
        return try await json(DaemonRequest(.get, "/v1/deliveries", query: names)) { (json) throws(Problem) in
            var deliveries: [HKSampleType: BackgroundDelivery] = [:]
            for entry in try json.required("deliveries").array() {
                let delivery = try DeliveryJSON(entry)
                guard types.contains(where: { $0 == delivery.type }) else { continue }
                deliveries[delivery.type] = BackgroundDelivery(
                    frequency: delivery.frequency, anchor: places.number(ofEarlier: delivery.anchor),
                    delivered: delivery.delivered,
                    failures: delivery.failures)
            }
            return deliveries
        }
    }

    package func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) async throws {
        let report = DeliveryReport.Acknowledged(
            types: types, through: follower.places.anchor(place), delivered: delivered, date: date)
        try await tell(as: .settings, DaemonRequest(.post, "/v1/deliveries/acknowledge", report.json))
    }

    package func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) async throws -> [HKSampleType: Int] {
        var request = DaemonRequest(
            .post, "/v1/deliveries/fail", DeliveryReport.Failed(types: types, date: date).json)
        // Each of them counts.
        request.isRepeatable = false
        return try await json(as: .settings, request) { (json) throws(Problem) in
            try DeliveryReport.Failures(json).counts
        }
    }

    package func checkReadable(_ types: Set<HKSampleType>) async throws {
        try await tell(
            as: .read, DaemonRequest(.post, "/v1/deliveries/check", .object([("types", TypeLists.json(types))])))
    }

    private static func path(_ type: HKObjectType) -> String {
        "/v1/deliveries/" + DaemonRequest.encoded(type.identifier)
    }
}
