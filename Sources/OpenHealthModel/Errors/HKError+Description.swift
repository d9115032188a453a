// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKError: CustomNSError {
    /// The raw value of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The user info, with a description.
    public var errorUserInfo: [String: Any] {
        userInfo.merging([NSLocalizedDescriptionKey: description]) { own, _ in own }
    }
}

extension HKError: LocalizedError {
    /// The message of the error, or the meaning of its code.
    public var errorDescription: String? { description }
}

extension HKError: CustomStringConvertible {
    /// The message of the error, or the meaning of its code.
    public var description: String {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.explanation
    }
}

extension HKError.Code {
    /// The meaning of the code in one sentence.
    fileprivate var explanation: String {
        switch self {
        case .unknownError: "An unknown error occurred."
        case .errorHealthDataUnavailable: "Health data is not available on this machine."
        case .errorHealthDataRestricted: "Access to health data is restricted on this machine."
        case .errorInvalidArgument: "An argument is not valid."
        case .errorAuthorizationDenied: "The person has not allowed this app to save data of this type."
        case .errorAuthorizationNotDetermined: "This app has not yet asked for permission; request authorization first."
        case .errorDatabaseInaccessible: "The health database cannot be opened now; try again later."
        case .errorUserCanceled: "The person canceled."
        case .errorAnotherWorkoutSessionStarted: "Another app has started a workout session."
        case .errorUserExitedWorkoutSession: "The person left the workout session."
        case .errorRequiredAuthorizationDenied: "The person has not allowed all the types that this app requires."
        case .errorNoData: "There is no data for the request."
        case .errorWorkoutActivityNotAllowed: "This workout activity is not allowed here."
        case .errorDataSizeExceeded: "The data exceeds the allowed size; send less at a time."
        case .errorBackgroundWorkoutSessionNotAllowed: "A workout session cannot start in the background."
        case .errorNotPermissibleForGuestUserMode: "This is not allowed for a guest."
        }
    }
}
