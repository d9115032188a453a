// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The constant “error domain”. iOS 8.0.
public let HKErrorDomain = "com.apple.healthkit"

/// The constant “detailed CDA validation error key”. iOS 10.0. The string behind it is assumed.
public let HKDetailedCDAValidationErrorKey = "HKDetailedCDAValidationErrorKey"
