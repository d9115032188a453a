// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// Pipelines from the health store to the app's own model.
class SymptomJournal {
    let healthStore = HKHealthStore()
    private let symptomTypes = SymptomType.all

    /// Returns a publisher that requests permission upon subscription.
    func authorizationPublisher() -> AnyPublisher<Bool, Error> {
        healthStore.authorizationPublisher(toShare: symptomTypes, read: symptomTypes).eraseToAnyPublisher()
    }

    /// Returns the symptoms of one type: permission, then a query, then the model.
    func symptomsPublisher(of type: HKCategoryType) -> AnyPublisher<[Symptom], Error> {
        authorizationPublisher()
            .flatMap { _ in
                self.healthStore.subject(for: type)
            }
            .map { samples in samples.compactMap { Symptom($0) } }
            .eraseToAnyPublisher()
    }

    /// Returns the symptoms of all types: a query for each, merged into one stream, then into one list.
    func batchSymptomPublisher() -> AnyPublisher<[Symptom], Error> {
        symptomTypes.map { self.healthStore.subject(for: $0) }
            .merge()
            .compactMap { $0.compactMap(Symptom.init) }
            .reduce([], +)
            .eraseToAnyPublisher()
    }

    /// Returns the list of all symptoms, read in one transaction, now and after each change by any app.
    func journalPublisher() -> AnyPublisher<[Symptom], Error> {
        authorizationPublisher()
            .flatMap { _ in
                self.healthStore.batchPublisher(for: self.symptomTypes).live
            }
            .map { $0.compactMap(Symptom.init) }
            .eraseToAnyPublisher()
    }

    /// Saves a symptom.
    func log(_ type: HKCategoryType, _ severity: HKCategoryValueSeverity) -> AnyPublisher<Void, Error> {
        authorizationPublisher()
            .flatMap { _ in
                let now = Date()
                return self.healthStore.savePublisher(
                    HKCategorySample(type: type, value: severity.rawValue, start: now, end: now))
            }
            .eraseToAnyPublisher()
    }
}
