// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthCommandLine
@testable import health

@Suite("Typed quantities")
struct TypedQuantityTests {
    private static let mass = HKQuantityTypeIdentifier.bodyMass.rawValue
    private static let height = HKQuantityTypeIdentifier.height.rawValue

    @Test(
        "a quantity has one or two units",
        arguments: [
            ("72.5", mass, 72.5, "kg"), ("72.5kg", mass, 72.5, "kg"), ("10 st 6 lb", mass, 146.0 / 14, "st"),
            ("10st6lb", mass, 146.0 / 14, "st"), ("10 stone 6.5 lbs", mass, 146.5 / 14, "st"),
            ("12 st", mass, 12, "st"),
            ("72 kg 500 g", mass, 72.5, "kg"), ("5'11\"", height, 71.0 / 12, "ft"),
            ("5 ft 11 in", height, 71.0 / 12, "ft"),
            ("5ft11in", height, 71.0 / 12, "ft"), ("6'", height, 6, "ft"), ("180 cm", height, 180, "cm"),
        ] as [(String, String, Double, String)])
    func quantities(text: String, type: String, value: Double, unit: String) throws {
        let typed = try TypedQuantity(text, type: type)
        #expect(abs(typed.value - value) < 1e-9, "\(text)")
        #expect(typed.unit.unitString == unit, "\(text)")
    }

    @Test(
        "the smaller unit stays below the larger one",
        arguments: [
            ("10 st 16 lb", mass), ("10 st 14 lb", mass), ("5'12\"", height), ("5 ft 13 in", height),
            ("72 kg 1000 g", mass),
        ] as [(String, String)])
    func tooMany(text: String, type: String) {
        let error = #expect(throws: ToolError.self) { try TypedQuantity(text, type: type) }
        #expect(error?.description.contains("too many") == true, "\(text)")
    }
}
