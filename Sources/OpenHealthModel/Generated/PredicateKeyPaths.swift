// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The predicate key path “average”. iOS 13.0.
public let HKPredicateKeyPathAverage: String = "quantity"

/// The predicate key path “min”. iOS 13.0.
public let HKPredicateKeyPathMin: String = "min"

/// The predicate key path “max”. iOS 13.0.
public let HKPredicateKeyPathMax: String = "max"

/// The predicate key path “most recent”. iOS 13.0.
public let HKPredicateKeyPathMostRecent: String = "most_recent"

/// The predicate key path “most recent start date”. iOS 13.0.
public let HKPredicateKeyPathMostRecentStartDate: String = "most_recent_start_date"

/// The predicate key path “most recent end date”. iOS 13.0.
public let HKPredicateKeyPathMostRecentEndDate: String = "most_recent_end_date"

/// The predicate key path “most recent duration”. iOS 13.0.
public let HKPredicateKeyPathMostRecentDuration: String = "most_recent_duration"

/// The predicate key path “count”. iOS 13.0.
public let HKPredicateKeyPathCount: String = "count"

/// The predicate key path “average heart rate”. iOS 14.0.
public let HKPredicateKeyPathAverageHeartRate: String = "ecg_average_heart_rate"

/// The predicate key path “ECG classification”. iOS 14.0.
public let HKPredicateKeyPathECGClassification: String = "ecg_public_classification"

/// The predicate key path “ECG symptoms status”. iOS 14.0.
public let HKPredicateKeyPathECGSymptomsStatus: String = "ecg_symptoms_status"

/// The predicate key path “status”. iOS 26.0.
public let HKPredicateKeyPathStatus: String = "status"

/// The predicate key path “log origin”. iOS 26.0.
public let HKPredicateKeyPathLogOrigin: String = "logOrigin"

/// The predicate key path “scheduled date”. iOS 26.0.
public let HKPredicateKeyPathScheduledDate: String = "scheduledDate"

/// The predicate key path “medication concept identifier”. iOS 26.0.
public let HKPredicateKeyPathMedicationConceptIdentifier: String = "medicationConceptIdentifier"

/// The predicate key path “user annotated medication predicate key path is archived”. iOS 26.0.
public let HKUserAnnotatedMedicationPredicateKeyPathIsArchived: String = "isArchived"

/// The predicate key path “user annotated medication predicate key path has schedule”. iOS 26.0.
public let HKUserAnnotatedMedicationPredicateKeyPathHasSchedule: String = "hasSchedule"

/// The predicate key path “workout activity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivity: String = "workoutActivity"

/// The predicate key path “workout activity type”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityType: String = "activityType"

/// The predicate key path “workout activity duration”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityDuration: String = "activityDuration"

/// The predicate key path “workout activity start date”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityStartDate: String = "activityStartDate"

/// The predicate key path “workout activity end date”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityEndDate: String = "activityEndDate"

/// The predicate key path “workout activity sum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivitySumQuantity: String = "activitySumQuantity"

/// The predicate key path “workout activity minimum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityMinimumQuantity: String = "activityMinimumQuantity"

/// The predicate key path “workout activity maximum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityMaximumQuantity: String = "activityMaximumQuantity"

/// The predicate key path “workout activity average quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityAverageQuantity: String = "activityAverageQuantity"

/// The predicate key path “workout sum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutSumQuantity: String = "sumQuantity"

/// The predicate key path “workout minimum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutMinimumQuantity: String = "minimumQuantity"

/// The predicate key path “workout maximum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutMaximumQuantity: String = "maximumQuantity"

/// The predicate key path “workout average quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutAverageQuantity: String = "averageQuantity"

/// The predicate key path “workout effort relationship”. iOS 18.0.
public let HKPredicateKeyPathWorkoutEffortRelationship: String = "ratingOfExertionAssociation"

/// The predicate key path “UUID”. iOS 8.0.
public let HKPredicateKeyPathUUID: String = "UUID"

/// The predicate key path “source”. iOS 8.0.
public let HKPredicateKeyPathSource: String = "source"

/// The predicate key path “source revision”. iOS 9.0.
public let HKPredicateKeyPathSourceRevision: String = "sourceRevision"

/// The predicate key path “device”. iOS 9.0.
public let HKPredicateKeyPathDevice: String = "device"

/// The predicate key path “metadata”. iOS 8.0.
public let HKPredicateKeyPathMetadata: String = "metadata"

/// The predicate key path “correlation”. iOS 8.0.
public let HKPredicateKeyPathCorrelation: String = "correlation"

/// The predicate key path “workout”. iOS 8.0.
public let HKPredicateKeyPathWorkout: String = "workout"

/// The predicate key path “start date”. iOS 8.0.
public let HKPredicateKeyPathStartDate: String = "startDate"

/// The predicate key path “end date”. iOS 8.0.
public let HKPredicateKeyPathEndDate: String = "endDate"

/// The predicate key path “quantity”. iOS 8.0.
public let HKPredicateKeyPathQuantity: String = "quantity"

/// The predicate key path “sum”. iOS 8.0.
public let HKPredicateKeyPathSum: String = "sum"

/// The predicate key path “category value”. iOS 8.0.
public let HKPredicateKeyPathCategoryValue: String = "value"

/// The predicate key path “workout duration”. iOS 8.0.
public let HKPredicateKeyPathWorkoutDuration: String = "duration"

/// The predicate key path “workout total distance”. iOS 8.0.
public let HKPredicateKeyPathWorkoutTotalDistance: String = "totalDistance"

/// The predicate key path “workout total energy burned”. iOS 8.0.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned: String = "totalEnergyBurned"

/// The predicate key path “workout total swimming stroke count”. iOS 10.0.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount: String = "totalSwimmingStrokeCount"

/// The predicate key path “workout total flights climbed”. iOS 11.0.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed: String = "totalFlightsClimbed"

/// The predicate key path “workout type”. iOS 8.0.
public let HKPredicateKeyPathWorkoutType: String = "workoutActivityType"

/// The predicate key path “date components”. iOS 9.3.
public let HKPredicateKeyPathDateComponents: String = "dateComponents"

/// The predicate key path “CDA author name”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDAAuthorName: String = "HKPredicateKeyPathCDAAuthorName"

/// The predicate key path “CDA custodian name”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDACustodianName: String = "HKPredicateKeyPathCDACustodianName"

/// The predicate key path “CDA patient name”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDAPatientName: String = "HKPredicateKeyPathCDAPatientName"

/// The predicate key path “CDA title”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDATitle: String = "HKPredicateKeyPathCDATitle"

/// The predicate key path “clinical record FHIR resource identifier”. iOS 12.0. The string behind it is assumed.
public let HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier: String =
    "HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier"

/// The predicate key path “clinical record FHIR resource type”. iOS 12.0. The string behind it is assumed.
public let HKPredicateKeyPathClinicalRecordFHIRResourceType: String = "HKPredicateKeyPathClinicalRecordFHIRResourceType"
