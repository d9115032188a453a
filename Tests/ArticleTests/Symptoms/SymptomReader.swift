// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import OpenCombineShim

/// The complete pipeline: authorization, a query, and the app's own model; and a batch of five types.
final class SymptomReader {
    // the HKHealthStore handles requesting authorization, querying, etc.
    let healthStore = HKHealthStore()
    private let healthTypes = Set([HKSampleType.categoryType(forIdentifier: .abdominalCramps)!])

    private let symptomTypes = Set([
        HKSampleType.categoryType(forIdentifier: .abdominalCramps)!,
        HKSampleType.categoryType(forIdentifier: .bloating)!,
        HKSampleType.categoryType(forIdentifier: .fatigue)!,
        HKSampleType.categoryType(forIdentifier: .acne)!,
        HKSampleType.categoryType(forIdentifier: .headache)!,
    ])

    func authorizationPublisher() -> Deferred<Future<Bool, Error>> {
        Deferred {
            Future { [unowned self] promise in
                // Check availability on the device.
                guard HKHealthStore.isHealthDataAvailable() else {
                    promise(.failure(HealthDataError.unavailableOnDevice))
                    return
                }

                // Request authorization
                self.healthStore.requestAuthorization(toShare: healthTypes, read: healthTypes) { authSuccess, error in
                    guard error == nil else {
                        print("HealthKit authorization error:", error!.localizedDescription)

                        // If there was an error, call the promise with a .failure
                        promise(.failure(HealthDataError.authorizationRequestError))
                        return
                    }

                    // Only call the promise with a .success if `authSuccess` is true
                    if authSuccess {
                        promise(.success(true))
                    } else {
                        promise(.failure(HealthDataError.authorizationRequestError))
                    }
                }
            }
        }
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

    func symptomPublishers() -> [AnyPublisher<[Symptom], Error>] {
        symptomTypes.map {
            self.healthStore.subject(for: $0)  // 1
                .compactMap { $0.compactMap(Symptom.init) }  // 2
                .eraseToAnyPublisher()
        }
    }

    func batchSymptomPublisher() -> AnyPublisher<[Symptom], Error> {
        symptomTypes.map { self.healthStore.subject(for: $0) }  // 1
            .merge()  // 2
            .compactMap { $0.compactMap(Symptom.init) }
            .reduce([], +)  // 3
            .eraseToAnyPublisher()  // 4
    }
}
