// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because the class is open and cannot be final; a mutex guards the mutable state.
/// The source of samples that a live workout collects from the store.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
    private let predicates: Mutex<[HKQuantityType: PredicateNode]>

    /// Creates a data source with the types of an activity: energy, heart rate, and the distance type of the activity, if any.
    /// - Parameters:
    ///   - healthStore: The store that contains the samples.
    ///   - configuration: The configuration of the workout, or nil to collect only energy and heart rate.
    public init(healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?) {
        let types = Self.types(of: configuration)
        predicates = Mutex(Dictionary(uniqueKeysWithValues: types.map { ($0, PredicateNode.constant(true)) }))
    }

    /// The types whose samples are collected.
    open var typesToCollect: Set<HKQuantityType> { Set(parts.keys) }

    /// Enables the collection of a type.
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - predicate: A predicate for the samples, or nil for all. It replaces the previous predicate of the type.
    open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
        let condition = PredicateNode(predicate)
        predicates.withLock { $0[quantityType] = condition }
    }

    /// Disables the collection of a type. Samples that have been collected remain in the workout.
    open func disableCollection(for quantityType: HKQuantityType) {
        predicates.withLock { $0[quantityType] = nil }
    }

    /// The collected types and their predicates.
    var parts: [HKQuantityType: PredicateNode] { predicates.withLock { $0 } }

    private static func types(of configuration: HKWorkoutConfiguration?) -> [HKQuantityType] {
        var identifiers: [HKQuantityTypeIdentifier] = [.activeEnergyBurned, .basalEnergyBurned, .heartRate]
        switch configuration?.activityType {
        case .walking, .running, .hiking: identifiers.append(.distanceWalkingRunning)
        case .cycling, .handCycling: identifiers.append(.distanceCycling)
        case .swimming: identifiers += [.distanceSwimming, .swimmingStrokeCount]
        case .wheelchairWalkPace, .wheelchairRunPace: identifiers += [.distanceWheelchair, .pushCount]
        case .downhillSkiing, .snowboarding: identifiers.append(.distanceDownhillSnowSports)
        case .crossCountrySkiing: identifiers.append(.distanceCrossCountrySkiing)
        case .paddleSports: identifiers.append(.distancePaddleSports)
        case .rowing: identifiers.append(.distanceRowing)
        case .skatingSports: identifiers.append(.distanceSkatingSports)
        case .swimBikeRun:
            identifiers += [.distanceSwimming, .swimmingStrokeCount, .distanceCycling, .distanceWalkingRunning]
        default: break
        }
        return identifiers.map { HKQuantityType($0) }
    }
}
