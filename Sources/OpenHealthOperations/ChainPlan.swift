// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The operations of a chain, with those of its own between them, and the dependencies that put them in order.
///
/// Each operation is followed by an observer, and the observers of a group by one more, which the next group waits for. That is one
/// dependency for each operation, while dependencies on each operation of the group before would be their product. A cancelled
/// operation no longer waits for its dependencies; observers also wait for those of the group before, so that the last one is last
/// in any case.
struct ChainPlan {
    private(set) var operations: [Operation] = []
    /// The dependencies that this plan has added.
    private var links: [(operation: Operation, dependency: Operation)] = []

    /// - Parameters:
    ///   - groups: the steps.
    ///   - settle: called after each operation has finished.
    ///   - isGoingOn: returns whether no step has failed.
    ///   - end: called after all operations.
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
                    // The failure may have happened before these were reached, and they would begin now.
                    for step in following { step.operation.cancel() }
                }
            }
            add(next, after: observers.isEmpty ? [gate] : observers)
            gate = next
        }
        let links = links
        let last = ChainObserver {
            end()
            // Finished operations keep their dependencies; a long chain would be released recursively.
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
