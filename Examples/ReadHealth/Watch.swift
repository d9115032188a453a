// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine

/// Shows the list after each change, until it has enough entries.
struct Watch {
    let model: HealthDataTableViewModel
    let entries: Int

    func run() async throws {
        var cancellables: Set<AnyCancellable> = []
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, Error>) in
            model.livePublisher()
                .prefix { samples in
                    show(samples)
                    return samples.count < entries
                }
                .sink { completion in
                    switch completion {
                    case .finished:
                        continuation.resume()
                    case .failure(let error):
                        continuation.resume(throwing: error)
                    }
                } receiveValue: { _ in
                }
                .store(in: &cancellables)
        }
    }

    private func show(_ samples: [HKQuantitySample]) {
        print("heights:", samples.count)
        for sample in samples {
            print(model.text(of: sample))
        }
        fflush(stdout)
    }
}
