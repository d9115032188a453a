// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Returns a predicate for workouts with an activity type.
    /// - Parameter workoutActivityType: The activity type.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        PredicateNode.compare(.workoutType, .equalTo, .number(Double(workoutActivityType.rawValue))).predicate
    }

    /// Returns a predicate for workouts whose duration compares to a given duration.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - duration: The duration in seconds, without pauses.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, duration: TimeInterval
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "duration")
        return PredicateNode.compare(.duration, comparison, .number(duration)).predicate
    }

    /// Returns a predicate for workouts whose active energy compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - totalEnergyBurned: The total energy to compare to. Traps if the unit is not a unit of energy.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        total(.totalEnergyBurned, operatorType, totalEnergyBurned, .joule(), "energy")
    }

    /// Returns a predicate for workouts whose distance compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - totalDistance: The total distance to compare to. Traps if the unit is not a unit of length.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalDistance: HKQuantity
    ) -> NSPredicate {
        total(.totalDistance, operatorType, totalDistance, .meter(), "length")
    }

    /// Returns a predicate for workouts whose number of swimming strokes compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - totalSwimmingStrokeCount: The total number to compare to. Traps if the unit is not a count.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalSwimmingStrokeCount: HKQuantity
    ) -> NSPredicate {
        total(.totalSwimmingStrokeCount, operatorType, totalSwimmingStrokeCount, .count(), "count")
    }

    /// Returns a predicate for workouts whose number of flights climbed compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - totalFlightsClimbed: The total number to compare to. Traps if the unit is not a count.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalFlightsClimbed: HKQuantity
    ) -> NSPredicate {
        total(.totalFlightsClimbed, operatorType, totalFlightsClimbed, .count(), "count")
    }

    private class func total(
        _ field: PredicateField, _ operatorType: NSPredicateOperator, _ quantity: HKQuantity, _ unit: HKUnit,
        _ measure: String
    ) -> NSPredicate {
        if !quantity.is(compatibleWith: unit) {
            contractViolation(
                "\(field) is compared with a quantity in a unit of \(measure), "
                    + "not in \(quantity.originalUnit.unitString); give one such as \(unit.unitString).")
        }
        let comparison = PredicateOperator(ordering: operatorType, of: "total")
        return PredicateNode.compare(field, comparison, .quantity(quantity)).predicate
    }

    /// Returns a predicate for workouts with at least one activity that matches a predicate.
    /// - Parameter activityPredicate: A predicate of `predicateForWorkoutActivities(…)`, or a compound of several.
    public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
        PredicateNode.activity(PredicateNode(activityPredicate)).predicate
    }

    // MARK: - Activities

    /// Returns a predicate for workout activities with an activity type. Pass it to ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameter workoutActivityType: The activity type.
    public class func predicateForWorkoutActivities(workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        PredicateNode.compare(.activityType, .equalTo, .number(Double(workoutActivityType.rawValue))).predicate
    }

    /// Returns a predicate for workout activities whose duration compares to a given duration. Pass it to
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - duration: The duration in seconds, without pauses.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, duration: TimeInterval
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "duration")
        return PredicateNode.compare(.duration, comparison, .number(duration)).predicate
    }

    /// Returns a predicate for workout activities within a time interval: those that overlap it, unless the options are stricter.
    /// Pass it to ``predicateForWorkouts(activityPredicate:)``. An ongoing activity has no end: it ends later than every interval.
    /// - Parameters:
    ///   - start: The start of the interval; nil for no lower bound.
    ///   - end: The end of the interval, which is not part of it; nil for no upper bound.
    ///   - options: Whether the start or the end date of the activity must be within the interval; see
    ///     ``predicateForSamples(withStart:end:options:)``.
    public class func predicateForWorkoutActivities(
        start: Date?, end: Date?, options: HKQueryOptions = []
    ) -> NSPredicate {
        PredicateNode.interval(PredicateInterval(start, end, options)).predicate
    }
}

extension HKQuery {
    /// Returns a predicate for workouts whose sum of a type compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - sumQuantity: The sum to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsSum(quantityType.identifier), operatorType, quantityType, sumQuantity)
    }

    /// Returns a predicate for workouts whose minimum of a type compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - minimumQuantity: The minimum to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMinimum(quantityType.identifier), operatorType, quantityType, minimumQuantity)
    }

    /// Returns a predicate for workouts whose maximum of a type compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - maximumQuantity: The maximum to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMaximum(quantityType.identifier), operatorType, quantityType, maximumQuantity)
    }

    /// Returns a predicate for workouts whose average of a type compares to a given quantity.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - averageQuantity: The average to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, averageQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsAverage(quantityType.identifier), operatorType, quantityType, averageQuantity)
    }

    /// Returns a predicate for workout activities whose sum of a type compares to a given quantity. Pass it to
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - sumQuantity: The sum to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsSum(quantityType.identifier), operatorType, quantityType, sumQuantity)
    }

    /// Returns a predicate for workout activities whose minimum of a type compares to a given quantity. Pass it to
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - minimumQuantity: The minimum to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMinimum(quantityType.identifier), operatorType, quantityType, minimumQuantity)
    }

    /// Returns a predicate for workout activities whose maximum of a type compares to a given quantity. Pass it to
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - maximumQuantity: The maximum to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMaximum(quantityType.identifier), operatorType, quantityType, maximumQuantity)
    }

    /// Returns a predicate for workout activities whose average of a type compares to a given quantity. Pass it to
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: The operator of the comparison.
    ///   - quantityType: The type of the samples.
    ///   - averageQuantity: The average to compare to. Traps if its unit is not compatible with the type.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, averageQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsAverage(quantityType.identifier), operatorType, quantityType, averageQuantity)
    }

    private class func statistic(
        _ field: PredicateField, _ operatorType: NSPredicateOperator, _ type: HKQuantityType, _ quantity: HKQuantity
    ) -> NSPredicate {
        if !type.is(compatibleWith: quantity.originalUnit) {
            contractViolation(
                "\(type.identifier) is not measured in \(quantity.originalUnit.unitString); "
                    + "give a quantity in a unit such as \(type.canonicalUnit.unitString).")
        }
        let comparison = PredicateOperator(ordering: operatorType, of: "statistic")
        return PredicateNode.compare(field, comparison, .quantity(quantity)).predicate
    }
}
