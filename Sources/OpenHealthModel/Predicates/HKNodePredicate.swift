// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A predicate of this package, which stores its node so that a store can translate it.
package final class HKNodePredicate: NSPredicate {
    /// The node of the predicate.
    package let node: PredicateNode

    /// Creates a predicate from a node. A node that exceeds ``PredicateLimits`` becomes a refused predicate.
    package init(_ node: PredicateNode) {
        self.node = node.limited
        super.init(value: true)
    }

    /// The predicate as a format string.
    package override var predicateFormat: String { node.description }

    /// The same as ``predicateFormat``.
    package override var description: String { node.description }

    /// Returns whether the object matches the predicate. Relations of samples are unknown outside a store.
    package override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        node.matches(object ?? NSNull())
    }

    /// Returns the predicate itself, because it is immutable.
    package override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns a Boolean value that indicates whether the other predicate has an equal node.
    package override func isEqual(_ object: Any?) -> Bool { (object as? HKNodePredicate)?.node == node }

    /// The hash of the node.
    package override var hash: Int { node.hashValue }

    @available(*, unavailable, message: "Foundation on Linux does not archive predicates; archive the node as JSON.")
    package required init?(coder: NSCoder) {
        contractViolation("Foundation on Linux does not archive predicates; archive the node as JSON.")
    }
}
