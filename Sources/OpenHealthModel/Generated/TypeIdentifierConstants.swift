// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The identifier of the workout type. iOS 8.0.
public let HKWorkoutTypeIdentifier = "HKWorkoutTypeIdentifier"

/// The identifier of the workout route type. iOS 11.0.
public let HKWorkoutRouteTypeIdentifier = "HKWorkoutRouteTypeIdentifier"

/// The identifier of the heartbeat series type. iOS 13.0.
public let HKDataTypeIdentifierHeartbeatSeries = "HKDataTypeIdentifierHeartbeatSeries"

/// The identifier of the vision prescription type. iOS 16.0.
public let HKVisionPrescriptionTypeIdentifier = "HKVisionPrescriptionTypeIdentifier"

/// The identifier of the state of mind type. iOS 18.0.
public let HKDataTypeIdentifierStateOfMind = "HKDataTypeStateOfMind"

/// The identifier of the medication dose event type. iOS 26.0.
public let HKMedicationDoseEventTypeIdentifierMedicationDoseEvent =
    "HKMedicationDoseEventTypeIdentifierMedicationDoseEvent"

/// The identifier of the user annotated medication type. iOS 26.0.
public let HKDataTypeIdentifierUserAnnotatedMedicationConcept = "HKDataTypeUserAnnotatedMedicationConcept"
