// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// A property of an object that predicates can compare.
///
/// In `PredicateNode.activity`, the object is an activity of a workout. It has a UUID, metadata, a duration, statistics,
/// and a type, start and end in the cases that begin with `activity`; a workout does not have the latter.
package enum PredicateField: Hashable, Sendable {
    // MARK: All objects
    case uuid, source, sourceName, sourceBundleIdentifier, sourceRevision, sourceVersion, productType, device
    /// The device property of a key `HKDevicePropertyKey…`.
    case deviceProperty(String)
    /// The metadata value of a key.
    case metadata(String)

    // MARK: Samples
    /// ``sampleType`` is the identifier of the type.
    case startDate, endDate, sampleType

    // MARK: Quantities; of samples that hold one reading all of these but `count` are that reading
    /// ``quantity`` is the sum of a cumulative series and the average of a discrete one. A series has ``sum`` only if it is
    /// cumulative, and the others only if it is discrete.
    case quantity, count, sum, minimum, maximum, mostRecent, mostRecentStart, mostRecentEnd
    /// The duration in seconds.
    case mostRecentDuration

    // MARK: Categories
    case categoryValue

    // MARK: Workouts
    case workoutType
    /// The duration in seconds without pauses, of a workout or an activity.
    case duration
    case totalDistance, totalEnergyBurned, totalSwimmingStrokeCount, totalFlightsClimbed
    /// The statistics of a workout or an activity for the quantity type with an identifier.
    case statisticsSum(String), statisticsMinimum(String), statisticsMaximum(String), statisticsAverage(String)
    case activityType, activityStart, activityEnd

    // MARK: Other classes
    case ecgClassification, ecgSymptomsStatus, ecgAverageHeartRate
    case cdaTitle, cdaPatientName, cdaAuthorName, cdaCustodianName
    case fhirResourceType, fhirIdentifier
    case relevantDate
    /// ``stateOfMindLabel`` and ``stateOfMindAssociation`` are lists: a comparison is true if it is true for any value.
    case valence, stateOfMindKind, stateOfMindLabel, stateOfMindAssociation
    /// ``medicationConcept`` is the identifier as a string, without the domain.
    case doseStatus, doseScheduledDate, doseOrigin, medicationConcept
    /// Properties of medications.
    case isArchived, hasSchedule
    /// The day of an activity summary.
    case day

    /// All fields without a key or type.
    package static let plain: [PredicateField] = [
        .uuid, .source, .sourceName, .sourceBundleIdentifier, .sourceRevision, .sourceVersion, .productType, .device,
        .startDate, .endDate, .sampleType, .quantity, .count, .sum, .minimum, .maximum, .mostRecent, .mostRecentStart,
        .mostRecentEnd, .mostRecentDuration, .categoryValue, .workoutType, .duration, .totalDistance,
        .totalEnergyBurned, .totalSwimmingStrokeCount, .totalFlightsClimbed, .activityType, .activityStart,
        .activityEnd, .ecgClassification, .ecgSymptomsStatus, .ecgAverageHeartRate, .cdaTitle, .cdaPatientName,
        .cdaAuthorName, .cdaCustodianName, .fhirResourceType, .fhirIdentifier, .relevantDate, .valence,
        .stateOfMindKind, .stateOfMindLabel, .stateOfMindAssociation, .doseStatus, .doseScheduledDate, .doseOrigin,
        .medicationConcept, .isArchived, .hasSchedule, .day,
    ]
}

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

/// The property of a key path in a predicate format.
enum PredicateKeyPath: Hashable {
    case field(PredicateField)
    /// A property of an activity of a workout.
    case activity(PredicateField)
    /// The activities of a workout, which are compared with `nil` only.
    case activities
    case workout, correlation, effort

    /// Creates a property from a key path; `nil` if it is unknown.
    init?(_ text: String) {
        let path = text.uppercased().hasPrefix("SELF.") ? String(text.dropFirst(5)) : text
        let activities = HKPredicateKeyPathWorkoutActivity + "."
        if let known = Self.relations[path] {
            self = known
        } else if path.hasPrefix(activities) {
            let inner = String(path.dropFirst(activities.count))
            guard let field = Self.activityFields[inner] ?? Self.keyed(inner) ?? Self.fields[inner] else { return nil }
            self = .activity(field)
        } else if let field = Self.fields[path] ?? Self.keyed(path) {
            self = .field(field)
        } else {
            return nil
        }
    }

    /// The known key paths of predicate formats, in alphabetical order.
    static var known: [String] {
        let patterns = keyedFields.map { $0.prefix + "<\($0.what)>" }
        return (Array(relations.keys) + fields.keys + patterns).sorted()
    }

    /// The sentence about an unknown key path: the known ones, each by one name.
    static let remedy: String = {
        let names = known.filter { !$0.hasPrefix("device.HKDevicePropertyKey") && !$0.lowercased().hasSuffix(".uuid") }
        let list = (names + [HKPredicateKeyPathWorkoutActivity + ".<key path>"]).joined(separator: ", ")
        return "unknown key path. Valid key paths: \(list)"
    }()

    private static let relations: [String: PredicateKeyPath] = [
        HKPredicateKeyPathWorkout: .workout, HKPredicateKeyPathWorkout + ".UUID": .workout,
        HKPredicateKeyPathWorkout + ".uuid": .workout, HKPredicateKeyPathCorrelation: .correlation,
        HKPredicateKeyPathCorrelation + ".UUID": .correlation, HKPredicateKeyPathCorrelation + ".uuid": .correlation,
        HKPredicateKeyPathWorkoutEffortRelationship: .effort, HKPredicateKeyPathWorkoutActivity: .activities,
    ]

    private static let fields: [String: PredicateField] = {
        var fields = Dictionary(uniqueKeysWithValues: PredicateField.plain.map { ($0.keyPath, $0) })
        for (key, name) in PredicateField.devicePropertyNames {
            fields["device.\(name)"] = .deviceProperty(key)
            fields["device.\(key)"] = .deviceProperty(key)
        }
        let others: [String: PredicateField] = [
            "uuid": .uuid, "sourceRevision.source": .source, "sourceRevision.source.name": .sourceName,
            "sourceRevision.source.bundleIdentifier": .sourceBundleIdentifier,
            "sampleType.identifier": .sampleType,
            HKPredicateKeyPathWorkoutActivityDuration: .duration,
        ]
        return fields.merging(others) { first, _ in first }
    }()

    /// The alternative names of an activity's properties after `workoutActivity.`.
    private static let activityFields: [String: PredicateField] = [
        HKPredicateKeyPathStartDate: .activityStart, HKPredicateKeyPathEndDate: .activityEnd,
        HKPredicateKeyPathWorkoutType: .activityType, "workoutConfiguration.activityType": .activityType,
    ]

    private typealias Keyed = (prefix: String, what: String, field: @Sendable (String) -> PredicateField)

    private static let keyedFields: [Keyed] = [
        (HKPredicateKeyPathMetadata + ".", "key", { .metadata($0) }),
        (HKPredicateKeyPathWorkoutSumQuantity + ".", "quantity type", { .statisticsSum($0) }),
        (HKPredicateKeyPathWorkoutMinimumQuantity + ".", "quantity type", { .statisticsMinimum($0) }),
        (HKPredicateKeyPathWorkoutMaximumQuantity + ".", "quantity type", { .statisticsMaximum($0) }),
        (HKPredicateKeyPathWorkoutAverageQuantity + ".", "quantity type", { .statisticsAverage($0) }),
        (HKPredicateKeyPathWorkoutActivitySumQuantity + ".", "quantity type", { .statisticsSum($0) }),
        (HKPredicateKeyPathWorkoutActivityMinimumQuantity + ".", "quantity type", { .statisticsMinimum($0) }),
        (HKPredicateKeyPathWorkoutActivityMaximumQuantity + ".", "quantity type", { .statisticsMaximum($0) }),
        (HKPredicateKeyPathWorkoutActivityAverageQuantity + ".", "quantity type", { .statisticsAverage($0) }),
    ]

    private static func keyed(_ path: String) -> PredicateField? {
        guard let entry = keyedFields.first(where: { path.hasPrefix($0.prefix) }) else { return nil }
        let key = String(path.dropFirst(entry.prefix.count))
        let isComplete = entry.what == "key" ? !key.isEmpty : HKObjectType.named(key) is HKQuantityType
        return isComplete ? entry.field(key) : nil
    }
}
