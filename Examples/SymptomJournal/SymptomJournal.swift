// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// Pipelines from the health store to the app's own model.
class SymptomJournal {
    let healthStore = HKHealthStore()
    private let symptomTypes = SymptomType.all

    /// Asks for permission. Nothing happens before somebody subscribes.
    func authorizationPublisher() -> AnyPublisher<Bool, Error> {
        healthStore.authorizationPublisher(toShare: symptomTypes, read: symptomTypes).eraseToAnyPublisher()
    }

    /// The symptoms of one type: permission, then a query, then the model.
    func symptomsPublisher(of type: HKCategoryType) -> AnyPublisher<[Symptom], Error> {
        authorizationPublisher()
            .flatMap { _ in
                self.healthStore.subject(for: type)
            }
            .map { samples in samples.compactMap { Symptom($0) } }
            .eraseToAnyPublisher()
    }

    /// The symptoms of all types: a query for each, merged into one stream, then into one list.
    func batchSymptomPublisher() -> AnyPublisher<[Symptom], Error> {
        symptomTypes.map { self.healthStore.subject(for: $0) }
            .merge()
            .compactMap { $0.compactMap(Symptom.init) }
            .reduce([], +)
            .eraseToAnyPublisher()
    }

    /// The same list, read at one moment, now and after each change by whichever app.
    func journalPublisher() -> AnyPublisher<[Symptom], Error> {
        authorizationPublisher()
            .flatMap { _ in
                self.healthStore.batchPublisher(for: self.symptomTypes).live
            }
            .map { $0.compactMap(Symptom.init) }
            .eraseToAnyPublisher()
    }

    /// Writes a symptom down.
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
