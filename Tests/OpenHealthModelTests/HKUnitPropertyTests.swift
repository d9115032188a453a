// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

/// Tests of properties of every unit with random units.
@Suite struct HKUnitPropertyTests {
    @Test func everyTextReadsBackAsTheSameUnit() throws {
        var generator = UnitGenerator(seed: 1)
        for _ in 0..<3000 {
            let expression = UnitExpression.random(using: &generator)
            let text = expression.text(using: &generator)
            let parsed = try HKUnit(validating: text)
            #expect(parsed == expression.unit, "\(text)")
            #expect(try HKUnit(validating: parsed.unitString) == parsed, "\(text)")
            #expect(try HKUnit(validating: parsed.unitString).unitString == parsed.unitString, "\(text)")
        }
    }

    @Test func quotientsOfTextsAreQuotientsOfUnits() throws {
        var generator = UnitGenerator(seed: 2)
        for _ in 0..<2000 {
            let (above, below) = (UnitExpression.random(using: &generator), UnitExpression.random(using: &generator))
            let text = "\(above.text(using: &generator))/\(below.text(using: &generator))"
            let parsed = try HKUnit(validating: text)
            #expect(parsed == above.unit.unitDivided(by: below.unit), "\(text)")
            #expect(parsed == above.unit.unitMultiplied(by: below.unit.reciprocal()), "\(text)")
        }
    }

    @Test func equalityIsEqualityOfFactors() {
        var generator = UnitGenerator(seed: 3)
        for _ in 0..<3000 {
            let expression = UnitExpression.random(using: &generator)
            let other =
                Bool.random(using: &generator)
                ? expression.compatible(using: &generator) : .random(using: &generator)
            let (unit, otherUnit) = (expression.unit, other.unit)
            #expect((unit == otherUnit) == (expression.factors == other.factors))
            #expect((unit.unitString == otherUnit.unitString) == (unit == otherUnit))
            if unit == otherUnit { #expect(unit.hash == otherUnit.hash) }
            #expect(unit.isNull() == expression.factors.isEmpty)
        }
    }

    @Test func algebraicLawsHold() {
        var generator = UnitGenerator(seed: 4)
        for _ in 0..<2000 {
            let (a, b, c) = (
                UnitExpression.random(depth: 1, using: &generator).unit,
                UnitExpression.random(depth: 1, using: &generator).unit,
                UnitExpression.random(depth: 1, using: &generator).unit
            )
            let (n, m) = (Int.random(in: -4...4, using: &generator), Int.random(in: -4...4, using: &generator))
            #expect(a.unitMultiplied(by: b) == b.unitMultiplied(by: a))
            #expect(
                a.unitMultiplied(by: b).unitMultiplied(by: c) == a.unitMultiplied(by: b.unitMultiplied(by: c)))
            #expect(a.unitMultiplied(by: b).unitDivided(by: b) == a)
            #expect(a.unitDivided(by: b) == b.unitDivided(by: a).reciprocal())
            #expect(a.reciprocal().reciprocal() == a)
            #expect(a.unitDivided(by: a).isNull())
            #expect(a.unitRaised(toPower: 1) == a)
            #expect(a.unitRaised(toPower: 0).isNull())
            #expect(a.unitRaised(toPower: n).unitRaised(toPower: m) == a.unitRaised(toPower: n * m))
            #expect(
                a.unitRaised(toPower: n).unitMultiplied(by: a.unitRaised(toPower: m)) == a.unitRaised(toPower: n + m))
            #expect(
                a.unitMultiplied(by: b).unitRaised(toPower: n)
                    == a.unitRaised(toPower: n).unitMultiplied(by: b.unitRaised(toPower: n)))
        }
    }

    @Test func compatibilityIsEqualityOfDimensions() {
        var generator = UnitGenerator(seed: 5)
        var compatible = 0
        for _ in 0..<4000 {
            let expression = UnitExpression.random(using: &generator)
            let other =
                Bool.random(using: &generator)
                ? expression.compatible(using: &generator) : .random(using: &generator)
            let expected = expression.dimensions == other.dimensions
            #expect(expression.unit.is(compatibleWith: other.unit) == expected)
            #expect(other.unit.is(compatibleWith: expression.unit) == expected)
            #expect((expression.unit.conversion(to: other.unit) != nil) == expected)
            if expected { compatible += 1 }
        }
        #expect(compatible > 1000)
    }

    @Test func conversionAgreesWithTheReferenceAndRoundTrips() throws {
        var generator = UnitGenerator(seed: 6)
        var checked = 0
        for _ in 0..<4000 {
            let expression = UnitExpression.random(using: &generator)
            let other = expression.compatible(using: &generator)
            let (unit, target) = (expression.unit, other.unit)
            let ratio = expression.size / other.size
            guard ratio.isNormal, expression.size.isNormal, other.size.isNormal, abs(log10(ratio)) < 280 else {
                continue
            }
            let value = Double.random(in: -1000...1000, using: &generator)
            let there = try #require(unit.conversion(to: target))
            let back = try #require(target.conversion(to: unit))
            #expect(isClose(there.scale, ratio), "\(unit) to \(target)")
            if there.offset == 0 {
                #expect(isClose(there(value), value * ratio), "\(unit) to \(target)")
                #expect(isClose(back(there(value)), value), "\(unit) to \(target)")
            } else {
                // Near zero of one scale, the offset of the other one reduces the precision.
                #expect(abs(back(there(value)) - value) < 1e-12 * max(1000, abs(there.offset), abs(back.offset)))
            }
            checked += 1
        }
        #expect(checked > 3000)
    }

    @Test func equalUnitsConvertExactly() {
        var generator = UnitGenerator(seed: 7)
        for _ in 0..<2000 {
            let unit = UnitExpression.random(using: &generator).unit
            let same = HKUnit(from: unit.unitString)
            let value = Double.random(in: -1e9...1e9, using: &generator)
            #expect(unit.conversion(to: same) == .identity)
            #expect(HKQuantity(unit: unit, doubleValue: value).doubleValue(for: same) == value)
        }
    }

    private func isClose(_ a: Double, _ b: Double) -> Bool {
        abs(a - b) <= 1e-12 * max(abs(a), abs(b))
    }
}
