// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

extension RemoteAccess {
    package func subscribe(
        after anchor: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) async throws -> ChangeSubscription {
        await follower.subscribe(after: anchor, handler)
    }

    package func latestAnchor() async throws -> HKQueryAnchor {
        try await call(ChangeRoutes.latest)
    }

    package func latestPlace() async throws -> Int64 {
        follower.places.number(ofLatest: Int64(try await latestAnchor().value))
    }

    package func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int?) async throws
        -> AppChanges
    {
        let limit = limit.flatMap { $0 > 0 ? $0 : nil } ?? .max
        var all = try await page(parts, after: anchor, limit: limit)
        while all.hasMore {
            let rest = limit - all.added.count - all.deleted.count
            if rest <= 0 { break }
            var page = try await page(parts, after: all.anchor, limit: rest)
            if anchor == nil {
                // A query for everything reports no deleted samples, and returns none that were deleted meanwhile.
                let gone = Set(page.deleted.map(\.uuid))
                all.added.removeAll { gone.contains($0.uuid) }
                page.deleted = []
            }
            all.added += page.added
            all.deleted += page.deleted
            (all.anchor, all.hasMore) = (page.anchor, page.hasMore)
        }
        return all
    }

    private func page(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int) async throws -> AppChanges
    {
        let limit = min(limit, ChangeRoutes.maximumOnPage)
        try Self.check(parts.map(\.predicate))
        return try await call(ChangeRoutes.query, ChangesQueryJSON(parts, anchor: anchor, limit: limit))
    }

    package func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) async throws -> Set<HKSampleType> {
        let parts = parts.filter { range.types.contains($0.type.identifier) }
        guard !parts.isEmpty, range.after < range.through else { return [] }
        try Self.check(parts.map(\.predicate))
        return try await call(
            ChangeRoutes.types,
            (
                parts: parts, after: follower.places.anchor(range.after),
                through: follower.places.anchor(range.through)
            ))
    }
}

extension RemoteAccess {
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
