// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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

/// An operation of a chain.
struct ChainStep: Sendable {
    let operation: Operation
    /// A closure that throws the error of the operation. It is called after the operation has ended without being canceled.
    let check: (@Sendable () throws -> Void)?

    init(_ operation: Operation, check: (@Sendable () throws -> Void)? = nil) {
        self.operation = operation
        self.check = check
    }
}

/// Operations of a chain that run concurrently.
struct ChainGroup: Sendable {
    let steps: [ChainStep]
    /// Combines the values of the steps when all of them have succeeded.
    var collect: (@Sendable () -> Void)?
}

/// An internal operation between the steps of a chain.
///
/// It cannot be canceled, so that the chain detects when other operations were canceled, including by `cancelAllOperations()` of
/// the queue.
///
/// Unchecked because `Operation` locks its own state, and a lock guards the state of this class.
final class ChainObserver: Operation, @unchecked Sendable {
    private let action: Guarded<(@Sendable () -> Void)?>

    init(_ action: (@Sendable () -> Void)? = nil) {
        self.action = Guarded(action)
        super.init()
        // The next steps depend on it, and it takes no time.
        queuePriority = .veryHigh
    }

    override func main() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    override func cancel() {}
}
