// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests that violated preconditions of units and quantities trap with the expected message.
@Suite struct HKUnitViolationTests {
    @Test func invalidText() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = HKUnit(from: "kg/parsec")
            })
        #expect(text(of: result).contains("\"kg/parsec\" is not a unit"))
    }

    @Test func incompatibleValue() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = HKQuantity(unit: .decibelAWeightedSoundPressureLevel(), doubleValue: 61.0625).doubleValue(
                    for: .pascal())
            })
        #expect(text(of: result).contains("Attempt to convert incompatible units: dBASPL, Pa"))
        #expect(!text(of: result).contains("61.0625"))
    }

    @Test func incompatibleComparison() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = HKQuantity(unit: .gram(), doubleValue: 1).compare(HKQuantity(unit: .liter(), doubleValue: 1))
            })
        #expect(text(of: result).contains("Attempt to convert incompatible units: g, L"))
    }

    @Test func exponentOutOfRange() async throws {
        await #expect(processExitsWith: .failure) { _ = HKUnit.meter().unitRaised(toPower: 100) }
        await #expect(processExitsWith: .failure) { _ = HKUnit(from: "m^2").unitRaised(toPower: Int.min) }
        await #expect(processExitsWith: .failure) { _ = HKUnit(from: "m^-99").unitDivided(by: .meter()) }
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = HKUnit(from: "m^99").unitMultiplied(by: .meter())
            })
        #expect(text(of: result).contains("between -99 and 99"))
    }

    @Test func invalidMolarMass() async throws {
        await #expect(processExitsWith: .failure) { _ = HKUnit.moleUnit(withMolarMass: .nan) }
        await #expect(processExitsWith: .failure) { _ = HKUnit.moleUnit(withMolarMass: .infinity) }
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = HKUnit.moleUnit(with: .milli, molarMass: 0)
            })
        #expect(text(of: result).contains("molar mass"))
    }

    @Test func unsuitableFormatterUnit() async throws {
        await #expect(processExitsWith: .failure) { _ = HKUnit.massFormatterUnit(from: .meter()) }
        await #expect(processExitsWith: .failure) { _ = HKUnit.energyFormatterUnit(from: .watt()) }
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = HKUnit.lengthFormatterUnit(from: .meterUnit(with: .nano))
            })
        #expect(text(of: result).contains("LengthFormatter has no unit nm"))
    }

    @Test func anyContract() async throws {
        let result = try #require(
            await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                contractViolation("the text of the contract")
            })
        #expect(text(of: result).contains("the text of the contract"))
    }

    private func text(of result: ExitTest.Result) -> String {
        String(decoding: result.standardErrorContent, as: UTF8.self)
    }
}
