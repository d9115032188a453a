// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

extension HKError {
    /// Error code. iOS 8.0.
    public enum Code: Int, Hashable, Sendable, CaseIterable {
        /// Unknown error. iOS 8.0.
        case unknownError = 0

        /// Error health data unavailable. iOS 8.0.
        case errorHealthDataUnavailable = 1

        /// Error health data restricted. iOS 8.0.
        case errorHealthDataRestricted = 2

        /// Error invalid argument. iOS 8.0.
        case errorInvalidArgument = 3

        /// Error authorization denied. iOS 8.0.
        case errorAuthorizationDenied = 4

        /// Error authorization not determined. iOS 8.0.
        case errorAuthorizationNotDetermined = 5

        /// Error database inaccessible. iOS 8.0.
        case errorDatabaseInaccessible = 6

        /// Error user canceled. iOS 8.0.
        case errorUserCanceled = 7

        /// Error another workout session started. iOS 9.0.
        case errorAnotherWorkoutSessionStarted = 8

        /// Error user exited workout session. iOS 9.0.
        case errorUserExitedWorkoutSession = 9

        /// Error required authorization denied. iOS 12.0.
        case errorRequiredAuthorizationDenied = 10

        /// Error no data. iOS 14.0.
        case errorNoData = 11

        /// Error workout activity not allowed. iOS 17.0.
        case errorWorkoutActivityNotAllowed = 12

        /// Error data size exceeded. iOS 17.0.
        case errorDataSizeExceeded = 13

        /// Error background workout session not allowed. iOS 17.0.
        case errorBackgroundWorkoutSessionNotAllowed = 14

        /// Error not permissible for guest user mode. iOS 18.0.
        case errorNotPermissibleForGuestUserMode = 15

        /// The former name of ``unknownError``.
        public static var noError: Self { .unknownError }
    }

    /// The code ``Code/noError``. iOS 8.0.
    public static var noError: Code { .noError }

    /// The code ``Code/unknownError``. iOS 8.0.
    public static var unknownError: Code { .unknownError }

    /// The code ``Code/errorHealthDataUnavailable``. iOS 8.0.
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }

    /// The code ``Code/errorHealthDataRestricted``. iOS 8.0.
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }

    /// The code ``Code/errorInvalidArgument``. iOS 8.0.
    public static var errorInvalidArgument: Code { .errorInvalidArgument }

    /// The code ``Code/errorAuthorizationDenied``. iOS 8.0.
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }

    /// The code ``Code/errorAuthorizationNotDetermined``. iOS 8.0.
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }

    /// The code ``Code/errorDatabaseInaccessible``. iOS 8.0.
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }

    /// The code ``Code/errorUserCanceled``. iOS 8.0.
    public static var errorUserCanceled: Code { .errorUserCanceled }

    /// The code ``Code/errorAnotherWorkoutSessionStarted``. iOS 9.0.
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }

    /// The code ``Code/errorUserExitedWorkoutSession``. iOS 9.0.
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }

    /// The code ``Code/errorRequiredAuthorizationDenied``. iOS 12.0.
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }

    /// The code ``Code/errorNoData``. iOS 14.0.
    public static var errorNoData: Code { .errorNoData }

    /// The code ``Code/errorWorkoutActivityNotAllowed``. iOS 17.0.
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }

    /// The code ``Code/errorDataSizeExceeded``. iOS 17.0.
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }

    /// The code ``Code/errorBackgroundWorkoutSessionNotAllowed``. iOS 17.0.
    public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }

    /// The code ``Code/errorNotPermissibleForGuestUserMode``. iOS 18.0.
    public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }
}
