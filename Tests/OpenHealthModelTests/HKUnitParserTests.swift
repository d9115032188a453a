// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

@testable import OpenHealthModel
import Testing

/// Tests of the grammar of unit strings.
@Suite struct HKUnitParserTests {
    @Test(arguments: [
        ("kg.m", "m·kg"), ("kg*m", "m·kg"), ("kg·m", "m·kg"),
        ("mg/dL", "mg/dL"), ("count/min", "count/min"), ("kg/m.s^2", "kg/m·s^2"), ("kg/(m.s^2)", "kg/m·s^2"),
        ("1/s", "1/s"), ("m·1/s", "m/s"), ("1·m/s", "m/s"), ("s^-1", "1/s"), ("s^-2", "1/s^2"), ("1/s^2", "1/s^2"),
        ("m^2", "m^2"), ("m^1", "m"), ("m^0", "()"), ("m^-0", "()"), ("m^0·s", "s"), ("m^02", "m^2"), ("m^99", "m^99"),
        ("(m^2)^2", "m^4"), ("m·m", "m^2"),
        ("(m^2·atm)^2·GL/in^2", "m^4·atm^2·GL/in^2"), ("((m·atm)^2)^2·GL/in^2", "m^4·atm^4·GL/in^2"),
        ("ml/(kg*min)", "mL/min·kg"), ("mL/kg·min", "mL/min·kg"), ("mL/min·kg", "mL/min·kg"),
        ("kcal/(kg*hr)", "kcal/hr·kg"), ("kcal/hr·kg", "kcal/hr·kg"),
        ("atm·(m·L)^2", "m^2·L^2·atm"), ("(atm·m)·L", "m·L·atm"), ("(m)·(m)", "m^2"), ("(((m)))", "m"),
        ("", "()"), ("()", "()"), ("(())", "()"), ("((((()))))", "()"), ("m/m", "()"), ("dL/L", "dL/L"),
        ("mol<180.15588>", "mol<180.15588>"), ("mol<123>", "mol<123>"), ("mol<1e3>", "mol<1000>"),
        ("mmol<180.15588000005408>/L", "mmol<180.1558800000541>/L"),
        ("mmol<180.1558800000541>/L", "mmol<180.1558800000541>/L"), ("mol", "mol"), ("Gmol", "Gmol"),
        ("mcg", "mcg"), ("dL", "dL"), ("kPa", "kPa"), ("GL", "GL"), ("mcL", "mcL"), ("mcl", "mcL"), ("l", "L"),
        ("%/m", "%/m"), ("%", "%"), ("cal", "cal"), ("Cal", "Cal"), ("kcal", "kcal"), ("hr·L", "L·hr"),
        ("min", "min"), ("mm", "mm"), ("mmHg", "mmHg"), ("cmAq", "cmAq"), ("pt_us", "pt_us"), ("ft", "ft"),
        ("d", "d"), ("D", "D"), ("pD", "pD"), ("Pa", "Pa"), ("das", "das"), ("dam", "dam"), ("mrad", "mrad"),
        ("deg", "deg"), ("dBASPL", "dBASPL"), ("dBHL", "dBHL"), ("IU", "IU"), ("IU/hr", "IU/hr"), ("ms", "ms"),
        ("mS", "mS"), ("m/s^2", "m/s^2"), ("m·s^-2", "m/s^2"), ("min·count", "min·count"), ("L/s·g", "L/g·s"),
        ("mg/s·dL", "mg/dL·s"), ("mg/IU·dL", "mg/dL·IU"),
        ("mmol<180.1558800000541>/L·min", "mmol<180.1558800000541>/min·L"),
        ("L/hr", "L/hr"), ("hr·mL", "hr·mL"), ("ms·dL", "dL·ms"),
        ("L·atm·hr", "L·atm·hr"), ("count/s", "count/s"), ("L/min", "L/min"), ("appleEffortScore", "appleEffortScore"),
    ])
    func reads(text: String, printed: String) throws {
        let unit = try HKUnit(validating: text)
        #expect(unit.unitString == printed)
        #expect(unit.description == printed)
        #expect(unit == HKUnit(from: printed))
    }

    @Test(arguments: [
        ("/s", HKUnitParseError.Reason.missingUnit, 0), ("m/", .missingUnit, 2), ("m·", .missingUnit, 3),
        ("·m", .missingUnit, 0), ("m··s", .missingUnit, 3), (".", .missingUnit, 0), ("^2", .missingUnit, 0),
        ("m//s", .missingUnit, 2), ("(·m)", .missingUnit, 1),
        ("m/s/s", .misplacedDivision, 3), ("(m·atm/in^4)^2", .misplacedDivision, 7),
        ("ml/(kg/min)", .misplacedDivision, 6),
        ("m^2^2", .invalidExponent, 3), ("(m)^2^2", .invalidExponent, 5), ("m^", .invalidExponent, 2),
        ("m^-", .invalidExponent, 3), ("m^+2", .invalidExponent, 2), ("m^x", .invalidExponent, 2),
        ("1^2/s", .invalidExponent, 1), ("m^1.5", .unexpectedCharacter, 4), ("m^--2", .invalidExponent, 3),
        ("m^(2)", .invalidExponent, 2),
        ("m^100", .exponentOutOfRange, 2), ("m^-100", .exponentOutOfRange, 2), ("m^99·m", .exponentOutOfRange, 4),
        ("((m^99)^99)^99", .exponentOutOfRange, 8), ("m^-99/m", .exponentOutOfRange, 5),
        ("m^99999999999999999999999999", .exponentOutOfRange, 2),
        ("()·m", .missingUnit, 1), ("m·()", .missingUnit, 4), ("()·()", .missingUnit, 1), ("()^2", .missingUnit, 1),
        ("m/()", .missingUnit, 3), ("()/s", .missingUnit, 1),
        ("(m", .unbalancedParenthesis, 0), ("m)", .unbalancedParenthesis, 1), ("(", .unbalancedParenthesis, 0),
        (")", .unbalancedParenthesis, 0), ("((m)", .unbalancedParenthesis, 0), ("())", .missingUnit, 1),
        ("m(m)", .unexpectedCharacter, 1), ("(m)(m)", .unexpectedCharacter, 3), ("(m)m", .unexpectedCharacter, 3),
        ("kg m", .unexpectedCharacter, 2), (" kg", .unexpectedCharacter, 0), ("kg ", .unexpectedCharacter, 2),
        ("kg\u{22C5}m", .unexpectedCharacter, 2), ("kg\u{2022}m", .unexpectedCharacter, 2),
        ("µV", .unexpectedCharacter, 0),
        ("m²", .unexpectedCharacter, 1), ("m\u{0}", .unexpectedCharacter, 1), ("2·m", .unexpectedCharacter, 0),
        ("1", .misplacedOne, 0), ("m·1", .misplacedOne, 3), ("m/1", .misplacedOne, 2), ("(1)/s", .misplacedOne, 1),
        ("12/s", .misplacedOne, 0),
        ("mol<>", .invalidMolarMass, 3), ("mol<0>", .invalidMolarMass, 3), ("mol<-1>", .invalidMolarMass, 3),
        ("mol<nan>", .invalidMolarMass, 3), ("mol<inf>", .invalidMolarMass, 3), ("mol<1e999>", .invalidMolarMass, 3),
        ("mol<0x10>", .invalidMolarMass, 3), ("mol<1", .invalidMolarMass, 3), ("mol< 1>", .invalidMolarMass, 3),
        ("km<123>", .invalidMolarMass, 2), ("mol<1><2>", .unexpectedCharacter, 6),
        ("percent", .unknownUnit, 0), ("kg/parsec", .unknownUnit, 3), ("kilogram", .unknownUnit, 0),
        ("KG", .unknownUnit, 0), ("kin", .unknownUnit, 0), ("klb", .unknownUnit, 0), ("Mcal", .unknownUnit, 0),
        ("mmin", .unknownUnit, 0), ("kkg", .unknownUnit, 0), ("k", .unknownUnit, 0), ("ug", .unknownUnit, 0),
        ("kcount", .unknownUnit, 0), ("mdegC", .unknownUnit, 0), ("kIU", .unknownUnit, 0), ("m_", .unknownUnit, 0),
        ("dBASPl", .unknownUnit, 0), ("%%", .unknownUnit, 0), ("kmmHg", .unknownUnit, 0),
    ])
    func refuses(text: String, reason: HKUnitParseError.Reason, position: Int) {
        let error = #expect(throws: HKUnitParseError.self) { try HKUnit(validating: text) }
        #expect(error?.string == text)
        #expect(error?.reason == reason)
        #expect(error?.position == position)
        #expect(error?.description.contains("at position \(position)") == true)
        #expect(error?.description.contains("is not a unit") == true)
    }

    @Test func everyReasonHasItsOwnMessage() {
        let reasons: [HKUnitParseError.Reason] = [
            .unknownUnit, .missingUnit, .unexpectedCharacter, .misplacedDivision, .misplacedOne,
            .unbalancedParenthesis, .invalidExponent, .exponentOutOfRange, .invalidMolarMass, .tooComplex,
        ]
        let texts = Set(reasons.map { HKUnitParseError(reason: $0, string: "", position: 0).description })
        #expect(texts.count == reasons.count)
    }

    @Test func noTwoUnitsAreWrittenAlike() throws {
        var seen: [String: UnitAtom] = [:]
        for symbol in UnitSymbol.allCases {
            for prefix in symbol.definition.isPrefixable ? HKMetricPrefix.everyPrefix : [.none] {
                let atom = UnitAtom(symbol, prefix: prefix)
                #expect(seen.updateValue(atom, forKey: atom.text) == nil, "\(atom.text)")
                #expect(try HKUnit(validating: atom.text).factors == UnitFactors(atom))
            }
        }
        // The reference has the same names; the molar mass is not part of a name.
        #expect(Set(seen.keys) == Set(UnitReference.names.filter { !$0.contains("<") }))
        for prefix in HKMetricPrefix.everyPrefix {
            #expect(seen[prefix.text + "l"] == nil)
            #expect(HKUnit(from: prefix.text + "l") == .literUnit(with: prefix))
        }
    }

    @Test func hostileTextsAreRefusedAndNeverCrash() {
        let open = String(repeating: "(", count: 100_000)
        let texts = [
            open, open + String(repeating: ")", count: 100_000), open + "m", String(repeating: "m·", count: 50_000),
            String(repeating: "m^99", count: 1000), "mol<" + String(repeating: "9", count: 100_000) + ">",
            String(repeating: "(", count: 65) + String(repeating: ")", count: 65),
            String(repeating: "(", count: 65) + "m" + String(repeating: ")", count: 65),
            String(repeating: "mol<1>·", count: 500) + "·",
        ]
        for text in texts {
            let error = #expect(throws: HKUnitParseError.self) { try HKUnit(validating: text) }
            #expect((error?.description.utf8.count ?? 0) < 400)
        }
        let deep = String(repeating: "(", count: 64)
        #expect(HKUnit(from: deep + "m" + String(repeating: ")", count: 64)) == .meter())
    }

    @Test func randomTextsNeverCrash() throws {
        var generator = UnitGenerator(seed: 8)
        let pieces = [
            "(", ")", "^", "/", ".", "*", "·", "<", ">", "1", "2", "-", "9", "m", "k", "g", "L", "mol", "in", "%", "_",
            "dB", "count", " ", "µ", "\u{0}", "e", "🏃", "()", "^2", "m^3", "mol<2>",
        ]
        var accepted = 0
        for _ in 0..<40_000 {
            var text = ""
            if Bool.random(using: &generator) {
                for _ in 0..<Int.random(in: 0...12, using: &generator) {
                    text += pieces.randomElement(using: &generator)!
                }
            } else {
                let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                text = String(decoding: bytes, as: UTF8.self)
            }
            do throws(HKUnitParseError) {
                let unit = try HKUnit(validating: text)
                accepted += 1
                let again = try HKUnit(validating: unit.unitString)
                #expect(again == unit, "\(text.debugDescription)")
            } catch {
                #expect(0...text.utf8.count ~= error.position, "\(text.debugDescription)")
            }
        }
        #expect(accepted > 100)
    }
}
