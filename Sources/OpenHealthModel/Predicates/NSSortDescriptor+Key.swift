// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A protocol that adds the initializer to sort descriptors that Foundation on Linux lacks.
///
/// An initializer of a protocol extension can return an instance of a subclass, which stores the key.
public protocol HKKeySorting {}

extension HKKeySorting where Self: NSSortDescriptor {
    /// Creates a descriptor that sorts objects by a key: one of `HKSampleSortIdentifier…` or
    /// `HKWorkoutSortIdentifier…`. A query returns an error for any other key.
    /// - Parameters:
    ///   - key: The key; queries do not accept a descriptor without a key.
    ///   - ascending: Whether small values come first.
    public init(key: String?, ascending: Bool) {
        // The cast fails only for subclasses of NSSortDescriptor.
        guard let made = HKSortDescriptor(sortKey: key ?? "", ascending: ascending) as? Self else {
            contractViolation("A subclass of NSSortDescriptor cannot be made from a key; use NSSortDescriptor.")
        }
        self = made
    }
}

extension NSSortDescriptor: HKKeySorting {
    /// The key of the descriptor; `nil` if it has none, or if it was created with a Swift key path.
    public var key: String? {
        guard let key = (self as? HKSortDescriptor)?.sortKey, !key.isEmpty else { return nil }
        return key
    }
}

/// A sort descriptor that stores its key.
final class HKSortDescriptor: NSSortDescriptor {
    /// The key; empty if there is none.
    let sortKey: String

    init(sortKey: String, ascending: Bool) {
        self.sortKey = sortKey
        super.init(keyPath: \HKSample.startDate, ascending: ascending)
    }

    @available(*, unavailable, message: "Foundation on Linux does not archive sort descriptors.")
    required init?(coder: NSCoder) {
        contractViolation("Foundation on Linux does not archive sort descriptors.")
    }

    /// Returns the order of two objects by the property of the key; objects without the property come first.
    override func compare(_ object1: Any, to object2: Any) -> ComparisonResult {
        guard let field = PredicateField(sortKey: sortKey) else { return .orderedSame }
        let values = (field.values(of: object1).first, field.values(of: object2).first)
        let result: ComparisonResult =
            switch values {
            case (nil, nil): .orderedSame
            case (nil, _): .orderedAscending
            case (_, nil): .orderedDescending
            case (let first?, let second?): first.order(to: second) ?? .orderedSame
            }
        return switch result {
        case .orderedSame: .orderedSame
        case .orderedAscending: ascending ? .orderedAscending : .orderedDescending
        case .orderedDescending: ascending ? .orderedDescending : .orderedAscending
        }
    }

    override var reversedSortDescriptor: Any { HKSortDescriptor(sortKey: sortKey, ascending: !ascending) }

    override func copy(with zone: NSZone? = nil) -> Any { self }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? HKSortDescriptor else { return false }
        return other.sortKey == sortKey && other.ascending == ascending
    }

    override var hash: Int { sortKey.hashValue }
}

/// Returns the key of a sort descriptor: empty if it has none, `nil` if it was created with a Swift key path.
package func sortKey(of descriptor: NSSortDescriptor) -> String? {
    (descriptor as? HKSortDescriptor)?.sortKey
}

extension PredicateField {
    /// Creates the property of a sort key; `nil` if samples cannot be sorted by the key.
    package init?(sortKey: String) {
        switch sortKey {
        case HKSampleSortIdentifierStartDate: self = .startDate
        case HKSampleSortIdentifierEndDate: self = .endDate
        case HKWorkoutSortIdentifierDuration: self = .duration
        case HKWorkoutSortIdentifierTotalDistance: self = .totalDistance
        case HKWorkoutSortIdentifierTotalEnergyBurned: self = .totalEnergyBurned
        case HKWorkoutSortIdentifierTotalFlightsClimbed, HKPredicateKeyPathWorkoutTotalFlightsClimbed:
            self = .totalFlightsClimbed
        case HKWorkoutSortIdentifierTotalSwimmingStrokeCount, HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount:
            self = .totalSwimmingStrokeCount
        case HKPredicateKeyPathQuantity: self = .quantity
        case HKPredicateKeyPathCategoryValue: self = .categoryValue
        case HKPredicateKeyPathUUID, "uuid": self = .uuid
        default: return nil
        }
    }
}
