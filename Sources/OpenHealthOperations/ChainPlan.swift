// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The operations of a chain, with those of its own between them, and the dependencies that put them in order.
///
/// After each operation stands an observer, and after the observers of a group one more, which the next group waits for. That is
/// one dependency for each operation, where a dependency on each of the group before would make their product.
/// An operation that is cancelled waits for nothing any more; observers wait for those of the group before too, so that the
/// last one is last in any case.
struct ChainPlan {
    private(set) var operations: [Operation] = []
    /// The dependencies that this plan has added.
    private var links: [(operation: Operation, dependency: Operation)] = []

    /// - Parameters:
    ///   - groups: the steps.
    ///   - settle: called after each operation has finished.
    ///   - isGoingOn: whether nothing has failed.
    ///   - end: called after all.
    init(
        _ groups: [ChainGroup], settle: @escaping @Sendable (ChainStep) -> Void,
        isGoingOn: @escaping @Sendable () -> Bool, end: @escaping @Sendable () -> Void
    ) {
        var gate: ChainObserver?
        for (index, group) in groups.enumerated() {
            let observers = group.steps.map { step in
                let observer = ChainObserver { settle(step) }
                add(step.operation, after: [gate])
                add(observer, after: [gate, step.operation])
                return observer
            }
            let collect = group.collect
            let following = index + 1 < groups.count ? groups[index + 1].steps : []
            let next = ChainObserver {
                if isGoingOn() {
                    collect?()
                } else {
                    // Who let the chain fail may not have come as far as these, and they would begin now.
                    for step in following { step.operation.cancel() }
                }
            }
            add(next, after: observers.isEmpty ? [gate] : observers)
            gate = next
        }
        let links = links
        let last = ChainObserver {
            end()
            // Finished operations keep those that they waited for; a long chain would be let go of one within the other.
            for link in links { link.operation.removeDependency(link.dependency) }
        }
        add(last, after: [gate])
    }

    private mutating func add(_ operation: Operation, after dependencies: [Operation?]) {
        operations.append(operation)
        for case let dependency? in dependencies {
            operation.addDependency(dependency)
            links.append((operation, dependency))
        }
    }
}
