// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// Requests permission and reads symptoms, with callbacks.
class SymptomStore {
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

    func requestHealthDataAccess(_ completion: @escaping (Bool) -> Void) {
        healthStore.requestAuthorization(toShare: healthTypes, read: healthTypes) { success, error in
            if let error = error {
                print("HealthKit authorization error:", error.localizedDescription)
            }
            completion(success)
        }
    }

    /// Requests permission for all five symptoms, and reports any failure as one error.
    func authorize(_ completion: @escaping (Result<Bool, HealthDataError>) -> Void) {
        // Check availability on the device.
        guard HKHealthStore.isHealthDataAvailable() else {
            completion(.failure(HealthDataError.unavailableOnDevice))
            return
        }

        // Request authorization
        self.healthStore.requestAuthorization(toShare: symptomTypes, read: symptomTypes) { authSuccess, error in
            guard error == nil else {
                print("HealthKit authorization error:", error!.localizedDescription)
                completion(.failure(HealthDataError.authorizationRequestError))
                return
            }

            // Success means that the person has answered, not that they have granted permission.
            if authSuccess {
                completion(.success(true))
            } else {
                completion(.failure(HealthDataError.authorizationRequestError))
            }
        }
    }

    /// Fetches the samples of one type; there are none if the app may not read them.
    func samples(for sampleType: HKSampleType, _ completion: @escaping (Result<[HKCategorySample], Error>) -> Void) {
        // Initialize the query and provide a completion block.
        let query = HKSampleQuery(
            sampleType: sampleType,
            predicate: nil,
            limit: HKObjectQueryNoLimit,
            sortDescriptors: nil
        ) { _, samplesOrNil, error in

            // If something went wrong, pass on the error.
            if let error = error {
                completion(.failure(error))
                return
            }

            // Unwrap the queried samples. If the samples are nil, there are none.
            guard let samples = samplesOrNil as? [HKCategorySample] else {
                completion(.success([]))
                return
            }

            completion(.success(samples))
        }

        healthStore.execute(query)
    }

    func cramps(_ completion: @escaping (Result<[Symptom], Error>) -> Void) {
        samples(for: healthTypes.first!) { result in
            completion(result.map { samples in samples.map { Symptom($0) } })
        }
    }

    /// Returns all five symptoms, the latest first: with a query for each type, all at once.
    func allSymptoms() async throws -> [Symptom] {
        try await withThrowingTaskGroup(of: [Symptom].self) { group in
            for type in symptomTypes {
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        self.samples(for: type) { result in
                            continuation.resume(with: result.map { $0.map(Symptom.init) })
                        }
                    }
                }
            }
            return try await group.reduce(into: [], +=).sorted { $0.date > $1.date }
        }
    }

    /// Saves a symptom.
    func log(_ identifier: HKCategoryTypeIdentifier, _ severity: HKCategoryValueSeverity, at date: Date) async throws {
        try await healthStore.save(
            HKCategorySample(
                type: HKCategoryType(identifier), value: severity.rawValue, start: date, end: date))
    }
}

// Unchecked because all stored properties are set once and can be shared; the queries of five types run at once.
extension SymptomStore: @unchecked Sendable {}
