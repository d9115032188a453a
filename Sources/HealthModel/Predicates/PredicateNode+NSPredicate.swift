// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension PredicateNode {
    /// What a predicate asks; nothing, where there is none. What only Foundation understands becomes a block.
    package init(_ predicate: NSPredicate?) {
        switch predicate {
        case nil: self = .constant(true)
        case let predicate as HKNodePredicate: self = predicate.node
        case let predicate as NSCompoundPredicate:
            let parts = predicate.subpredicates.map { PredicateNode($0) }
            switch predicate.compoundPredicateType {
            case .and: self = .and(parts)
            case .or: self = .or(parts)
            case .not: self = .not(parts.first ?? .constant(false))
            @unknown default: self = .block(PredicateBlock(predicate))
            }
        case .some(let predicate):
            // Foundation keeps to itself whether a predicate is a constant, but says whether two of them are equal.
            if predicate.isEqual(NSPredicate(value: true)) {
                self = .constant(true)
            } else if predicate.isEqual(NSPredicate(value: false)) {
                self = .constant(false)
            } else {
                self = .block(PredicateBlock(predicate))
            }
        }
    }

    /// The predicate that asks this.
    package var predicate: NSPredicate {
        if case .block(let block) = self { block.predicate } else { HKNodePredicate(self) }
    }
}
