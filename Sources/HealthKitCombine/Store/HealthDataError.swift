// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Why an app cannot use health data.
public enum HealthDataError: Error {
    /// There is no health data on this machine: `HKHealthStore.isHealthDataAvailable()` is false.
    case unavailableOnDevice
    /// The person could not be asked for permission.
    ///
    /// The cause is what the request for permission gave as its error; nil where it only said that it did not work.
    case authorizationRequestError(cause: (any Error)?)
}

extension HealthDataError: LocalizedError {
    /// The problem.
    public var errorDescription: String? {
        switch self {
        case .unavailableOnDevice: "Health data is not available on this device."
        case .authorizationRequestError(nil): "The request for permission to use health data did not work."
        case .authorizationRequestError(let cause?):
            "The request for permission to use health data did not work: \(cause.localizedDescription)"
        }
    }

    /// The remedy.
    public var recoverySuggestion: String? {
        switch self {
        case .unavailableOnDevice:
            "Ask HKHealthStore.isHealthDataAvailable() first, and leave out what needs health data."
        case .authorizationRequestError: "Ask again, and see that somebody is there to answer."
        }
    }
}
