// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthModel
import OpenHealthKit
import OpenHealthSession

/// Observes the newest of many heart rates, by live queries and by callbacks.
struct HealthStreams: StreamSource {
    private(set) var newest = 0
    let name: String
    private let store: HKHealthStore
    private let type = HKQuantityType(.heartRate)
    private let unit = HKUnit.count().unitDivided(by: .minute())

    /// Opens a store for the process.
    init(file: URL, size: Int) async throws {
        name = "the health store, \(size) heart rates"
        HealthKitSystem.bootstrap(
            HealthKitSystem.Configuration(
                store: .file(file), app: AppIdentity(identifier: "org.openhealthkit.bench.streams", name: "streams"),
                authorization: .grant))
        store = HKHealthStore()
        try await store.requestAuthorization(toShare: [type], read: [type])
        try await save()
    }

    mutating func save() async throws {
        newest += 1
        // A date after all other samples.
        let date = Date(timeIntervalSince1970: Double(Decade.start + 11 * 365 * 86_400 + newest))
        let quantity = HKQuantity(unit: unit, doubleValue: Double(newest))
        try await store.save(HKQuantitySample(type: type, quantity: quantity, start: date, end: date))
    }

    func sides(seats: Int) -> [StreamSide] {
        let query = store.samplesPublisher(
            .quantitySample(type: type), sortedBy: [SortDescriptor(\.startDate, order: .reverse)], limit: 1)
        let callback = "observer and sample query"
        var sides = [
            StreamSide(name: callback, seats: seats, begin: callbacks),
            StreamSide(name: ".live", seats: seats, peer: callback) { audience in
                self.subscribe(audience) { query.live }
            },
        ]
        if seats > 1 {
            sides.append(
                StreamSide(name: ".live.shared()", seats: seats, peer: callback) { audience in
                    let shared = query.live.shared()
                    return self.subscribe(audience) { shared }
                })
        }
        return sides
    }

    private func subscribe<P: Publisher>(_ audience: Audience, _ publisher: () -> P) -> () -> Void
    where P.Output == [HKQuantitySample] {
        let unit = unit
        let subscriptions = (0..<audience.seats).map { seat in
            publisher().sink(
                receiveCompletion: { _ in },
                receiveValue: { samples in
                    if let sample = samples.first {
                        audience.hear(Int(sample.quantity.doubleValue(for: unit)), at: seat)
                    }
                })
        }
        return { for subscription in subscriptions { subscription.cancel() } }
    }

    /// Starts an observer query for each subscriber, with a query in its handler, as an app without publishers does.
    private func callbacks(_ audience: Audience) -> () -> Void {
        let (store, type, unit) = (store, type, unit)
        let queries = (0..<audience.seats).map { seat in
            HKObserverQuery(sampleType: type, predicate: nil) { _, done, _ in
                let query = HKSampleQuery(
                    sampleType: type, predicate: nil, limit: 1,
                    sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]
                ) { _, samples, _ in
                    if let sample = samples?.first as? HKQuantitySample {
                        audience.hear(Int(sample.quantity.doubleValue(for: unit)), at: seat)
                    }
                }
                store.execute(query)
                done()
            }
        }
        for query in queries { store.execute(query) }
        return { for query in queries { store.stop(query) } }
    }
}
