// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import Testing

@Suite("Options and types")
struct StatisticsOptionCheckTests {
    private static let discrete: [HKStatisticsOptions] = [.discreteAverage, .discreteMin, .discreteMax]

    private static func error(_ options: HKStatisticsOptions, _ type: HKQuantityType) -> StatisticsError? {
        do {
            try options.checkFit(type)
            return nil
        } catch {
            return error
        }
    }

    @Test("every set of options with every quantity type")
    func everything() {
        var count = 0
        for description in HealthTypes.all where description.kind == .quantity {
            let type = HKQuantityType(HKQuantityTypeIdentifier(rawValue: description.identifier))
            for bits in UInt(0)..<128 {
                let options = HKStatisticsOptions(rawValue: bits)
                let hasDiscrete = Self.discrete.contains(where: options.contains)
                let isWrong = type.aggregationStyle == .cumulative ? hasDiscrete : options.contains(.cumulativeSum)
                let error = Self.error(options, type)
                #expect((error != nil) == isWrong, "\(description.swiftName) \(bits)")
                #expect(error == nil || error?.code == .optionDoesNotFit)
                #expect(error?.message.contains(description.swiftName) ?? true)
                count += 1
            }
            for option in Self.discrete {
                #expect(Self.error([option, .cumulativeSum], type) != nil, "a mixture never fits")
            }
            #expect(Self.error([.separateBySource, .mostRecent, .duration], type) == nil)
        }
        #expect(count > 100 * 128)
    }

    @Test("the error names the unsuitable figures and the suitable ones")
    func wording() throws {
        let steps = try #require(Self.error([.discreteAverage, .discreteMax], HKQuantityType(.stepCount)))
        #expect(
            steps.description.contains("stepCount adds up over time and has no average or maximum; ask for the sum"))
        let rate = try #require(Self.error(.cumulativeSum, HKQuantityType(.heartRate)))
        #expect(rate.description.contains("heartRate"))
        #expect(rate.description.contains("no sum; ask for the average"))
    }
}
