// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The unit in which values of a type are shown, with the conversion from the unit in which they are stored.
struct ShownUnit {
    /// The unit string.
    let text: String
    private let conversion: UnitConversion?

    /// Creates the unit.
    /// - Parameters:
    ///   - wanted: The unit as typed; `nil` for the unit in which values are stored.
    ///   - type: The identifier of the type.
    ///   - stored: The unit in which values are stored.
    /// - Throws: A ``ToolError`` if the unit is incompatible with the type.
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

    /// Returns a stored value in this unit.
    func callAsFunction(_ value: Double) -> Double {
        conversion.map { $0(value) } ?? value
    }

    /// Returns a number followed by the unit.
    func with(_ number: String) -> String { number + " " + text }
}
