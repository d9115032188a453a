// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateNode {
    /// Creates a node from a predicate; `nil` matches all objects. A predicate that only Foundation can evaluate becomes a
    /// block, and a predicate that exceeds ``PredicateLimits`` becomes a refused predicate.
    package init(_ predicate: NSPredicate?) {
        do throws(PredicateFault) {
            var measure = PredicateMeasure()
            self = try PredicateNode(predicate, depth: 1, &measure)
        } catch {
            self = .refused(error)
        }
    }

    /// - Parameter measure: The counter of the parts so far. Programs can use one predicate in several places of another, so
    ///   a few objects can represent very many conditions.
    private init(_ predicate: NSPredicate?, depth: Int, _ measure: inout PredicateMeasure) throws(PredicateFault) {
        switch predicate {
        case nil: self = .constant(true)
        case let predicate as HKNodePredicate:
            try measure.add(predicate.node, depth: depth)
            self = predicate.node
        case let predicate as NSCompoundPredicate:
            try measure.count(depth)
            var parts: [PredicateNode] = []
            for part in predicate.subpredicates {
                parts.append(try PredicateNode(part, depth: depth + 1, &measure))
            }
            switch predicate.compoundPredicateType {
            case .and: self = .and(parts)
            case .or: self = .or(parts)
            case .not: self = .not(parts.first ?? .constant(false))
            @unknown default: self = .block(PredicateBlock(predicate))
            }
        case .some(let predicate):
            try measure.count(depth)
            // Foundation does not expose whether a predicate is a constant, but it can compare two predicates.
            if predicate.isEqual(NSPredicate(value: true)) {
                self = .constant(true)
            } else if predicate.isEqual(NSPredicate(value: false)) {
                self = .constant(false)
            } else {
                self = .block(PredicateBlock(predicate))
            }
        }
    }

    /// The node as a predicate.
    package var predicate: NSPredicate {
        if case .block(let block) = self { block.predicate } else { HKNodePredicate(self) }
    }
}
