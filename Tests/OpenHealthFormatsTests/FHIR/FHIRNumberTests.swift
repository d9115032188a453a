// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthTestSupport
import Testing

@testable import OpenHealthFormats

@Suite struct FHIRNumberTests {
    @Test(arguments: [
        (0, 0, "0"), (-0.0, 0, "0"), (72, 0, "72"), (72.5, 0, "72.5"), (0.97, 2, "97"), (0.07, 2, "7"),
        (0.0008, 2, "0.08"),
        (1, 2, "100"), (-3.25, 0, "-3.25"), (1e-7, 0, "1e-7"), (1.5e-7, 2, "0.000015"), (1e22, 0, "1e22"),
        (123_456_789_012, 0, "123456789012"), (1.2345e30, 0, "1.2345e30"), (5e20, 0, "500000000000000000000"),
    ]) func numbersKeepTheirPrecision(number: Double, powerOfTen: Int, text: String) {
        #expect(FHIRNumber.text(number, powerOfTen: powerOfTen) == text)
    }

    @Test func everyNumberReadsBack() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<20_000 {
            let number = Double(bitPattern: random.next())
            guard number.isFinite else {
                #expect(FHIRNumber.json(number) == nil)
                continue
            }
            #expect(Double(FHIRNumber.text(number)) == number)
        }
    }
}
