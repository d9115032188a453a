// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The operations of a chain, with internal operations between them and the dependencies that determine their order.
///
/// Each operation is followed by an observer, and the observers of a group by another one, on which the next group depends. That
/// is one dependency per operation, whereas direct dependencies on each operation of the previous group would multiply. A
/// canceled operation no longer waits for its dependencies; observers also depend on those of the previous group, so that the
/// last one always runs last.
struct ChainPlan {
    private(set) var operations: [Operation] = []
    /// The dependencies that this plan has added.
    private var links: [(operation: Operation, dependency: Operation)] = []

    /// - Parameters:
    ///   - groups: The steps in groups.
    ///   - settle: A closure that is called after each operation has finished.
    ///   - isGoingOn: A closure that returns whether no step has failed.
    ///   - end: A closure that is called after all operations.
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
                    // The failure may have occurred before these operations were reached, which would now begin.
                    for step in following { step.operation.cancel() }
                }
            }
            add(next, after: observers.isEmpty ? [gate] : observers)
            gate = next
        }
        let links = links
        let last = ChainObserver {
            end()
            // Finished operations keep their dependencies, so a long chain would be released recursively.
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
