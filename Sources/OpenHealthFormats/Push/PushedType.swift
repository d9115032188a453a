// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A type of a push, with the conversions of its units.
final class PushedType {
    enum Kind {
        case quantity(HKUnit)
        case category
    }
    let identifier: String
    /// The index in the dictionary of the batch.
    let index: Int32
    let kind: Kind
    /// The plausible values; nil for categories.
    let range: ValueRange?
    private var conversions: [String: UnitOutcome] = [:]
    private var last: (unit: String, outcome: UnitOutcome)?

    /// The maximum number of cached conversions. A push has a few dozen units; invalid units must not exhaust memory.
    private static let maximumConversions = 100

    /// Creates a known type of quantities or categories; nil for other types.
    init?(_ identifier: String, index: Int32) {
        guard let description = HealthTypes.named(identifier) else { return nil }
        switch description.kind {
        case .quantity:
            kind = .quantity(HKQuantityType(HKQuantityTypeIdentifier(rawValue: identifier)).canonicalUnit)
        case .category: kind = .category
        default: return nil
        }
        range = ValueRanges.range(of: identifier)
        self.identifier = identifier
        self.index = index
    }

    /// Returns the conversion of a unit to the canonical unit.
    func outcome(_ unit: String) -> UnitOutcome {
        guard unit.canBeKnown else { return .unknown }
        if let last, last.unit == unit { return last.outcome }
        let outcome = conversions[unit] ?? resolve(unit)
        if conversions.count >= Self.maximumConversions { conversions.removeAll() }
        conversions[unit] = outcome
        last = (unit, outcome)
        return outcome
    }

    private func resolve(_ text: String) -> UnitOutcome {
        guard case .quantity(let canonical) = kind else { return .incompatible }
        guard let unit = try? HKUnit(validating: text) else { return .unknown }
        return unit.conversion(to: canonical).map(UnitOutcome.converts) ?? .incompatible
    }
}
