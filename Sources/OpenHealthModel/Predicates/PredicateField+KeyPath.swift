// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension PredicateField {
    /// The key path of the property in predicate formats.
    package var keyPath: String {
        switch self {
        case .sourceName: "source.name"
        case .sourceBundleIdentifier: "source.bundleIdentifier"
        case .sourceVersion: "sourceRevision.version"
        case .productType: "sourceRevision.productType"
        case .deviceProperty(let key): "device." + (Self.devicePropertyNames[key] ?? key)
        case .metadata(let key): HKPredicateKeyPathMetadata + "." + key
        case .statisticsSum(let type): HKPredicateKeyPathWorkoutSumQuantity + "." + type
        case .statisticsMinimum(let type): HKPredicateKeyPathWorkoutMinimumQuantity + "." + type
        case .statisticsMaximum(let type): HKPredicateKeyPathWorkoutMaximumQuantity + "." + type
        case .statisticsAverage(let type): HKPredicateKeyPathWorkoutAverageQuantity + "." + type
        default: Self.keyPaths[self] ?? "\(self)"
        }
    }

    /// The names of the device properties by key.
    static let devicePropertyNames = Dictionary(
        uniqueKeysWithValues: zip(
            HKDevice.propertyKeys,
            [
                "name", "manufacturer", "model", "hardwareVersion", "firmwareVersion", "softwareVersion",
                "localIdentifier", "udiDeviceIdentifier",
            ]))

    /// The key paths that differ from the name of the case. For cases not listed here, Apple has no key path.
    private static let keyPaths: [PredicateField: String] = [
        .uuid: HKPredicateKeyPathUUID, .source: HKPredicateKeyPathSource,
        .sourceRevision: HKPredicateKeyPathSourceRevision, .device: HKPredicateKeyPathDevice,
        .startDate: HKPredicateKeyPathStartDate, .endDate: HKPredicateKeyPathEndDate,
        .quantity: HKPredicateKeyPathQuantity, .count: HKPredicateKeyPathCount, .sum: HKPredicateKeyPathSum,
        .minimum: HKPredicateKeyPathMin, .maximum: HKPredicateKeyPathMax, .mostRecent: HKPredicateKeyPathMostRecent,
        .mostRecentStart: HKPredicateKeyPathMostRecentStartDate, .mostRecentEnd: HKPredicateKeyPathMostRecentEndDate,
        .mostRecentDuration: HKPredicateKeyPathMostRecentDuration, .categoryValue: HKPredicateKeyPathCategoryValue,
        .workoutType: HKPredicateKeyPathWorkoutType, .duration: HKPredicateKeyPathWorkoutDuration,
        .totalDistance: HKPredicateKeyPathWorkoutTotalDistance,
        .totalEnergyBurned: HKPredicateKeyPathWorkoutTotalEnergyBurned,
        .totalSwimmingStrokeCount: HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount,
        .totalFlightsClimbed: HKPredicateKeyPathWorkoutTotalFlightsClimbed,
        .activityType: HKPredicateKeyPathWorkoutActivityType,
        .activityStart: HKPredicateKeyPathWorkoutActivityStartDate,
        .activityEnd: HKPredicateKeyPathWorkoutActivityEndDate,
        .ecgClassification: HKPredicateKeyPathECGClassification,
        .ecgSymptomsStatus: HKPredicateKeyPathECGSymptomsStatus,
        .ecgAverageHeartRate: HKPredicateKeyPathAverageHeartRate, .cdaTitle: HKPredicateKeyPathCDATitle,
        .cdaPatientName: HKPredicateKeyPathCDAPatientName, .cdaAuthorName: HKPredicateKeyPathCDAAuthorName,
        .cdaCustodianName: HKPredicateKeyPathCDACustodianName,
        .fhirResourceType: HKPredicateKeyPathClinicalRecordFHIRResourceType,
        .fhirIdentifier: HKPredicateKeyPathClinicalRecordFHIRResourceIdentifier,
        .doseStatus: HKPredicateKeyPathStatus, .doseScheduledDate: HKPredicateKeyPathScheduledDate,
        .doseOrigin: HKPredicateKeyPathLogOrigin, .medicationConcept: HKPredicateKeyPathMedicationConceptIdentifier,
        .isArchived: HKUserAnnotatedMedicationPredicateKeyPathIsArchived,
        .hasSchedule: HKUserAnnotatedMedicationPredicateKeyPathHasSchedule, .day: HKPredicateKeyPathDateComponents,
        .stateOfMindKind: "kind", .stateOfMindLabel: "labels", .stateOfMindAssociation: "associations",
    ]
}
