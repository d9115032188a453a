// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Synchronization

// Unchecked because the class is open and so cannot be final; what changes is behind a mutex.
/// The source of samples that a live workout collects from the store.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
    private let predicates: Mutex<[HKQuantityType: PredicateNode]>

    /// Creates a data source with the types of an activity: energy and heart rate, and a distance if it has one
    /// of its own.
    /// - Parameters:
    ///   - healthStore: where the samples are.
    ///   - configuration: what kind of workout it is; nil for energy and heart rate alone.
    public init(healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?) {
        let types = Self.types(of: configuration)
        predicates = Mutex(Dictionary(uniqueKeysWithValues: types.map { ($0, PredicateNode.constant(true)) }))
        super.init()
    }

    /// The types whose samples are collected.
    open var typesToCollect: Set<HKQuantityType> { Set(parts.keys) }

    /// Collects samples of a type too.
    /// - Parameters:
    ///   - quantityType: the type.
    ///   - predicate: what the samples have to fit; nil for all. It replaces the one that was there.
    open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
        let condition = PredicateNode(predicate)
        predicates.withLock { $0[quantityType] = condition }
    }

    /// Collects no more samples of a type. What has been collected stays.
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
