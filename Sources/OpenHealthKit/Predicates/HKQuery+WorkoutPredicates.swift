// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Workouts of an activity.
    /// - Parameter workoutActivityType: what was done.
    public class func predicateForWorkouts(with workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        PredicateNode.compare(.workoutType, .equalTo, .number(Double(workoutActivityType.rawValue))).predicate
    }

    /// Workouts whose duration compares so with a duration.
    /// - Parameters:
    ///   - operatorType: how the duration of the workout compares.
    ///   - duration: seconds without pauses.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, duration: TimeInterval
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "duration")
        return PredicateNode.compare(.duration, comparison, .number(duration)).predicate
    }

    /// Workouts whose active energy compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the total of the workout compares.
    ///   - totalEnergyBurned: what it is compared with, in a unit of energy; any other stops the process.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalEnergyBurned: HKQuantity
    ) -> NSPredicate {
        total(.totalEnergyBurned, operatorType, totalEnergyBurned, .joule(), "energy")
    }

    /// Workouts whose distance compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the total of the workout compares.
    ///   - totalDistance: what it is compared with, in a unit of length; any other stops the process.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalDistance: HKQuantity
    ) -> NSPredicate {
        total(.totalDistance, operatorType, totalDistance, .meter(), "length")
    }

    /// Workouts whose number of swimming strokes compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the total of the workout compares.
    ///   - totalSwimmingStrokeCount: what it is compared with, in a unit of count; any other stops the process.
    public class func predicateForWorkouts(
        with operatorType: NSPredicateOperator, totalSwimmingStrokeCount: HKQuantity
    ) -> NSPredicate {
        total(.totalSwimmingStrokeCount, operatorType, totalSwimmingStrokeCount, .count(), "count")
    }

    /// Workouts whose number of flights climbed compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the total of the workout compares.
    ///   - totalFlightsClimbed: what it is compared with, in a unit of count; any other stops the process.
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

    /// Workouts one of whose activities is such.
    /// - Parameter activityPredicate: one of `predicateForWorkoutActivities(…)`, or several joined.
    public class func predicateForWorkouts(activityPredicate: NSPredicate) -> NSPredicate {
        PredicateNode.activity(PredicateNode(activityPredicate)).predicate
    }

    // MARK: - Activities

    /// Activities of workouts that are of a type. Queries take it within
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameter workoutActivityType: what was done.
    public class func predicateForWorkoutActivities(workoutActivityType: HKWorkoutActivityType) -> NSPredicate {
        PredicateNode.compare(.activityType, .equalTo, .number(Double(workoutActivityType.rawValue))).predicate
    }

    /// Activities of workouts whose duration compares so with a duration. Queries take it within
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: how the duration of the activity compares.
    ///   - duration: seconds without pauses.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, duration: TimeInterval
    ) -> NSPredicate {
        let comparison = PredicateOperator(ordering: operatorType, of: "duration")
        return PredicateNode.compare(.duration, comparison, .number(duration)).predicate
    }

    /// Activities of workouts in an interval of time: those that share a moment with it, unless the options ask for
    /// more. Queries take it within ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - start: the beginning; nil for none.
    ///   - end: the end, which does not belong to the interval; nil for none.
    ///   - options: whether the start or the end of the activity has to lie in the interval.
    public class func predicateForWorkoutActivities(
        start: Date?, end: Date?, options: HKQueryOptions
    ) -> NSPredicate {
        PredicateNode.interval(PredicateInterval(start, end, options)).predicate
    }
}
