// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension UnitFactors {
    /// The unit as it is written: `mL/min·kg`, `1/s^2`, `()` for the null unit.
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
