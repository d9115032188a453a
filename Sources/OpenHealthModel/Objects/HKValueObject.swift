// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A class whose instances are immutable, and equal if they have the same class and equal parts.
protocol HKValueObject: NSObject {
    /// The parts that equality compares, in a fixed order.
    var parts: [AnyHashable?] { get }
}

extension HKValueObject {
    /// Returns whether the other object has the same class and equal parts; for `isEqual(_:)`.
    func hasSameParts(as other: Any?) -> Bool {
        guard let other = other as? Self, type(of: other) == type(of: self) else { return false }
        return other === self || other.parts == parts
    }

    /// The hash of the parts; for `hash`.
    var hashOfParts: Int {
        var hasher = Hasher()
        hasher.combine(parts)
        return hasher.finalize()
    }

    // Public for the classes that are `NSCopying`. An open class declares the function itself, so that subclasses can override it.
    /// Returns the object itself, because it is immutable.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
