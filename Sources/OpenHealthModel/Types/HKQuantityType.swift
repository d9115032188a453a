// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// `@unchecked Sendable` because the compiler cannot see that NSObject is safe to share; all that is stored is constant.
/// A type whose samples are quantities: a number with a unit.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.quantity] }

    /// Creates the type with an identifier.
    /// - Precondition: the identifier is known; stops the process otherwise.
    public convenience init(_ identifier: HKQuantityTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .quantity))
    }

    /// How quantities of this type add up.
    public var aggregationStyle: HKQuantityAggregationStyle {
        guard let style = facts.aggregationStyle else { violationUnknownType(identifier, expected: .quantity) }
        return style
    }

    /// The unit that stores hold values in. Apple's systems keep theirs to themselves; this one is ours.
    public var canonicalUnit: HKUnit {
        guard let unit = facts.canonicalUnit.flatMap({ Self.units[$0] }) else {
            violationUnknownType(identifier, expected: .quantity)
        }
        return unit
    }

    /// Whether quantities of this type can be given in a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        HKQuantity(unit: canonicalUnit, doubleValue: 1).is(compatibleWith: unit)
    }

    /// The canonical units by their notation, parsed once.
    private static let units: [String: HKUnit] = {
        let texts = Set(HealthTypes.all.compactMap(\.canonicalUnit))
        return Dictionary(uniqueKeysWithValues: texts.map { ($0, HKUnit(from: $0)) })
    }()
}
