// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Gives sort descriptors the initialiser that Foundation on Linux does not have.
///
/// An initialiser that comes from a protocol may give an instance of a subclass, and that one knows its key.
public protocol HKKeySorting {}

extension HKKeySorting where Self: NSSortDescriptor {
    /// Creates a descriptor that puts objects in order by a key: one of `HKSampleSortIdentifier…` or
    /// `HKWorkoutSortIdentifier…`. A query ends with an error for a key that samples are not put in order by.
    /// - Parameters:
    ///   - key: the key; queries do not take a descriptor without one.
    ///   - ascending: whether small values come first.
    public init(key: String?, ascending: Bool) {
        // Written for NSSortDescriptor itself, which every instance of the subclass is.
        guard let made = HKSortDescriptor(sortKey: key ?? "", ascending: ascending) as? Self else {
            contractViolation("A subclass of NSSortDescriptor cannot be made from a key; use NSSortDescriptor.")
        }
        self = made
    }
}

extension NSSortDescriptor: HKKeySorting {
    /// The key that the descriptor was created with; nil if it has none, or if it was created with a key path of Swift.
    public var key: String? {
        guard let key = (self as? HKSortDescriptor)?.sortKey, !key.isEmpty else { return nil }
        return key
    }
}

/// A sort descriptor that remembers its key.
final class HKSortDescriptor: NSSortDescriptor {
    /// The key; empty where there was none.
    let sortKey: String

    init(sortKey: String, ascending: Bool) {
        self.sortKey = sortKey
        super.init(keyPath: \HKSample.startDate, ascending: ascending)
    }

    @available(*, unavailable, message: "Foundation on Linux does not archive sort descriptors.")
    required init?(coder: NSCoder) {
        contractViolation("Foundation on Linux does not archive sort descriptors.")
    }

    /// How two objects lie to each other by the property under the key; one that does not have it comes first.
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

/// The key that a sort descriptor was made with, empty where there was none; nil where it was made with a key path of
/// Swift.
package func sortKey(of descriptor: NSSortDescriptor) -> String? {
    (descriptor as? HKSortDescriptor)?.sortKey
}

extension PredicateField {
    /// The property that samples are put in order by under a key; nil where there is none.
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
