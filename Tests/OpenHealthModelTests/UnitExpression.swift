// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A unit as a tree, from which its string, its unit and its reference values are derived independently.
indirect enum UnitExpression {
    case name(String)
    case product(UnitExpression, UnitExpression)
    case power(UnitExpression, Int)

    /// Returns a random tree with at most four names.
    static func random(depth: Int = 2, using generator: inout UnitGenerator) -> UnitExpression {
        switch depth == 0 ? 0 : Int.random(in: 0...3, using: &generator) {
        case 1, 2:
            .product(random(depth: depth - 1, using: &generator), random(depth: depth - 1, using: &generator))
        case 3: .power(random(depth: depth - 1, using: &generator), Int.random(in: -3...3, using: &generator))
        default: .name(UnitReference.names.randomElement(using: &generator)!)
        }
    }

    /// Returns the same tree with other names of the same dimensions.
    func compatible(using generator: inout UnitGenerator) -> UnitExpression {
        switch self {
        case .name(let name):
            .name(
                UnitReference.namesByDimension[UnitReference.entries[name]!.dimensions]!
                    .randomElement(using: &generator)!)
        case .product(let a, let b): .product(a.compatible(using: &generator), b.compatible(using: &generator))
        case .power(let a, let n): .power(a.compatible(using: &generator), n)
        }
    }

    /// Returns the tree as a string with random signs and parentheses.
    func text(using generator: inout UnitGenerator) -> String {
        switch self {
        case .name(let name): return name
        case .product(let a, let b):
            let sign = [".", "*", "·"].randomElement(using: &generator)!
            return "(\(a.text(using: &generator)))\(sign)\(b.text(using: &generator))"
        case .power(let a, let n):
            if case .name(let name) = a, Bool.random(using: &generator) { return "\(name)^\(n)" }
            return "(\(a.text(using: &generator)))^\(n)"
        }
    }

    /// The unit, computed from its named units.
    var unit: HKUnit {
        switch self {
        case .name(let name): HKUnit(from: name)
        case .product(let a, let b): a.unit.unitMultiplied(by: b.unit)
        case .power(let a, let n): a.unit.unitRaised(toPower: n)
        }
    }

    /// The nonzero exponents of the names.
    var factors: [String: Int] {
        switch self {
        case .name(let name): [name: 1]
        case .product(let a, let b): a.factors.merging(b.factors, uniquingKeysWith: +).filter { $0.value != 0 }
        case .power(let a, let n): a.factors.mapValues { $0 * n }.filter { $0.value != 0 }
        }
    }

    /// The nonzero exponents of the base dimensions.
    var dimensions: [String: Int] {
        var result: [String: Int] = [:]
        for (name, power) in factors {
            for (dimension, exponent) in UnitReference.entries[name]!.dimensions {
                result[dimension, default: 0] += exponent * power
            }
        }
        return result.filter { $0.value != 0 }
    }

    /// The size in base units.
    var size: Double {
        var result = 1.0
        for (name, power) in factors {
            for _ in 0..<abs(power) {
                if power > 0 {
                    result *= UnitReference.entries[name]!.size
                } else {
                    result /= UnitReference.entries[name]!.size
                }
            }
        }
        return result
    }
}

/// A small seeded generator (SplitMix64), so that failures can be reproduced.
struct UnitGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
