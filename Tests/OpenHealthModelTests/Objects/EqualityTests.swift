// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct EqualityTests {
    @Test(arguments: HealthModelTestSamples.all)
    func equalPartsAreEqual(sample: HealthModelTestSamples) {
        let (one, other) = (sample.make(), sample.make())
        #expect(one.isEqual(one))
        #expect(one.isEqual(other))
        #expect(one.hash == other.hash)
        #expect(!one.isEqual(nil))
        #expect(!one.isEqual(NSString("?")))
    }

    @Test func valuesOfDifferentClassesDiffer() {
        let values = HealthModelTestSamples.values.map { $0.make() }
        for (index, value) in values.enumerated() {
            for (place, other) in values.enumerated() where place != index {
                #expect(!value.isEqual(other), "\(type(of: value)) and \(type(of: other))")
            }
        }
    }

    @Test func objectsAreEqualByIdentityAlone() {
        let objects = HealthModelTestSamples.objects.compactMap { $0.make() as? HKObject }
        #expect(objects.count == HealthModelTestSamples.objects.count)
        #expect(Set(objects).count == 1)
        let fields = HKObjectFields(uuid: UUID(), sourceRevision: HealthModelTestSamples.revision)
        #expect(HKObject(fields: fields) != objects[0])
    }

    @Test(arguments: HealthModelTestSamples.all)
    func copiesAreEqual(sample: HealthModelTestSamples) {
        let object = sample.make()
        guard let copyable = object as? any NSCopying else { return }
        let copy = copyable.copy(with: nil)
        #expect(object.isEqual(copy))
        let isMutable = object is HKActivitySummary || object is HKWorkoutConfiguration
        #expect((copy as AnyObject === object) == !isMutable)
    }

    /// All classes that conform to `NSCopying` in Apple's API can be copied.
    @Test func copyingReturnsEqualObjects() {
        let notCopyable: Set<String> = [
            "HKObject", "HKSample", "HKQuantitySample", "HKCumulativeQuantitySample",
            "HKCumulativeQuantitySeriesSample", "HKDiscreteQuantitySample", "HKCategorySample", "HKCorrelation",
            "HKWorkout", "HKSeriesSample", "HKWorkoutRoute", "HKHeartbeatSeriesSample", "HKElectrocardiogram",
            "HKAudiogramSample", "HKVerifiableClinicalRecord", "HKDocumentSample", "HKCDADocumentSample",
            "HKDeletedObject", "HKAudiogramSensitivityPoint",
        ]
        for sample in HealthModelTestSamples.all {
            #expect((sample.make() is any NSCopying) == !notCopyable.contains(sample.name), "\(sample.name)")
        }
    }

    @Test func eachPropertyOfADeviceIsCompared() {
        let values: [String?] = ["n", "m", "o", "h", "f", "s", "l", "u"]
        func device(_ v: [String?]) -> HKDevice {
            HKDevice(
                name: v[0], manufacturer: v[1], model: v[2], hardwareVersion: v[3], firmwareVersion: v[4],
                softwareVersion: v[5], localIdentifier: v[6], udiDeviceIdentifier: v[7])
        }
        #expect(device(values).properties == values)
        for index in values.indices {
            var other = values
            other[index] = nil
            #expect(device(other) != device(values))
        }
        #expect(HKDevice.local() == HKDevice.local())
    }

    @Test func voltageMeasurements() {
        let volts = HealthModelTestSamples.quantity(12, "mcV")
        let one = HKElectrocardiogram.VoltageMeasurement(
            timeSinceSampleStart: 1, quantities: [.appleWatchSimilarToLeadI: volts])
        let other = HKElectrocardiogram.VoltageMeasurement(timeSinceSampleStart: 2, quantities: [:])
        #expect(one.quantity(for: .appleWatchSimilarToLeadI) == volts)
        #expect(other.quantity(for: .appleWatchSimilarToLeadI) == nil)
        #expect(one != other)
        #expect(one.copy() as AnyObject === one)
    }
}
