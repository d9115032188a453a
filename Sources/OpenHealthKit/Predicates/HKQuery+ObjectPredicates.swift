// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Returns a predicate for objects whose metadata contains a key.
    /// - Parameter key: The key.
    public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
        PredicateNode.compare(.metadata(key), .notEqualTo, .null).predicate
    }

    /// Returns a predicate for objects whose metadata value for a key is one of the given values.
    /// - Parameters:
    ///   - key: The key.
    ///   - allowedValues: The values: `String`, `NSNumber`, `Date` or `HKQuantity`. Traps for any other type.
    public class func predicateForObjects(withMetadataKey key: String, allowedValues: [Any]) -> NSPredicate {
        PredicateNode.compare(.metadata(key), .in, metadataValue(allowedValues, key)).predicate
    }

    /// Returns a predicate for objects whose metadata value for a key compares to a given value.
    /// - Parameters:
    ///   - key: The key.
    ///   - operatorType: The operator of the comparison.
    ///   - value: A `String`, `NSNumber`, `Date` or `HKQuantity`, or an array of them for operators that require one. Traps for
    ///     any other type.
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

    /// Returns a predicate for objects that a source saved.
    /// - Parameter source: The source; sources are distinguished by their bundle identifiers.
    public class func predicateForObjects(from source: HKSource) -> NSPredicate {
        PredicateNode.compare(.source, .equalTo, .source(source)).predicate
    }

    /// Returns a predicate for objects that one of the given sources saved.
    /// - Parameter sources: The sources; sources are distinguished by their bundle identifiers.
    public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
        PredicateNode.compare(.source, .in, .list(sources.map(PredicateValue.source))).predicate
    }

    /// Returns a predicate for objects that one of the given source revisions saved.
    /// - Parameter sourceRevisions: The source revisions; a property that is nil matches any value.
    public class func predicateForObjects(from sourceRevisions: Set<HKSourceRevision>) -> NSPredicate {
        PredicateNode.compare(.sourceRevision, .in, .list(sourceRevisions.map(PredicateValue.revision))).predicate
    }

    /// Returns a predicate for objects that one of the given devices recorded.
    /// - Parameter devices: The devices; all eight properties must be equal, including those that are nil.
    public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
        PredicateNode.compare(.device, .in, .list(devices.map(PredicateValue.device))).predicate
    }

    /// Returns a predicate for objects that were recorded by a device with one of the given values for a property.
    /// - Parameters:
    ///   - key: One of the keys `HKDevicePropertyKey…`. Traps for any other key.
    ///   - allowedValues: The values, or an empty set for devices without the property.
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

    /// Returns a predicate for the object with a UUID.
    /// - Parameter UUID: The UUID of the object.
    public class func predicateForObject(with UUID: UUID) -> NSPredicate {
        PredicateNode.compare(.uuid, .equalTo, .uuid(UUID)).predicate
    }

    /// Returns a predicate for the objects with the given UUIDs.
    /// - Parameter UUIDs: The UUIDs of the objects.
    public class func predicateForObjects(with UUIDs: Set<UUID>) -> NSPredicate {
        PredicateNode.compare(.uuid, .in, .list(UUIDs.map(PredicateValue.uuid))).predicate
    }

    /// Returns a predicate for objects that are not part of a correlation.
    public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
        PredicateNode.not(.related(.anyCorrelation)).predicate
    }

    /// Returns a predicate for samples that were added to a workout. Other samples during the workout do not match.
    /// - Parameter workout: The workout.
    public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
        PredicateNode.related(.workout(workout.uuid)).predicate
    }

    /// Returns a predicate for symptoms that are associated with an electrocardiogram.
    /// - Parameter electrocardiogram: The electrocardiogram.
    public class func predicateForObjectsAssociated(electrocardiogram: HKElectrocardiogram) -> NSPredicate {
        PredicateNode.related(.electrocardiogram(electrocardiogram.uuid)).predicate
    }

    /// Returns a predicate for effort samples that are related to a workout.
    /// - Parameters:
    ///   - workout: The workout.
    ///   - activity: The related activity of the workout; nil for the workout as a whole.
    public class func predicateForWorkoutEffortSamplesRelated(
        workout: HKWorkout, activity: HKWorkoutActivity?
    ) -> NSPredicate {
        PredicateNode.related(.effort(workout: workout.uuid, activity: activity?.uuid)).predicate
    }
}
