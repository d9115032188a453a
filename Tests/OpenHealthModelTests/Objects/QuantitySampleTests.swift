// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct QuantitySampleTests {
    let start = HealthModelTestSamples.start
    let end = HealthModelTestSamples.end

    static let types = HealthTypes.all.filter { $0.kind == .quantity }.map {
        HKQuantityType(HKQuantityTypeIdentifier(rawValue: $0.identifier))
    }

    /// Returns the metadata that a type requires to be saved.
    static func metadata(for type: HKObjectType) -> [String: Any]? {
        switch type.identifier {
        case HKQuantityTypeIdentifier.insulinDelivery.rawValue:
            [HKMetadataKeyInsulinDeliveryReason: HKInsulinDeliveryReason.basal.rawValue]
        case HKCategoryTypeIdentifier.menstrualFlow.rawValue: [HKMetadataKeyMenstrualCycleStart: true]
        default: nil
        }
    }

    @Test(arguments: types)
    func everyTypeHasItsClass(type: HKQuantityType) throws {
        let quantity = HKQuantity(unit: type.canonicalUnit, doubleValue: 1)
        let metadata = Self.metadata(for: type)
        let made = HKQuantitySample(type: type, quantity: quantity, start: start, end: end, metadata: metadata)
        let checked = try HKQuantitySample.validated(
            type: type, quantity: quantity, start: start, end: end, metadata: metadata)
        for sample in [made, checked] {
            #expect((sample is HKCumulativeQuantitySample) == (type.aggregationStyle == .cumulative))
            #expect((sample is HKDiscreteQuantitySample) == (type.aggregationStyle != .cumulative))
            #expect(sample.quantityType == type)
            #expect(sample.sampleType == type)
            #expect(sample.quantity == quantity)
            #expect(sample.count == 1)
            #expect(sample.startDate == start)
            #expect(sample.endDate == end)
            #expect(!sample.hasUndeterminedDuration)
            #expect(sample.source.bundleIdentifier.isEmpty)
            #expect(sample.device == nil)
        }
        #expect(made != checked)
        if let cumulative = made as? HKCumulativeQuantitySample { #expect(cumulative.sumQuantity == quantity) }
        if let discrete = made as? HKDiscreteQuantitySample {
            #expect(discrete.minimumQuantity == quantity)
            #expect(discrete.averageQuantity == quantity)
            #expect(discrete.maximumQuantity == quantity)
            #expect(discrete.mostRecentQuantity == quantity)
            #expect(discrete.mostRecentQuantityDateInterval == DateInterval(start: start, end: end))
        }
    }

    @Test(arguments: types)
    func everyTypeRefusesAnotherUnit(type: HKQuantityType) {
        // This unit is not compatible with any type.
        let unit = HKUnit(from: "kg^3·lx")
        #expect(throws: HKObjectValidationError.self) {
            try HKQuantitySample.validated(
                type: type, quantity: HKQuantity(unit: unit, doubleValue: 1), start: start, end: start,
                metadata: Self.metadata(for: type))
        }
        for value in [Double.nan, .infinity, -.infinity] {
            #expect(throws: HKObjectValidationError.self) {
                try HKQuantitySample.validated(
                    type: type, quantity: HKQuantity(unit: type.canonicalUnit, doubleValue: value), start: start,
                    end: start, metadata: Self.metadata(for: type))
            }
        }
    }

    @Test func initialisersSetTheirProperties() {
        let type = HKQuantityType(.bodyMass)
        let quantity = HealthModelTestSamples.quantity(70, "kg")
        let device = HealthModelTestSamples.device
        let plain = HKQuantitySample(type: type, quantity: quantity, start: start, end: start)
        #expect(plain.metadata == nil)
        #expect(type.is(compatibleWith: plain.quantity.originalUnit))
        let full = HKQuantitySample(
            type: type, quantity: quantity, start: start, end: start, device: device,
            metadata: [HKMetadataKeyWasUserEntered: true])
        #expect(full.device == device)
        #expect(full.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
    }

    @Test func aSubclassOfAnAppCanBeCreated() {
        let sample = AnnotatedSample(
            type: HKQuantityType(.bodyMass), quantity: HealthModelTestSamples.quantity(70, "kg"), start: start, end: end
        )
        #expect(type(of: sample) == AnnotatedSample.self)
        #expect(sample.note == "mine")
        #expect(sample.quantity == HealthModelTestSamples.quantity(70, "kg"))
    }

    @Test func concreteClassesAcceptTheirTypes() {
        let steps = HKQuantityType(.stepCount)
        let one = HealthModelTestSamples.quantity(1, "count")
        #expect(HKCumulativeQuantitySample(type: steps, quantity: one, start: start, end: end).sumQuantity == one)
    }

    @Test func aConcreteClassOfAnotherStyleStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKDiscreteQuantitySample(
                type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: 1),
                start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start)
        }
    }
}
