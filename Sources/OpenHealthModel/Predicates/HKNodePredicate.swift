// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The predicates of this package: they know what they ask, so that a store can translate them.
package final class HKNodePredicate: NSPredicate {
    /// The node of the predicate.
    package let node: PredicateNode

    /// Creates a predicate from a node. A node beyond ``PredicateLimits`` becomes a refused predicate.
    package init(_ node: PredicateNode) {
        self.node = node.limited
        super.init(value: true)
    }

    /// A text that shows what the predicate asks.
    package override var predicateFormat: String { node.description }

    /// The same as ``predicateFormat``.
    package override var description: String { node.description }

    /// Whether the object is what the predicate asks for; relations of samples are not known outside a store.
    package override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        node.matches(object ?? NSNull())
    }

    /// The predicate itself, which cannot change.
    package override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other asks for the same.
    package override func isEqual(_ object: Any?) -> Bool { (object as? HKNodePredicate)?.node == node }

    /// A hash of what the predicate asks.
    package override var hash: Int { node.hashValue }

    @available(*, unavailable, message: "Foundation on Linux does not archive predicates; archive the node as JSON.")
    package required init?(coder: NSCoder) {
        contractViolation("Foundation on Linux does not archive predicates; archive the node as JSON.")
    }
}
