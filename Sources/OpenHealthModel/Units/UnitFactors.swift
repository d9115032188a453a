// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The factors of a unit: named units, each with its power.
///
/// Two units are equal exactly when their factors are.
struct UnitFactors: Hashable, Sendable {
    /// A named unit and its power, which is never zero.
    struct Factor: Hashable, Sendable {
        let atom: UnitAtom
        let exponent: Int
    }

    /// The maximum absolute value of a factor's power.
    ///
    /// It is far above any unit in use and bounds the result of a string such as `((m^99)^99)^99`.
    static let exponentLimit = 99

    /// The factors in the order of the unit string, each named unit at most once.
    private(set) var list: [Factor] = []

    /// The factors of the null unit.
    static let none = UnitFactors()

    private init() {}

    /// Creates the factors of one named unit.
    init(_ atom: UnitAtom) {
        list = [Factor(atom: atom, exponent: 1)]
    }

    /// Returns the product with a power of another unit, or `nil` if the power of a factor exceeds the limit.
    func multiplied(by other: UnitFactors, power: Int = 1) -> UnitFactors? {
        guard let other = other.raised(to: power) else { return nil }
        var product = UnitFactors()
        product.list.reserveCapacity(list.count + other.list.count)
        var mine = list[...]
        var theirs = other.list[...]
        while let left = mine.first, let right = theirs.first {
            if left.atom < right.atom {
                product.list.append(mine.removeFirst())
            } else if right.atom < left.atom {
                product.list.append(theirs.removeFirst())
            } else {
                let exponent = left.exponent + right.exponent
                guard abs(exponent) <= Self.exponentLimit else { return nil }
                if exponent != 0 { product.list.append(Factor(atom: left.atom, exponent: exponent)) }
                mine.removeFirst()
                theirs.removeFirst()
            }
        }
        product.list += mine
        product.list += theirs
        return product
    }

    /// Returns the unit raised to a power, or `nil` if the power of a factor exceeds the limit.
    func raised(to power: Int) -> UnitFactors? {
        if power == 1 { return self }
        if power == 0 { return UnitFactors() }
        var result = UnitFactors()
        result.list.reserveCapacity(list.count)
        for factor in list {
            let (exponent, overflow) = factor.exponent.multipliedReportingOverflow(by: power)
            guard !overflow, -Self.exponentLimit...Self.exponentLimit ~= exponent else { return nil }
            result.list.append(Factor(atom: factor.atom, exponent: exponent))
        }
        return result
    }
}

extension UnitFactors {
    /// The unit string: `mL/min·kg`, `1/s^2`, `()` for the null unit.
    var text: String {
        if list.isEmpty { return "()" }
        let above = Self.product(list.filter { $0.exponent > 0 })
        let below = Self.product(list.filter { $0.exponent < 0 })
        if below.isEmpty { return above }
        return "\(above.isEmpty ? "1" : above)/\(below)"
    }

    private static func product(_ factors: [Factor]) -> String {
        factors.map { factor in
            let power = abs(factor.exponent)
            return power == 1 ? factor.atom.text : "\(factor.atom.text)^\(power)"
        }.joined(separator: "·")
    }
}
