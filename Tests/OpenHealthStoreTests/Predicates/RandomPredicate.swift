// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport

@testable import OpenHealthStore

/// Creates predicates of every kind, whose values are mostly taken from the samples that they are applied to.
struct RandomPredicate {
    var maker: PredicateWorldMaker
    let objects: [HKSample]
    let activities: [HKWorkoutActivity]

    init(seed: UInt64, objects: [HKSample]) {
        maker = PredicateWorldMaker(seed: seed)
        self.objects = objects
        activities = objects.compactMap { $0 as? HKWorkout }.flatMap(\.workoutActivities)
    }

    private static let keys = ["note", "level", "when", "size", "absent", HKMetadataKeyWasUserEntered]

    mutating func node(depth: Int) -> PredicateNode {
        let kind = maker.generator.below(depth > 0 ? 14 : 8)
        switch kind {
        case 0: return .interval(interval())
        case 1: return .related(relation())
        case 2...7: return compare(objects, PredicateField.plain)
        case 8: return .not(node(depth: depth - 1))
        case 9, 10: return .and((0..<maker.generator.below(4)).map { _ in node(depth: depth - 1) })
        case 11, 12: return .or((0..<maker.generator.below(4)).map { _ in node(depth: depth - 1) })
        default: return maker.generator.below(3) == 0 ? Self.block : .activity(inActivity(depth: depth - 1))
        }
    }

    private mutating func inActivity(depth: Int) -> PredicateNode {
        let fields: [PredicateField] = [
            .uuid, .metadata("note"), .duration, .activityType, .activityStart, .activityEnd,
        ]
        switch maker.generator.below(depth > 0 ? 5 : 3) {
        case 3: return .not(inActivity(depth: depth - 1))
        case 4: return .or([inActivity(depth: depth - 1), inActivity(depth: depth - 1)])
        default: return compare(activities, fields)
        }
    }

    private static let block = PredicateNode.block(
        PredicateBlock(
            NSPredicate { object, _ in
                guard let sample = object as? HKSample else { return false }
                return Int(sample.startDate.timeIntervalSince1970) % 1800 == 0
            }))

    private mutating func compare(_ objects: [Any], _ plain: [PredicateField]) -> PredicateNode {
        let field = field(plain)
        let comparison = maker.pick(PredicateOperator.allCases)
        let list: PredicateValue = .list((0..<2 + maker.generator.below(2)).map { _ in value(field, objects) })
        switch comparison {
        case .in, .between: return .compare(field, comparison, maker.generator.below(8) == 0 ? .null : list)
        default:
            let isOdd = maker.generator.below(20) == 0
            let node = PredicateNode.compare(field, comparison, isOdd ? list : value(field, objects))
            // A string that is not a valid pattern causes an error.
            if node.fault != nil, case .compare(_, _, let value) = node { return .compare(field, .like, value) }
            return node
        }
    }

    private mutating func field(_ plain: [PredicateField]) -> PredicateField {
        let type = maker.pick(PredicateWorld.quantities).type.rawValue
        switch maker.generator.below(10) {
        case 0: return .metadata(maker.pick(Self.keys))
        case 1: return .deviceProperty(maker.pick(HKDevice.propertyKeys))
        case 2: return maker.pick([.statisticsSum(type), .statisticsMaximum(type)])
        case 3: return maker.pick([.statisticsAverage(type), .statisticsMinimum(type)])
        case 4...6:
            return plain.count > 10
                ? maker.pick([.startDate, .endDate, .quantity, .categoryValue, .uuid, .source]) : maker.pick(plain)
        default: return maker.pick(plain)
        }
    }

    private mutating func value(_ field: PredicateField, _ objects: [Any]) -> PredicateValue {
        for _ in 0..<10 where !objects.isEmpty {
            guard let value = field.values(of: maker.pick(objects)).first else { continue }
            return maker.generator.below(3) == 0 ? altered(value) : value
        }
        switch maker.generator.below(7) {
        case 0: return .null
        case 1: return .bool(maker.generator.below(2) == 0)
        case 2: return .number(maker.pick([0, 1, 2.5, 60, .nan, .infinity]))
        case 3: return .text(maker.pick(["abc", "a*", "a.c", ""]))
        case 4: return .date(maker.date())
        case 5: return .uuid(UUID())
        default: return .quantity(maker.quantity(["count", "m", "degF", "kg", "count/min"]))
        }
    }

    /// Returns a value that is close to another one, or is equal to it in another unit.
    private mutating func altered(_ value: PredicateValue) -> PredicateValue {
        switch value {
        case .number(let number): return .number(number + maker.pick([-0.5, 1e-12, 1]))
        case .date(let date): return .date(date.addingTimeInterval(maker.pick([-900, -1e-7, 1e-7, 1, 900])))
        case .quantity(let quantity):
            let units = PredicateWorld.quantities.map(\.units).first { units in
                units.contains { quantity.is(compatibleWith: HKUnit(from: $0)) }
            }
            guard let unit = units.map({ HKUnit(from: maker.pick($0)) }), let number = try? quantity.value(in: unit)
            else { return value }
            return .quantity(HKQuantity(unit: unit, doubleValue: number + maker.pick([0, 0, 1e-9, 1])))
        case .text(let text): return maker.pick([.text(text + "*"), .text(String(text.prefix(2))), .bool(true), .null])
        case .revision(let revision): return .revision(HKSourceRevision(source: revision.source, version: nil))
        default: return .null
        }
    }

    private mutating func interval() -> PredicateInterval {
        let from = maker.date().timeIntervalSince1970
        let to = from + maker.pick([-60, 0, 900, 7200, 100_000])
        return PredicateInterval(
            from: maker.generator.below(4) == 0 ? -.infinity : from, to: maker.generator.below(4) == 0 ? .infinity : to,
            isStartStrict: maker.generator.below(2) == 0, isEndStrict: maker.generator.below(2) == 0,
            includesEndAtStart: maker.generator.below(2) == 0)
    }

    private mutating func relation() -> PredicateRelation {
        let workouts = objects.filter { $0 is HKWorkout }.map(\.uuid) + [UUID()]
        let correlations = objects.filter { $0 is HKCorrelation }.map(\.uuid) + [UUID()]
        return maker.pick([
            .workout(maker.pick(workouts)), .correlation(maker.pick(correlations)), .anyCorrelation, .anyWorkout,
            .effort(workout: maker.pick(workouts), activity: activities.last?.uuid), .electrocardiogram(UUID()),
            .effort(workout: maker.pick(workouts), activity: nil),
        ])
    }
}
