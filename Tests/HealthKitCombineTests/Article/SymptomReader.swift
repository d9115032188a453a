// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// The symptom reader of the article without the code that the library replaces: `subject(for:)`, `merge()`, the authorization
/// request and its errors. Tests/ArticleTests contains the reader as printed.
final class SymptomReader {
    struct Symptom: Hashable {
        let name: String
        let date: Date

        init(_ sample: HKCategorySample) {
            name = sample.categoryType.identifier
            date = sample.startDate
        }
    }

    let healthStore: HKHealthStore
    private let healthTypes = Set([HKSampleType.categoryType(forIdentifier: .abdominalCramps)!])

    private let symptomTypes = Set([
        HKSampleType.categoryType(forIdentifier: .abdominalCramps)!,
        HKSampleType.categoryType(forIdentifier: .bloating)!,
        HKSampleType.categoryType(forIdentifier: .fatigue)!,
        HKSampleType.categoryType(forIdentifier: .acne)!,
        HKSampleType.categoryType(forIdentifier: .headache)!,
    ])

    init(_ healthStore: HKHealthStore) {
        self.healthStore = healthStore
    }

    func authorizationPublisher() -> Deferred<Future<Bool, any Error>> {
        healthStore.authorizationPublisher(toShare: healthTypes, read: healthTypes)
    }

    func symptomsPublisher() -> AnyPublisher<[Symptom], Never> {
        // Start with the authorization publisher
        authorizationPublisher()
            .flatMap { _ in
                // combine it with the query publisher
                self.healthStore.subject(for: self.healthTypes.first!)
            }
            .map { samples in samples.map { Symptom($0) } }
            .assertNoFailure()
            .eraseToAnyPublisher()
    }

    func batchSymptomPublisher() -> AnyPublisher<[Symptom], any Error> {
        symptomTypes.map { self.healthStore.subject(for: $0) }  // 1
            .merge()  // 2
            .compactMap { $0.compactMap(Symptom.init) }
            .reduce([], +)  // 3
            .eraseToAnyPublisher()  // 4
    }
}
