// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because NSPredicate is not marked as safe to share on Linux, though a predicate never changes.
/// A predicate that only runs on objects; two are equal where they are one object.
package struct PredicateBlock: Hashable, @unchecked Sendable {
    /// The predicate.
    package let predicate: NSPredicate

    /// Wraps a predicate.
    package init(_ predicate: NSPredicate) {
        self.predicate = predicate
    }

    package static func == (left: PredicateBlock, right: PredicateBlock) -> Bool {
        left.predicate === right.predicate
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(predicate))
    }
}
