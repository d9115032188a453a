// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKit
import OpenCombineShim

extension HKHealthStore {
    func subject(for sampleType: HKSampleType) -> AnyPublisher<[HKCategorySample], Error> {

        // Create the subject.
        let subject = PassthroughSubject<[HKCategorySample], Error>()

        // Initialize the query and provide a completion block.
        let query = HKSampleQuery(
            sampleType: sampleType,
            predicate: nil,
            limit: HKObjectQueryNoLimit,
            sortDescriptors: nil
        ) { _, samplesOrNil, error in

            // If something went wrong, send a completion to the subject.
            if let error = error {
                subject.send(completion: .failure(error))
                return
            }

            // Unwrap the queried samples and send them to the subject.
            // If the samples are nil, send a completion instead.
            guard let samples = samplesOrNil as? [HKCategorySample] else {
                subject.send(completion: .finished)
                return
            }

            subject.send(samples)
            subject.send(completion: .finished)
        }

        // Execute the query and return the subject
        execute(query)
        return subject.eraseToAnyPublisher()
    }
}
