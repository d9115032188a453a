// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of all predefined metadata keys with values of every class, unit and range.
@Suite struct PredefinedMetadataTests {
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    private static func quantity(_ unit: String) -> HKQuantity {
        HKQuantity(unit: HKUnit(from: unit), doubleValue: 1)
    }

    /// Values of every class that metadata can have, of which each kind of key accepts some.
    private static var values: [(value: Any, kinds: Set<String>)] {
        [
            ("yes", ["string"]), ("", ["string"]), (start, ["date"]), (true, ["bool", "number"]),
            (NSNumber(value: false), ["bool", "number"]), (0, ["bool", "number"]), (1, ["bool", "number"]),
            (1.0, ["bool", "number"]), (2, ["number"]), (-1, ["number"]), (0.5, ["number"]),
            (quantity("count"), ["quantity"]),
        ]
    }

    private static func name(_ kind: HealthMetadataKeys.Kind) -> String {
        switch kind {
        case .string: "string"
        case .number: "number"
        case .bool: "bool"
        case .date: "date"
        case .quantity: "quantity"
        }
    }

    private func fault(_ key: String, _ value: Any) -> HKObjectValidationError? {
        do throws(HKObjectValidationError) {
            var metadata = [key: value]
            // A sync identifier and its version are only valid together.
            if key == HKMetadataKeySyncIdentifier { metadata[HKMetadataKeySyncVersion] = 1 }
            if key == HKMetadataKeySyncVersion { metadata[HKMetadataKeySyncIdentifier] = "a" }
            _ = try HKObjectValidation.metadata(metadata, of: nil, subject: "test")
            return nil
        } catch {
            return error
        }
    }

    @Test func everyKeyAcceptsValuesOfItsKind() throws {
        for key in HealthMetadataKeys.all {
            let kind = try #require(HealthMetadataKeys.valueKind(key))
            let enumeration = HealthMetadataKeys.valueEnum(key).map(HealthEnums.allowedValues(ofEnum:))
            for (value, kinds) in Self.values where !(value is HKQuantity) {
                var isValid = kinds.contains(Self.name(kind))
                if isValid, let enumeration {
                    let number = (value as? NSNumber)?.doubleValue
                    isValid = number.flatMap { Int(exactly: $0) }.map(enumeration.contains) ?? false
                }
                let fault = self.fault(key, value)
                #expect((fault == nil) == isValid, "\(key): \(value)")
                guard let fault else { continue }
                #expect(fault.code == .invalidMetadata && fault.message.contains(key), "\(key): \(value)")
                #expect(!fault.remedy.isEmpty)
            }
        }
    }

    @Test func everyQuantityIsInAUnitOfItsKey() throws {
        let units = [
            "m", "cm", "mi", "s", "min", "%", "degC", "degF", "m/s", "km/hr", "Pa", "mmHg", "dBASPL", "lx", "count",
            "count/min", "kcal/(kg*hr)", "ml/(kg*min)", "kg",
        ]
        for key in HealthMetadataKeys.all {
            guard case .quantity(let unit) = try #require(HealthMetadataKeys.valueKind(key)) else {
                #expect(fault(key, Self.quantity("m"))?.code == .invalidMetadata, "\(key)")
                continue
            }
            for other in units {
                let isValid = unit.map { Self.quantity(other).is(compatibleWith: HKUnit(from: $0)) } ?? true
                let fault = self.fault(key, Self.quantity(other))
                #expect((fault == nil) == isValid, "\(key): \(other)")
                #expect(fault.map { $0.remedy.contains(unit ?? "") } ?? true, "\(key): \(other)")
            }
        }
    }

    @Test func everyCaseOfAnEnumerationIsAccepted() {
        var count = 0
        for key in HealthMetadataKeys.all {
            guard let name = HealthMetadataKeys.valueEnum(key) else { continue }
            let values = HealthEnums.allowedValues(ofEnum: name)
            for value in values { #expect(fault(key, value) == nil, "\(key): \(value)") }
            let beyond = (values.max() ?? 0) + 1
            #expect(fault(key, beyond)?.message.contains(name) == true, "\(key): \(beyond)")
            count += 1
        }
        #expect(count >= 15)
    }

    @Test func ownKeysAreNotRestricted() {
        for (value, _) in Self.values { #expect(fault("org.example.key", value) == nil, "\(value)") }
    }

    @Test func everyKindOfSampleChecksItsMetadata() throws {
        let wrong: [String: Any] = [HKMetadataKeyTimeZone: 5]
        func isRefused<Value>(_ make: () throws -> Value) -> Bool {
            do {
                _ = try make()
                return false
            } catch {
                return (error as? HKObjectValidationError)?.code == .invalidMetadata
            }
        }
        #expect(
            isRefused {
                try HKQuantitySample.validated(
                    type: HKQuantityType(.height), quantity: HKQuantity(unit: .meter(), doubleValue: 1.7),
                    start: Self.start, end: Self.start, metadata: wrong)
            })
        #expect(
            isRefused {
                try HKCategorySample.validated(
                    type: HKCategoryType(.headache), value: 1, start: Self.start, end: Self.start, metadata: wrong)
            })
        #expect(
            isRefused {
                try HKObjectValidation.fields(
                    of: .workoutType(), start: Self.start, end: Self.start + 60, device: nil, metadata: wrong)
            })
        let sample = HKQuantitySample.stored(
            quantityType: HKQuantityType(.height), quantity: HKQuantity(unit: .meter(), doubleValue: 1.7),
            startDate: Self.start, endDate: Self.start,
            fields: HKObjectFields(newWith: nil, metadata: [HKMetadataKeyTimeZone: .integer(5)]))
        #expect(isRefused { try HKObjectValidation.check(sample) })
        // A phone's samples are kept as they are.
        #expect(!isRefused { try HKObjectValidation.check(sample, keepsMetadata: true) })
    }

    @Test func aWrongValueStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKQuantitySample(
                type: HKQuantityType(.height), quantity: HKQuantity(unit: .meter(), doubleValue: 1.8),
                start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start, metadata: [HKMetadataKeyWasUserEntered: "yes"])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKWorkout(
                activityType: .running, start: HealthModelTestSamples.start, end: HealthModelTestSamples.start,
                workoutEvents: nil, totalEnergyBurned: nil,
                totalDistance: nil, metadata: [HKMetadataKeyWeatherCondition: 29])
        }
        await #expect(processExitsWith: .failure) {
            _ = HKWorkoutEvent(
                type: .lap, dateInterval: DateInterval(start: Date(), duration: 1),
                metadata: [HKMetadataKeyElevationAscended: HKQuantity(unit: .second(), doubleValue: 1)])
        }
    }
}
