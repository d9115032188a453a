// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Objects that have metadata under a key.
    /// - Parameter key: the key.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        PredicateNode.compare(.metadata(key), .notEqualTo, .null).predicate
    }

    /// Objects whose metadata under a key is one of some values.
    /// - Parameters:
    ///   - key: the key.
    ///   - allowedValues: the values: `String`, `NSNumber`, `Date` or `HKQuantity`; any other stops the process.
    public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
        PredicateNode.compare(.metadata(key), .in, metadataValue(allowedValues, key)).predicate
    }

    /// Objects whose metadata under a key compares so with a value.
    /// - Parameters:
    ///   - key: the key.
    ///   - operatorType: how the metadata compares with the value.
    ///   - value: a `String`, `NSNumber`, `Date` or `HKQuantity`, or an array of them for the operators that take one;
    ///     any other stops the process.
    public class func predicateForObjects(
        withMetadataKey key: String, operatorType: NSPredicateOperator, value: Any
    ) -> NSPredicate {
        PredicateNode.compare(.metadata(key), PredicateOperator(operatorType), metadataValue(value, key)).predicate
    }

    private class func metadataValue(_ value: Any, _ key: String) -> PredicateValue {
        guard let result = PredicateValue(argument: value) else {
            contractViolation(
                "The metadata under \(key) cannot be compared with a \(type(of: value)); "
                    + "give a String, NSNumber, Date or HKQuantity.")
        }
        return result
    }

    /// Objects that a source saved.
    /// - Parameter source: the source; sources are distinguished by their bundle identifiers.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate {
        PredicateNode.compare(.source, .equalTo, .source(source)).predicate
    }

    /// Objects that one of some sources saved.
    /// - Parameter sources: the sources; sources are distinguished by their bundle identifiers.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        PredicateNode.compare(.source, .in, .list(sources.map(PredicateValue.source))).predicate
    }

    /// Objects that one of some versions of sources saved.
    /// - Parameter sourceRevisions: the versions; what one leaves open may be anything.
    public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
        PredicateNode.compare(.sourceRevision, .in, .list(sourceRevisions.map(PredicateValue.revision))).predicate
    }

    /// Objects that were measured by one of some devices.
    /// - Parameter devices: the devices; all eight properties have to be the same, also those that are nil.
    public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
        PredicateNode.compare(.device, .in, .list(devices.map(PredicateValue.device))).predicate
    }

    /// Objects that were measured by a device with a property that has one of some values.
    /// - Parameters:
    ///   - key: one of the keys `HKDevicePropertyKey…`; any other stops the process.
    ///   - allowedValues: the values; where there are none, the property has to be nil.
    public class func predicateForObjects(
        withDeviceProperty key: String, allowedValues: Set<String>
    ) -> NSPredicate {
        if !HKDevice.propertyKeys.contains(key) {
            contractViolation(
                "Devices have no property \(key); use one of \(HKDevice.propertyKeys.joined(separator: ", ")).")
        }
        let field = PredicateField.deviceProperty(key)
        if allowedValues.isEmpty { return PredicateNode.compare(field, .equalTo, .null).predicate }
        return PredicateNode.compare(field, .in, .list(allowedValues.sorted().map(PredicateValue.text))).predicate
    }

    /// The object with a UUID.
    /// - Parameter UUID: the identity of the object.
    public class func predicateForObject(with UUID: UUID) -> NSPredicate {
        PredicateNode.compare(.uuid, .equalTo, .uuid(UUID)).predicate
    }

    /// The objects with some UUIDs.
    /// - Parameter UUIDs: the identities of the objects.
    public class func predicateForObjects(with UUIDs: Set<UUID>) -> NSPredicate {
        PredicateNode.compare(.uuid, .in, .list(UUIDs.map(PredicateValue.uuid))).predicate
    }

    /// Objects that are part of no correlation.
    public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
        PredicateNode.not(.related(.anyCorrelation)).predicate
    }

    /// Samples that were added to a workout; not those that only happened during it.
    /// - Parameter workout: the workout.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        PredicateNode.related(.workout(workout.uuid)).predicate
    }

    /// Symptoms that belong to an electrocardiogram.
    /// - Parameter electrocardiogram: the electrocardiogram.
    public class func predicateForObjectsAssociated(electrocardiogram: HKElectrocardiogram) -> NSPredicate {
        PredicateNode.related(.electrocardiogram(electrocardiogram.uuid)).predicate
    }

    /// Samples of effort that were related to a workout.
    /// - Parameters:
    ///   - workout: the workout.
    ///   - activity: the activity of the workout that they were related to; nil for the workout as a whole.
    public class func predicateForWorkoutEffortSamplesRelated(
        workout: HKWorkout, activity: HKWorkoutActivity?
    ) -> NSPredicate {
        PredicateNode.related(.effort(workout: workout.uuid, activity: activity?.uuid)).predicate
    }
}
