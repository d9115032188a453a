// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension HKQuery {
    /// Workouts for which the sum of a type compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the sum compares.
    ///   - quantityType: the type of the samples.
    ///   - sumQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsSum(quantityType.identifier), operatorType, quantityType, sumQuantity)
    }

    /// Workouts for which the smallest value of a type compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the smallest value compares.
    ///   - quantityType: the type of the samples.
    ///   - minimumQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMinimum(quantityType.identifier), operatorType, quantityType, minimumQuantity)
    }

    /// Workouts for which the largest value of a type compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the largest value compares.
    ///   - quantityType: the type of the samples.
    ///   - maximumQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMaximum(quantityType.identifier), operatorType, quantityType, maximumQuantity)
    }

    /// Workouts for which the average of a type compares so with a quantity.
    /// - Parameters:
    ///   - operatorType: how the average compares.
    ///   - quantityType: the type of the samples.
    ///   - averageQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkouts(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, averageQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsAverage(quantityType.identifier), operatorType, quantityType, averageQuantity)
    }

    /// Activities of workouts for which the sum of a type compares so with a quantity. Queries take it within
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: how the sum compares.
    ///   - quantityType: the type of the samples.
    ///   - sumQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, sumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsSum(quantityType.identifier), operatorType, quantityType, sumQuantity)
    }

    /// Activities of workouts for which the smallest value of a type compares so with a quantity. Queries take it within
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: how the smallest value compares.
    ///   - quantityType: the type of the samples.
    ///   - minimumQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, minimumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMinimum(quantityType.identifier), operatorType, quantityType, minimumQuantity)
    }

    /// Activities of workouts for which the largest value of a type compares so with a quantity. Queries take it within
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: how the largest value compares.
    ///   - quantityType: the type of the samples.
    ///   - maximumQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
    public class func predicateForWorkoutActivities(
        operatorType: NSPredicateOperator, quantityType: HKQuantityType, maximumQuantity: HKQuantity
    ) -> NSPredicate {
        statistic(.statisticsMaximum(quantityType.identifier), operatorType, quantityType, maximumQuantity)
    }

    /// Activities of workouts for which the average of a type compares so with a quantity. Queries take it within
    /// ``predicateForWorkouts(activityPredicate:)``.
    /// - Parameters:
    ///   - operatorType: how the average compares.
    ///   - quantityType: the type of the samples.
    ///   - averageQuantity: what it is compared with, in a unit that the type is measured in; any other stops the process.
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
