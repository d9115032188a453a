// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateNode {
    /// Returns whether an object matches the predicate.
    /// - Parameters:
    ///   - object: An `HKObject`, `HKWorkoutActivity`, `HKActivitySummary` or `HKUserAnnotatedMedication`.
    ///   - relations: The relations of samples; if `nil`, samples have no relations.
    package func matches(_ object: Any, relations: (any PredicateRelations)? = nil) -> Bool {
        switch self {
        case .constant(let truth): return truth
        case .and(let parts): return parts.allSatisfy { $0.matches(object, relations: relations) }
        case .or(let parts): return parts.contains { $0.matches(object, relations: relations) }
        case .not(let part): return !part.matches(object, relations: relations)
        case .interval(let interval): return Self.bounds(of: object).map(interval.holds) ?? false
        case .compare(let field, let comparison, let value): return comparison.holds(field.values(of: object), value)
        case .related(let relation):
            guard let sample = object as? HKSample, let relations else { return false }
            return relations.holds(relation, sample: sample.uuid)
        case .activity(let part):
            guard let workout = object as? HKWorkout else { return false }
            return workout.workoutActivities.contains { part.matches($0, relations: relations) }
        case .block(let block): return block.predicate.evaluate(with: object)
        case .refused: return false
        }
    }

    /// Returns the start and end of an object in seconds since 1970; for an ongoing activity, the end is the distant future.
    private static func bounds(of object: Any) -> (start: Double, end: Double)? {
        switch object {
        case let sample as HKSample: (sample.startDate.timeIntervalSince1970, sample.endDate.timeIntervalSince1970)
        case let activity as HKWorkoutActivity:
            (
                activity.startDate.timeIntervalSince1970,
                (activity.endDate ?? .distantFuture).timeIntervalSince1970
            )
        default: nil
        }
    }

    /// Whether the predicate contains a block, which can only be evaluated in memory.
    package var hasBlock: Bool {
        switch self {
        case .block: true
        case .and(let parts), .or(let parts): parts.contains(where: \.hasBlock)
        case .not(let part), .activity(let part): part.hasBlock
        case .constant, .interval, .compare, .related, .refused: false
        }
    }
}
