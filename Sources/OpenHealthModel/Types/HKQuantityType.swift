// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because the compiler cannot check subclasses of NSObject; all stored properties are constants.
/// A type whose samples contain a quantity: a number with a unit.
public final class HKQuantityType: HKSampleType, @unchecked Sendable {
    override class var kinds: Set<HealthTypeDescription.Kind> { [.quantity] }

    /// Creates a type from its identifier.
    /// - Precondition: The identifier is known.
    public convenience init(_ identifier: HKQuantityTypeIdentifier) {
        self.init(facts: HKObjectType.facts(of: identifier.rawValue, .quantity))
    }

    /// The way in which quantities of this type are aggregated.
    public var aggregationStyle: HKQuantityAggregationStyle {
        guard let style = facts.aggregationStyle else { violationUnknownType(identifier, expected: .quantity) }
        return style
    }

    /// The unit in which stores keep values of this type. Not part of Apple's API.
    public var canonicalUnit: HKUnit {
        guard let unit = facts.canonicalUnit.flatMap({ Self.units[$0] }) else {
            violationUnknownType(identifier, expected: .quantity)
        }
        return unit
    }

    /// Returns a Boolean value that indicates whether quantities of this type can be converted to a unit.
    public func `is`(compatibleWith unit: HKUnit) -> Bool {
        HKQuantity(unit: canonicalUnit, doubleValue: 1).is(compatibleWith: unit)
    }

    /// The canonical units by unit string, parsed once.
    private static let units: [String: HKUnit] = {
        let texts = Set(HealthTypes.all.compactMap(\.canonicalUnit))
        return Dictionary(uniqueKeysWithValues: texts.map { ($0, HKUnit(from: $0)) })
    }()
}
