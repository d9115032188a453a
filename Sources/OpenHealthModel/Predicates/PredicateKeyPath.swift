// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

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
