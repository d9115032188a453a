// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// An error with a description, a reason and a suggestion for the person.
enum STError: LocalizedError {
    case authNotDetermined
    case sharingDenied(quantityType: String)
    case noData
    case invalidValue
    case unableToCompleteRequest(cause: any Error)

    /// Creates the app's form of an error of the database.
    init(_ error: any Error) {
        switch error {
        case let error as STError: self = error
        case HKError.errorAuthorizationNotDetermined: self = .authNotDetermined
        case HKError.errorNoData: self = .noData
        default: self = .unableToCompleteRequest(cause: error)
        }
    }

    var errorDescription: String? {
        switch self {
        case .authNotDetermined:
            "Need Access to Health Data"
        case .sharingDenied(_):
            "No Write Access"
        case .noData:
            "No Data"
        case .invalidValue:
            "Invalid Value"
        case .unableToCompleteRequest:
            "Unable to Complete Request"
        }
    }

    var failureReason: String? {
        switch self {
        case .authNotDetermined:
            "You have not given access to your Health data."
        case .sharingDenied(let quantityType):
            "You have denied access to upload your \(quantityType) data."
        case .noData:
            "There is no data for this Health statistic."
        case .invalidValue:
            "Must be a number above zero, as 4000 or 70.5."
        case .unableToCompleteRequest(let cause):
            cause.localizedDescription
        }
    }

    var recoverySuggestion: String? {
        switch self {
        case .authNotDetermined:
            "StepTracker connect asks you for it."
        case .sharingDenied:
            "You can change this with health apps grant StepTracker --asked."
        case .noData:
            "StepTracker add steps 4000 adds some. If there should be some, StepTracker may not be allowed to read them."
        case .invalidValue, .unableToCompleteRequest:
            nil
        }
    }
}
