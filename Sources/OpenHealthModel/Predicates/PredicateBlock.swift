// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

// Unchecked because NSPredicate is not Sendable on Linux, although predicates are immutable.
/// A predicate that can only be evaluated in memory. Two are equal if they are the same object.
package struct PredicateBlock: Hashable, @unchecked Sendable {
    /// The predicate.
    package let predicate: NSPredicate

    /// Creates a block from a predicate.
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
