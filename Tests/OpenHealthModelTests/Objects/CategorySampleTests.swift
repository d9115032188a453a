// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@Suite struct CategorySampleTests {
    let start = HealthModelTestSamples.start
    let end = HealthModelTestSamples.end

    static let types = HealthTypes.all.filter { $0.kind == .category }

    @Test(arguments: types)
    func everyTypeAcceptsOnlyItsValues(facts: HealthTypeDescription) throws {
        let type = HKCategoryType(HKCategoryTypeIdentifier(rawValue: facts.identifier))
        let metadata = QuantitySampleTests.metadata(for: type)
        let allowed = HealthEnums.allowedValues(ofEnum: try #require(facts.valueEnum))
        #expect(!allowed.isEmpty)
        for value in -3...120 {
            guard allowed.contains(value) else {
                #expect(throws: HKObjectValidationError.self) {
                    try HKCategorySample.validated(type: type, value: value, start: start, end: end, metadata: metadata)
                }
                continue
            }
            let made = HKCategorySample(type: type, value: value, start: start, end: end, metadata: metadata)
            let checked = try HKCategorySample.validated(
                type: type, value: value, start: start, end: end, device: HealthModelTestSamples.device,
                metadata: metadata)
            for sample in [made, checked] {
                #expect(sample.categoryType == type)
                #expect(sample.sampleType == type)
                #expect(sample.value == value)
                #expect(sample.startDate == start)
                #expect(sample.endDate == end)
            }
            #expect(checked.device == HealthModelTestSamples.device)
        }
    }

    @Test func cervicalMucusHasNoZero() {
        #expect(throws: HKObjectValidationError.self) {
            try HKCategorySample.validated(
                type: HKCategoryType(.cervicalMucusQuality), value: 0, start: start, end: end)
        }
    }

    @Test func valueOutsideTheEnumStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.cervicalMucusQuality), value: 0, start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start)
        }
    }

    @Test func menstrualFlowWithoutCycleStartStopsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            _ = HKCategorySample(
                type: HKCategoryType(.menstrualFlow), value: 2, start: HealthModelTestSamples.start,
                end: HealthModelTestSamples.start)
        }
    }
}
