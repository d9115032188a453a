// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import Testing

/// The article's tests of OperationPromise with `OperationChain` instead.
@Suite struct OperationChainTests {
    /// The numbers that the operations record. The article uses an array, which concurrent operations must not share.
    private final class Race: @unchecked Sendable {
        // Unchecked because mutable state is only accessed under the lock.
        private let lock = NSLock()
        private var numbers: [Int] = []

        func add(_ number: Int) { lock.withLock { numbers.append(number) } }

        subscript(index: Int) -> Int { lock.withLock { numbers[index] } }

        var all: [Int] { lock.withLock { numbers } }
    }

    /// Runs a closure on a separate thread, on which it can block without occupying a thread that it waits for.
    private func onThread(_ body: @escaping @Sendable () -> Void) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                body()
                continuation.resume()
            }
        }
    }

    @Test func operationsRunOneAfterAnother() async {
        await onThread { self.runOneAfterTheOther() }
    }

    private func runOneAfterTheOther() {
        let race = Race()
        let blockOperation1 = BlockOperation { race.add(1) }
        let blockOperation2 = BlockOperation { race.add(2) }
        let blockOperation3 = BlockOperation { race.add(3) }
        let queue = OperationQueue()

        OperationChain(queue)
            .then(blockOperation1)
            .then(blockOperation2)
            .then(blockOperation3)
            .start()
        queue.waitUntilAllOperationsAreFinished()  // sync wait....
        let expect = [1, 2, 3]
        #expect(race.all == expect)
        // Call @1 -> @2 -> @3
    }

    @Test func twoOperationsRunConcurrently() async {
        await onThread { self.runTwoSideBySide() }
    }

    private func runTwoSideBySide() {
        let race = Race()
        let blockOperation1 = BlockOperation { race.add(1) }
        let blockOperation2 = BlockOperation { race.add(2) }
        let blockOperation3 = BlockOperation { race.add(3) }
        let blockOperation4 = BlockOperation { race.add(4) }
        let queue = OperationQueue()

        OperationChain(queue)
            .then(blockOperation1)
            .when([blockOperation2, blockOperation3])
            .then(blockOperation4)
            .start()
        queue.waitUntilAllOperationsAreFinished()  // wait perform all operation...

        let expect = [1, 2, 3, 4]
        #expect(race[0] == expect[0])
        #expect(race[3] == expect[3])
        #expect(race.all.sorted() == expect)
        // call @1 -> (@2 or @3) -> @4
    }
}
