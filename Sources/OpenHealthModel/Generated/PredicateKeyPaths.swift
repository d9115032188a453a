// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

// Generated from Data/ by generate-model. Do not edit.

/// The predicate key path “average”. iOS 13.0.
public let HKPredicateKeyPathAverage = "quantity"

/// The predicate key path “min”. iOS 13.0.
public let HKPredicateKeyPathMin = "min"

/// The predicate key path “max”. iOS 13.0.
public let HKPredicateKeyPathMax = "max"

/// The predicate key path “most recent”. iOS 13.0.
public let HKPredicateKeyPathMostRecent = "most_recent"

/// The predicate key path “most recent start date”. iOS 13.0.
public let HKPredicateKeyPathMostRecentStartDate = "most_recent_start_date"

/// The predicate key path “most recent end date”. iOS 13.0.
public let HKPredicateKeyPathMostRecentEndDate = "most_recent_end_date"

/// The predicate key path “most recent duration”. iOS 13.0.
public let HKPredicateKeyPathMostRecentDuration = "most_recent_duration"

/// The predicate key path “count”. iOS 13.0.
public let HKPredicateKeyPathCount = "count"

/// The predicate key path “average heart rate”. iOS 14.0.
public let HKPredicateKeyPathAverageHeartRate = "ecg_average_heart_rate"

/// The predicate key path “ECG classification”. iOS 14.0.
public let HKPredicateKeyPathECGClassification = "ecg_public_classification"

/// The predicate key path “ECG symptoms status”. iOS 14.0.
public let HKPredicateKeyPathECGSymptomsStatus = "ecg_symptoms_status"

/// The predicate key path “status”. iOS 26.0.
public let HKPredicateKeyPathStatus = "status"

/// The predicate key path “log origin”. iOS 26.0.
public let HKPredicateKeyPathLogOrigin = "logOrigin"

/// The predicate key path “scheduled date”. iOS 26.0.
public let HKPredicateKeyPathScheduledDate = "scheduledDate"

/// The predicate key path “medication concept identifier”. iOS 26.0.
public let HKPredicateKeyPathMedicationConceptIdentifier = "medicationConceptIdentifier"

/// The predicate key path “user annotated medication predicate key path is archived”. iOS 26.0.
public let HKUserAnnotatedMedicationPredicateKeyPathIsArchived = "isArchived"

/// The predicate key path “user annotated medication predicate key path has schedule”. iOS 26.0.
public let HKUserAnnotatedMedicationPredicateKeyPathHasSchedule = "hasSchedule"

/// The predicate key path “workout activity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivity = "workoutActivity"

/// The predicate key path “workout activity type”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityType = "activityType"

/// The predicate key path “workout activity duration”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityDuration = "activityDuration"

/// The predicate key path “workout activity start date”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityStartDate = "activityStartDate"

/// The predicate key path “workout activity end date”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityEndDate = "activityEndDate"

/// The predicate key path “workout activity sum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivitySumQuantity = "activitySumQuantity"

/// The predicate key path “workout activity minimum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityMinimumQuantity = "activityMinimumQuantity"

/// The predicate key path “workout activity maximum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityMaximumQuantity = "activityMaximumQuantity"

/// The predicate key path “workout activity average quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutActivityAverageQuantity = "activityAverageQuantity"

/// The predicate key path “workout sum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutSumQuantity = "sumQuantity"

/// The predicate key path “workout minimum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutMinimumQuantity = "minimumQuantity"

/// The predicate key path “workout maximum quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutMaximumQuantity = "maximumQuantity"

/// The predicate key path “workout average quantity”. iOS 16.0.
public let HKPredicateKeyPathWorkoutAverageQuantity = "averageQuantity"

/// The predicate key path “workout effort relationship”. iOS 18.0.
public let HKPredicateKeyPathWorkoutEffortRelationship = "ratingOfExertionAssociation"

/// The predicate key path “UUID”. iOS 8.0.
public let HKPredicateKeyPathUUID = "UUID"

/// The predicate key path “source”. iOS 8.0.
public let HKPredicateKeyPathSource = "source"

/// The predicate key path “source revision”. iOS 9.0.
public let HKPredicateKeyPathSourceRevision = "sourceRevision"

/// The predicate key path “device”. iOS 9.0.
public let HKPredicateKeyPathDevice = "device"

/// The predicate key path “metadata”. iOS 8.0.
public let HKPredicateKeyPathMetadata = "metadata"

/// The predicate key path “correlation”. iOS 8.0.
public let HKPredicateKeyPathCorrelation = "correlation"

/// The predicate key path “workout”. iOS 8.0.
public let HKPredicateKeyPathWorkout = "workout"

/// The predicate key path “start date”. iOS 8.0.
public let HKPredicateKeyPathStartDate = "startDate"

/// The predicate key path “end date”. iOS 8.0.
public let HKPredicateKeyPathEndDate = "endDate"

/// The predicate key path “quantity”. iOS 8.0.
public let HKPredicateKeyPathQuantity = "quantity"

/// The predicate key path “sum”. iOS 8.0.
public let HKPredicateKeyPathSum = "sum"

/// The predicate key path “category value”. iOS 8.0.
public let HKPredicateKeyPathCategoryValue = "value"

/// The predicate key path “workout duration”. iOS 8.0.
public let HKPredicateKeyPathWorkoutDuration = "duration"

/// The predicate key path “workout total distance”. iOS 8.0.
public let HKPredicateKeyPathWorkoutTotalDistance = "totalDistance"

/// The predicate key path “workout total energy burned”. iOS 8.0.
public let HKPredicateKeyPathWorkoutTotalEnergyBurned = "totalEnergyBurned"

/// The predicate key path “workout total swimming stroke count”. iOS 10.0.
public let HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount = "totalSwimmingStrokeCount"

/// The predicate key path “workout total flights climbed”. iOS 11.0.
public let HKPredicateKeyPathWorkoutTotalFlightsClimbed = "totalFlightsClimbed"

/// The predicate key path “workout type”. iOS 8.0.
public let HKPredicateKeyPathWorkoutType = "workoutActivityType"

/// The predicate key path “date components”. iOS 9.3.
public let HKPredicateKeyPathDateComponents = "dateComponents"

/// The predicate key path “CDA author name”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDAAuthorName = "HKPredicateKeyPathCDAAuthorName"

/// The predicate key path “CDA custodian name”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDACustodianName = "HKPredicateKeyPathCDACustodianName"

/// The predicate key path “CDA patient name”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDAPatientName = "HKPredicateKeyPathCDAPatientName"

/// The predicate key path “CDA title”. iOS 10.0. The string behind it is assumed.
public let HKPredicateKeyPathCDATitle = "HKPredicateKeyPathCDATitle"

/// The predicate key path “clinical record FHIR resource identifier”. iOS 12.0. The string behind it is assumed.
public let HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier =
    "HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier"

/// The predicate key path “clinical record FHIR resource type”. iOS 12.0. The string behind it is assumed.
public let HKPredicateKeyPathClinicalRecordFHIRResourceType = "HKPredicateKeyPathClinicalRecordFHIRResourceType"
