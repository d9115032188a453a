// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthTestSupport
import Testing

@Suite struct ParseDoubleTests {
    @Test(arguments: [
        "0", "-0", "1", "+1", "007", "1.5", ".5", "5.", "-.25", "0.1", "0.2", "0.3", "123456789012345",
        "9007199254740991",
        "9007199254740992", "9007199254740993", "0.000001", "1e5", "1E5", "1e+5", "1e-5", "1.7976931348623157e308",
        "4.9e-324", "1e-400", "2.2250738585072011e-308", "179769313486231580793728971405301e270", "1e22", "1e23",
        "-1e-22",
        "0.30000000000000004", "12345678901234567890", "12345678901234567890.123", "0.00000000000000000000000001",
        "00000000000000000000000000000.5", "1.0000000000000000000000000000001", "8.5e0", "99999999999999999999e-20",
    ])
    func agreesWithTheCLibrary(text: String) throws {
        let value = try #require(parseDouble(text))
        #expect(value.bitPattern == strtod(text, nil).bitPattern)
    }

    @Test(arguments: [
        "", " ", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", " 1", "1 ", "1x", "x1", "--1", "+-1", "1.2.3", "1,5",
        "0x10",
        "0x1p3", "inf", "-inf", "infinity", "nan", "NaN", "nan(1)", "1e400", "-1e400", "1e999999999999999999999",
        "1_000",
        "１", "1\0", "1e5.5", "1ee5",
    ])
    func refusesOtherTexts(text: String) {
        #expect(parseDouble(text) == nil)
    }

    @Test func agreesOnRandomTexts() throws {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<200_000 {
            var text = Bool.random(using: &generator) ? "-" : ""
            let whole = Int.random(in: 0...20, using: &generator)
            let fraction = Int.random(in: 0...20, using: &generator)
            if whole + fraction == 0 { continue }
            for _ in 0..<whole { text.append(String(generator.next() % 10)) }
            if fraction > 0 { text.append(".") }
            for _ in 0..<fraction { text.append(String(generator.next() % 10)) }
            if generator.next() % 4 == 0 { text.append("e\(Int.random(in: -40...40, using: &generator))") }
            #expect(parseDouble(text)?.bitPattern == strtod(text, nil).bitPattern, "\(text)")
        }
    }

    @Test func everyShortDecimalIsExact() {
        for value in 0..<100_000 {
            for places in 0...5 {
                var digits = String(value)
                while digits.count <= places { digits = "0" + digits }
                digits.insert(".", at: digits.index(digits.endIndex, offsetBy: -places))
                if parseDouble(digits) != strtod(digits, nil) { Issue.record("\(digits)") }
            }
        }
    }
}
