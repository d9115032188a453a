// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// The app's own errors. The library has a type of the same name, but the app's own takes precedence in the app.

// Possible errors that can occur
enum HealthDataError: Error {
    case unavailableOnDevice
    case authorizationRequestError
}
