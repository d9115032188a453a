// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Possible errors that can occur
enum HealthDataError: Error {
    case unavailableOnDevice
    case authorizationRequestError
}
