// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A HealthKit predicate in a form that stores can translate and that can be evaluated in memory.
///
/// Logic is two-valued: a comparison with a property that an object does not have is false, except for `notEqualTo`, which is
/// true; `not` negates the result.
package indirect enum PredicateNode: Hashable, Sendable {
    /// A constant.
    case constant(Bool)
    /// All conditions are true; true if the list is empty.
    case and([PredicateNode])
    /// Any condition is true; false if the list is empty.
    case or([PredicateNode])
    /// The negation of a condition.
    case not(PredicateNode)
    /// The sample is in an interval.
    case interval(PredicateInterval)
    /// The comparison of a property of the object with a value.
    case compare(PredicateField, PredicateOperator, PredicateValue)
    /// The sample is related to another object.
    case related(PredicateRelation)
    /// Any activity of the workout matches; in the condition, ``PredicateField`` refers to properties of the activity.
    case activity(PredicateNode)
    /// A predicate that can only be evaluated in memory.
    case block(PredicateBlock)
    /// A predicate that exceeds ``PredicateLimits``: it matches no object, and queries with it fail.
    case refused(PredicateFault)
}

// Unchecked because NSPredicate is not Sendable on Linux, although predicates are immutable.
/// A predicate that can only be evaluated in memory. Two are equal if they are the same object.
package struct PredicateBlock: Hashable, @unchecked Sendable {
    /// The predicate.
    package let predicate: NSPredicate

    /// Creates a block from a predicate.
    package init(_ predicate: NSPredicate) {
        self.predicate = predicate
    }

    package static func == (left: PredicateBlock, right: PredicateBlock) -> Bool {
        left.predicate === right.predicate
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(predicate))
    }
}

/// A relation of a sample to another object, which only stores can evaluate.
package enum PredicateRelation: Hashable, Sendable, Codable {
    /// The sample belongs to the workout with this UUID.
    case workout(UUID)
    /// The sample is an effort score related to the workout with this UUID, or to one of its activities.
    case effort(workout: UUID, activity: UUID?)
    /// The sample belongs to the electrocardiogram with this UUID.
    case electrocardiogram(UUID)
    /// The sample is a member of the correlation with this UUID.
    case correlation(UUID)
    /// The sample is a member of any correlation.
    case anyCorrelation
    /// The sample belongs to any workout.
    case anyWorkout
}

/// The relations between samples and other objects, as a store provides them.
package protocol PredicateRelations {
    /// Returns whether the sample with a UUID has a relation.
    func holds(_ relation: PredicateRelation, sample: UUID) -> Bool
}

extension PredicateNode {
    /// An equivalent predicate with nested lists of conditions flattened and constants removed.
    package var simplified: PredicateNode {
        switch self {
        case .and(let parts): Self.joined(parts, neutral: true)
        case .or(let parts): Self.joined(parts, neutral: false)
        case .not(let part):
            switch part.simplified {
            case .constant(let truth): .constant(!truth)
            case .not(let inner): inner
            case let other: .not(other)
            }
        case .activity(let part):
            // Simplified only once; otherwise, the time would double with each level of nested activities.
            switch part.simplified {
            case .constant(false): .constant(false)
            case let other: .activity(other)
            }
        case .compare(_, .in, .list([])): .constant(false)
        case .constant, .interval, .compare, .related, .block, .refused: self
        }
    }

    private static func joined(_ parts: [PredicateNode], neutral: Bool) -> PredicateNode {
        var result: [PredicateNode] = []
        for part in parts.map(\.simplified) {
            switch part {
            case .constant(neutral): continue
            case .constant: return part
            case .and(let inner) where neutral: result += inner
            case .or(let inner) where !neutral: result += inner
            default: result.append(part)
            }
        }
        return switch result.count {
        case 0: .constant(neutral)
        case 1: result[0]
        default: neutral ? .and(result) : .or(result)
        }
    }
}

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

extension PredicateNode {
    /// Creates a node from a predicate; `nil` matches all objects. A predicate that only Foundation can evaluate becomes a
    /// block, and a predicate that exceeds ``PredicateLimits`` becomes a refused predicate.
    package init(_ predicate: NSPredicate?) {
        do throws(PredicateFault) {
            var measure = PredicateMeasure()
            self = try PredicateNode(predicate, depth: 1, &measure)
        } catch {
            self = .refused(error)
        }
    }

    /// - Parameter measure: The counter of the parts so far. Programs can use one predicate in several places of another, so
    ///   a few objects can represent very many conditions.
    private init(_ predicate: NSPredicate?, depth: Int, _ measure: inout PredicateMeasure) throws(PredicateFault) {
        switch predicate {
        case nil: self = .constant(true)
        case let predicate as HKNodePredicate:
            try measure.add(predicate.node, depth: depth)
            self = predicate.node
        case let predicate as NSCompoundPredicate:
            try measure.count(depth)
            var parts: [PredicateNode] = []
            for part in predicate.subpredicates {
                parts.append(try PredicateNode(part, depth: depth + 1, &measure))
            }
            switch predicate.compoundPredicateType {
            case .and: self = .and(parts)
            case .or: self = .or(parts)
            case .not: self = .not(parts.first ?? .constant(false))
            @unknown default: self = .block(PredicateBlock(predicate))
            }
        case .some(let predicate):
            try measure.count(depth)
            // Foundation does not expose whether a predicate is a constant, but it can compare two predicates.
            if predicate.isEqual(NSPredicate(value: true)) {
                self = .constant(true)
            } else if predicate.isEqual(NSPredicate(value: false)) {
                self = .constant(false)
            } else {
                self = .block(PredicateBlock(predicate))
            }
        }
    }

    /// The node as a predicate.
    package var predicate: NSPredicate {
        if case .block(let block) = self { block.predicate } else { HKNodePredicate(self) }
    }
}
