// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import OpenHealthKit
import Testing

@Suite struct ObjectUsageTests {
    static let symbols = [
        "HKQuantitySample.init(type:quantity:start:end:)", "HKQuantitySample.init(type:quantity:start:end:metadata:)",
        "HKQuantitySample.init(type:quantity:start:end:device:metadata:)",
        "HKCategorySample.init(type:value:start:end:)", "HKCategorySample.init(type:value:start:end:metadata:)",
        "HKCategorySample.init(type:value:start:end:device:metadata:)",
        "HKCorrelation.init(type:start:end:objects:)", "HKCorrelation.init(type:start:end:objects:metadata:)",
        "HKCorrelation.init(type:start:end:objects:device:metadata:)", "HKCorrelation.objects",
        "HKCorrelation.objects(for:)",
        "HKDevice.init(name:manufacturer:model:hardwareVersion:firmwareVersion:softwareVersion:localIdentifier:udiDeviceIdentifier:)",
        "HKDevice.local()", "HKSource.default()", "HKSourceRevision.init(source:version:)",
        "HKSourceRevision.init(source:version:productType:operatingSystemVersion:)",
        "HKSample.sampleType", "HKSample.quantityType", "HKSample.categoryType", "HKSample.correlationType",
        "HKObject.sourceRevision", "HKObject.bundleIdentifier", "HKObject.hardwareVersion",
        "HKObject.firmwareVersion", "HKObject.softwareVersion", "HKObject.localIdentifier",
        "HKObject.udiDeviceIdentifier", "HKObject.productType", "HKObject.operatingSystemVersion",
        "HKStateOfMind.init(date:kind:valence:labels:associations:)", "HKStateOfMind.valence",
        "HKStateOfMind.valenceClassification",
    ]

    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    private let mass = HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70)

    @Test func samplesAreCreatedWithEveryInitializer() {
        let type = HKQuantityType(.bodyMass)
        let entered: [String: Any] = [HKMetadataKeyWasUserEntered: true]
        let quantities = [
            HKQuantitySample(type: type, quantity: mass, start: start, end: start),
            HKQuantitySample(type: type, quantity: mass, start: start, end: start, metadata: entered),
            HKQuantitySample(type: type, quantity: mass, start: start, end: start, device: .local(), metadata: entered),
        ]
        #expect(quantities.allSatisfy { $0.quantityType == type && $0.sampleType == type })
        #expect(quantities.map { $0.metadata == nil } == [true, false, false])
        let sleep = HKCategoryType(.sleepAnalysis)
        let categories = [
            HKCategorySample(type: sleep, value: 0, start: start, end: start + 60),
            HKCategorySample(type: sleep, value: 1, start: start, end: start + 60, metadata: entered),
            HKCategorySample(type: sleep, value: 2, start: start, end: start, device: .local(), metadata: nil),
        ]
        #expect(categories.map(\.value) == [0, 1, 2])
        #expect(categories.allSatisfy { $0.categoryType == sleep })
    }

    @Test func correlationsHoldSamples() {
        let type = HKCorrelationType(.bloodPressure)
        let upper = HKQuantitySample.fixture(.bloodPressureSystolic, start: start)
        let lower = HKQuantitySample.fixture(.bloodPressureDiastolic, start: start)
        let correlations = [
            HKCorrelation(type: type, start: start, end: start, objects: [upper, lower]),
            HKCorrelation(type: type, start: start, end: start, objects: [upper, lower], metadata: nil),
            HKCorrelation(type: type, start: start, end: start, objects: [upper, lower], device: nil, metadata: nil),
        ]
        for correlation in correlations {
            #expect(correlation.correlationType == type)
            #expect(correlation.objects.count == 2)
            #expect(correlation.objects(for: HKQuantityType(.bloodPressureSystolic)) == [upper])
        }
    }

    @Test func readSamplesHaveTheirSourceAndDevice() async throws {
        let test = try UsageWorld(share: [HKQuantityType(.bodyMass)])
        let device = HKDevice(
            name: "Scale", manufacturer: "Acme", model: "S1", hardwareVersion: "1", firmwareVersion: "2",
            softwareVersion: "3", localIdentifier: "4", udiDeviceIdentifier: "5")
        let sample = HKQuantitySample.fixture(.bodyMass, 70, start: start, device: device)
        try await test.store.save(sample)
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.bodyMass))], sortDescriptors: [])
        let stored = try #require(try await descriptor.result(for: test.store).first)
        #expect(stored.uuid == sample.uuid)
        #expect(stored.sourceRevision.source.bundleIdentifier == "org.example.usage")
        #expect(stored.sourceRevision.version == "1.0")
        #expect(stored.sourceRevision.productType == nil || stored.sourceRevision.productType?.isEmpty == false)
        #expect(stored.sourceRevision.operatingSystemVersion.majorVersion >= -1)
        #expect(stored.device?.hardwareVersion == "1")
        #expect(stored.device?.firmwareVersion == "2")
        #expect(stored.device?.softwareVersion == "3")
        #expect(stored.device?.localIdentifier == "4")
        #expect(stored.device?.udiDeviceIdentifier == "5")
    }

    @Test func sourcesAndRevisionsAreCreated() {
        let source = HKSource.default()
        #expect(!source.bundleIdentifier.isEmpty)
        #expect(HKSourceRevision(source: source, version: "2").version == "2")
        let revision = HKSourceRevision(
            source: source, version: "2", productType: "iPhone15,2",
            operatingSystemVersion: OperatingSystemVersion(majorVersion: 18, minorVersion: 1, patchVersion: 0))
        #expect(revision.operatingSystemVersion.majorVersion == 18)
    }

    @Test func aStateOfMindIsCreated() {
        let state = HKStateOfMind(
            date: start, kind: .dailyMood, valence: 0.9, labels: [.happy], associations: [.family])
        #expect(state.valence == 0.9)
        #expect(state.valenceClassification == .veryPleasant)
    }
}
