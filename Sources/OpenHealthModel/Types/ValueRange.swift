// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The values of a quantity type that a person can mean, in the type's canonical unit.
///
/// HealthKit's API saves any value. Forms and `health add` refuse impossible values and ask about improbable ones, because a slip of the
/// finger is saved as easily as a measurement. The limits and their reasons are in `Data/ranges.csv`.
package struct ValueRange: Sendable {
    /// The plausibility of a value.
    package enum Verdict: Sendable {
        case usual
        case improbable
        case impossible
    }

    /// The identifier of the type.
    package let type: String
    /// The least value that is possible; nil where there is none.
    package let impossibleBelow: Double?
    /// The least value that is usual; nil where it is the least possible one.
    package let improbableBelow: Double?
    /// The greatest value that is usual; nil where it is the greatest possible one.
    package let improbableAbove: Double?
    /// The greatest value that is possible; nil where there is none.
    package let impossibleAbove: Double?

    /// Returns the plausibility of a value. Values within a billionth of a limit are within it, since conversions of units round.
    package func verdict(_ value: Double) -> Verdict {
        func isBelow(_ limit: Double?) -> Bool { limit.map { value < $0 - abs($0) * 1e-9 } ?? false }
        func isAbove(_ limit: Double?) -> Bool { limit.map { value > $0 + abs($0) * 1e-9 } ?? false }
        if !value.isFinite || isBelow(impossibleBelow) || isAbove(impossibleAbove) { return .impossible }
        return isBelow(improbableBelow) || isAbove(improbableAbove) ? .improbable : .usual
    }
}

/// The ranges of all quantity types.
package enum ValueRanges {
    private static let byType = Dictionary(uniqueKeysWithValues: table.map { ($0.type, $0) })

    /// Returns the range of a type, or nil for types that are no known quantities.
    package static func range(of identifier: String) -> ValueRange? { byType[identifier] }
}
