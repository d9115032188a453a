// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The unit in which values of a type are shown, and the way there from the unit in which they are stored.
struct ShownUnit {
    /// The unit as text.
    let text: String
    private let conversion: UnitConversion?

    /// Creates the unit.
    /// - Parameters:
    ///   - wanted: the unit as a person typed it; nil for the one that values are stored in.
    ///   - type: the identifier of the type.
    ///   - stored: the unit that its values are stored in.
    /// - Throws: a ``ToolError`` for a unit that does not fit the type.
    init(_ wanted: String?, type: String, stored: String) throws {
        guard let wanted else {
            text = stored
            conversion = nil
            return
        }
        let target = try UnitName.parse(wanted, type: type)
        guard let conversion = HKUnit(from: stored).conversion(to: target) else {
            throw ToolError(
                .badArgument, "\(TypeName.short(type)) cannot be given in \(target.unitString)",
                remedy: "name a unit that measures the same as \(stored)")
        }
        text = target.unitString
        self.conversion = conversion
    }

    /// A stored value in this unit.
    func callAsFunction(_ value: Double) -> Double {
        conversion.map { $0(value) } ?? value
    }

    /// A number and the unit.
    func with(_ number: String) -> String { number + " " + text }
}
