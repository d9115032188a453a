// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

extension SampleQuery.Order {
    /// Returns the orders for sort descriptors.
    /// - Throws: `errorInvalidArgument` for a descriptor whose property samples cannot be sorted by.
    package static func orders(_ descriptors: [NSSortDescriptor]?) throws(HKError) -> [SampleQuery.Order] {
        var result: [SampleQuery.Order] = []
        for descriptor in descriptors ?? [] {
            let named = sortKey(of: descriptor)
            let key = named.map(PredicateField.init(sortKey:)) ?? PredicateField.sorted(by: descriptor.keyPath)
            guard let key = key.flatMap(Key.init) else { throw unknown(named ?? "a key path of its own") }
            result.append(SampleQuery.Order(key, ascending: descriptor.ascending))
        }
        return result
    }

    /// Returns the orders for sort descriptors.
    /// - Throws: `errorInvalidArgument` for a descriptor whose property samples cannot be sorted by.
    package static func orders<Sample: HKSample>(
        _ descriptors: [SortDescriptor<Sample>]
    ) throws(HKError) -> [SampleQuery.Order] {
        var result: [SampleQuery.Order] = []
        for descriptor in descriptors {
            let field = descriptor.keyPath.flatMap { PredicateField.sorted(by: $0, of: Sample.self) }
            guard let key = (field ?? descriptor.keyPath.flatMap(PredicateField.sorted(by:))).flatMap(Key.init) else {
                throw unknown("a key path of its own")
            }
            result.append(SampleQuery.Order(key, ascending: descriptor.order == .forward))
        }
        return result
    }

    private static func unknown(_ key: String) -> HKError {
        HKError(
            .errorInvalidArgument,
            "Samples cannot be sorted by \(key); use HKSampleSortIdentifierStartDate, HKSampleSortIdentifierEndDate "
                + "or one of HKWorkoutSortIdentifier…, or the key paths startDate, endDate, uuid, value and duration.")
    }
}

extension SampleQuery.Order.Key {
    /// Creates the order by a property, or returns nil if samples cannot be sorted by it.
    fileprivate init?(_ field: PredicateField) {
        guard let key = Self.byField[field] else { return nil }
        self = key
    }

    private static let byField: [PredicateField: Self] = [
        .startDate: .startDate, .endDate: .endDate, .quantity: .quantity, .categoryValue: .categoryValue,
        .uuid: .uuid, .duration: .duration, .totalDistance: .totalDistance, .totalEnergyBurned: .totalEnergyBurned,
        .totalSwimmingStrokeCount: .totalSwimmingStrokeCount, .totalFlightsClimbed: .totalFlightsClimbed,
    ]
}

extension PredicateField {
    /// Returns the property for a key path of a class of samples; each class has its own key paths.
    fileprivate static func sorted<Sample: HKSample>(by keyPath: AnyKeyPath, of type: Sample.Type) -> PredicateField? {
        switch keyPath {
        case \Sample.startDate: .startDate
        case \Sample.endDate: .endDate
        case \Sample.uuid: .uuid
        default: nil
        }
    }

    /// Returns the property for a key path of any class of samples.
    fileprivate static func sorted(by keyPath: AnyKeyPath) -> PredicateField? {
        switch keyPath {
        case \HKCategorySample.value: return .categoryValue
        case \HKWorkout.duration: return .duration
        default: break
        }
        let classes: [(AnyKeyPath) -> PredicateField?] = [
            { sorted(by: $0, of: HKSample.self) }, { sorted(by: $0, of: HKQuantitySample.self) },
            { sorted(by: $0, of: HKDiscreteQuantitySample.self) },
            { sorted(by: $0, of: HKCumulativeQuantitySample.self) },
            { sorted(by: $0, of: HKCategorySample.self) }, { sorted(by: $0, of: HKCorrelation.self) },
            { sorted(by: $0, of: HKWorkout.self) }, { sorted(by: $0, of: HKSeriesSample.self) },
            { sorted(by: $0, of: HKWorkoutRoute.self) }, { sorted(by: $0, of: HKHeartbeatSeriesSample.self) },
            { sorted(by: $0, of: HKElectrocardiogram.self) }, { sorted(by: $0, of: HKAudiogramSample.self) },
            { sorted(by: $0, of: HKClinicalRecord.self) }, { sorted(by: $0, of: HKVerifiableClinicalRecord.self) },
            { sorted(by: $0, of: HKDocumentSample.self) }, { sorted(by: $0, of: HKCDADocumentSample.self) },
            { sorted(by: $0, of: HKVisionPrescription.self) }, { sorted(by: $0, of: HKStateOfMind.self) },
            { sorted(by: $0, of: HKScoredAssessment.self) }, { sorted(by: $0, of: HKMedicationDoseEvent.self) },
        ]
        for find in classes {
            if let field = find(keyPath) { return field }
        }
        return keyPath == \HKObject.uuid ? .uuid : nil
    }
}
