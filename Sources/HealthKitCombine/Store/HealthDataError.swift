// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// An error that prevents an app from using health data.
public enum HealthDataError: Error {
    /// Health data is not available on this machine: `HKHealthStore.isHealthDataAvailable()` returns false.
    case unavailableOnDevice
    /// The request for permission failed.
    ///
    /// The cause is the error of the request; nil if it failed without an error.
    case authorizationRequestError(cause: (any Error)?)
}

extension HealthDataError: LocalizedError {
    /// A description of the problem.
    public var errorDescription: String? {
        switch self {
        case .unavailableOnDevice: "Health data is not available on this device."
        case .authorizationRequestError(nil): "The request for permission to use health data failed."
        case .authorizationRequestError(let cause?):
            "The request for permission to use health data failed: \(cause.localizedDescription)"
        }
    }

    /// A description of the remedy.
    public var recoverySuggestion: String? {
        switch self {
        case .unavailableOnDevice:
            "Call HKHealthStore.isHealthDataAvailable() first, and omit features that need health data."
        case .authorizationRequestError: "Send the request again when a person can answer it."
        }
    }
}
