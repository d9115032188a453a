// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The wildcard of a source revision “any version”. iOS 11.0. The string behind it is assumed.
public let HKSourceRevisionAnyVersion = "HKSourceRevisionAnyVersion"

/// The wildcard of a source revision “any product type”. iOS 11.0. The string behind it is assumed.
public let HKSourceRevisionAnyProductType = "HKSourceRevisionAnyProductType"
