// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The app's own errors. The library has a type of this name; an app's own comes first in the app.

// Possible errors that can occur
enum HealthDataError: Error {
    case unavailableOnDevice
    case authorizationRequestError
}
