// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import GRDB
import HealthKitCombine

// The code of the article "Health data as streams" in functions called by tests, here and in the extension of this file. A test
// compares it with the article.

func severities(in store: HKHealthStore) -> some Publisher<[Int], any Error> {
    let cramps = HKCategoryType(.abdominalCramps)
    return store.authorizationPublisher(toShare: [], read: [cramps])
        .flatMap { _ in store.samplesPublisher(.categorySample(type: cramps)) }
        .map { samples in samples.map(\.value) }
}

struct Note: Codable, Hashable, FetchableRecord, PersistableRecord {
    var text: String
    var category: String
}

struct AppState {
    let category = CurrentValueSubject<String?, Never>(nil)
    let notes: AnyPublisher<[Note], any Error>
    let title: AnyPublisher<String, any Error>

    init(_ database: some DatabaseReader) {
        notes =
            category
            .removeDuplicates()
            .map { category in
                LiveQuery(in: database) { db in
                    let all = Note.order(Column("text"))
                    return try category.map { all.filter(Column("category") == $0) }?.fetchAll(db) ?? all.fetchAll(db)
                }
            }
            .switchToLatest()
            .eraseToAnyPublisher()
        title = notes.map { "\($0.count) notes" }.eraseToAnyPublisher()
    }
}

/// An app with a store that shows lines and draws weights.
final class StreamingApp {
    typealias Weights = HealthDataPublisher<[HKQuantitySample]>

    let store: HKHealthStore
    let show: @Sendable (String) -> Void
    let draw: @Sendable ([HKQuantitySample]) -> Void
    var subscriptions: Set<AnyCancellable> = []
    var drawing: (any Subscription)?

    init(
        _ store: HKHealthStore, show: @escaping @Sendable (String) -> Void,
        draw: @escaping @Sendable ([HKQuantitySample]) -> Void = { _ in }
    ) {
        self.store = store
        self.show = show
        self.draw = draw
    }

    func showSeverities() {
        let show = show
        severities(in: store)
            .sink { completion in
                switch completion {
                case .finished: show("That is all.")
                case .failure(HealthDataError.unavailableOnDevice): show("There is no health data here.")
                case .failure(let error): show(error.localizedDescription)
                }
            } receiveValue: { severities in
                show("\(severities.count) entries")
            }
            .store(in: &subscriptions)
    }

    @discardableResult
    func showWeights() -> Weights {
        let show = show
        let weights = store.samplesPublisher(
            .quantitySample(type: HKQuantityType(.bodyMass)),
            sortedBy: [SortDescriptor(\.startDate, order: .reverse)], limit: 7)
        weights.live
            .map { samples in samples.first?.quantity.doubleValue(for: .gramUnit(with: .kilo)) }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .sink { _ in
            } receiveValue: { latest in
                show(latest.map { "\($0) kg" } ?? "no weight yet")
            }
            .store(in: &subscriptions)
        return weights
    }

    static func shares(
        _ weights: Weights
    ) -> (count: some Publisher<Int, any Error>, newest: some Publisher<Date, any Error>) {
        let shared = weights.live.shared()
        let count = shared.map(\.count)
        let newest = shared.compactMap(\.first?.startDate)
        return (count, newest)
    }

    func drawOneByOne(_ weights: Weights) {
        let draw = draw
        let screen = AnySubscriber<[HKQuantitySample], any Error>(
            receiveSubscription: { subscription in
                self.drawing = subscription
                subscription.request(.max(1))
            },
            receiveValue: { samples in
                draw(samples)
                return .max(1)
            })
        weights.live.subscribe(screen)
    }

    func beginAndEnd(_ weights: Weights) {
        let draw = draw
        let following = weights.live.sink { _ in
        } receiveValue: {
            draw($0)
        }
        following.cancel()
    }

    static func batches(
        _ store: HKHealthStore
    ) -> (
        merged: some Publisher<[HKCategorySample], any Error>, batch: HealthDataPublisher<[HKCategorySample]>,
        day: some Publisher<String, any Error>
    ) {
        let types = Set([
            HKCategoryType(.abdominalCramps), HKCategoryType(.bloating), HKCategoryType(.fatigue),
            HKCategoryType(.acne), HKCategoryType(.headache),
        ])
        let merged = types.map { store.subject(for: $0) }
            .merge()
            .reduce([], +)
        let batch = store.batchPublisher(for: types)
        let day = store.batchPublisher(
            HKSamplePredicate.workout(), HKSamplePredicate.quantitySample(type: HKQuantityType(.stepCount))
        )
        .map { workouts, steps in "\(workouts.count) workouts, \(steps.count) samples of steps" }
        return (merged, batch, day)
    }

    static func figures(
        _ store: HKHealthStore, _ calendar: Calendar, _ weights: Weights
    ) -> (steps: some Publisher<[Double], any Error>, summary: some Publisher<String, any Error>) {
        let days = store.statisticsCollectionPublisher(
            .quantitySample(type: HKQuantityType(.stepCount)), options: .cumulativeSum,
            anchorDate: calendar.startOfDay(for: .now), intervalComponents: DateComponents(day: 1))
        let steps = days.live
            .map { collection in
                collection.statistics().map { $0.sumQuantity()?.doubleValue(for: .count()) ?? 0 }
            }
            .removeDuplicates()
        let summary = steps.combineLatest(weights.live)
            .map { steps, weights in "\(steps.count) days, \(weights.count) weights" }
            .removeDuplicates()
        return (steps, summary)
    }

    static func ages(_ store: HKHealthStore, in thisYear: Int) -> LiveQuery<Int?> {
        let age = LiveQuery(of: store, observing: [HKCharacteristicType(.dateOfBirth)]) { store in
            try store.dateOfBirthComponents().year.map { thisYear - $0 }
        }
        return age
    }

    func save() {
        let (store, show) = (store, show)
        let now = Date.now
        let sample = HKQuantitySample(
            type: HKQuantityType(.bodyMass), quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70.5),
            start: now, end: now)
        store.authorizationPublisher(toShare: [sample.quantityType], read: [])
            .flatMap { _ in store.savePublisher(sample) }
            .sink { completion in
                if case .failure(let error) = completion { show(error.localizedDescription) }
            } receiveValue: {
                show("Saved!")
            }
            .store(in: &subscriptions)
    }

    func saveByPromises(_ sample: HKQuantitySample) {
        let (store, show) = (store, show)
        store.authorizationFuture(toShare: [sample.quantityType], read: [])
            .then { _ in store.savePublisher(sample) }
            .then { show("Saved!") }
            .catch { error in show(error.localizedDescription) }
    }

    static func drawAWeek(_ weights: Weights, _ draw: ([HKQuantitySample]) -> Void) async throws {
        for try await samples in weights.live.values {
            draw(samples)
            if samples.count == 7 { break }
        }
    }

    static func sum() -> some Publisher<Int, Never> {
        let ticks = AsyncStream<Int> { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
        let total = ticks.publisher.reduce(0, +)
        return total
    }
}
