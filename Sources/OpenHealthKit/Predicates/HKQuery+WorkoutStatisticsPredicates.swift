// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
