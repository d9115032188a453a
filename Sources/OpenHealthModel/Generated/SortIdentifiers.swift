// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The key “sample sort identifier start date”. iOS 8.0.
public let HKSampleSortIdentifierStartDate = "startDate"

/// The key “sample sort identifier end date”. iOS 8.0.
public let HKSampleSortIdentifierEndDate = "endDate"

/// The key “workout sort identifier duration”. iOS 8.0.
public let HKWorkoutSortIdentifierDuration = "duration"

/// The key “workout sort identifier total distance”. iOS 8.0.
public let HKWorkoutSortIdentifierTotalDistance = "totalDistance"

/// The key “workout sort identifier total energy burned”. iOS 8.0.
public let HKWorkoutSortIdentifierTotalEnergyBurned = "totalEnergyBurned"

/// The key “workout sort identifier total flights climbed”. iOS 11.0. The string behind it is assumed.
public let HKWorkoutSortIdentifierTotalFlightsClimbed = "HKWorkoutSortIdentifierTotalFlightsClimbed"

/// The key “workout sort identifier total swimming stroke count”. iOS 10.0. The string behind it is assumed.
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount = "HKWorkoutSortIdentifierTotalSwimmingStrokeCount"
