// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import Testing

/// Tests of the article's two examples of operations.
@Suite struct OperationChainArticleTests {
    private let race = Race()
    private let queue = OperationQueue()

    @Test func operationsRunOneAfterAnother() async {
        let (blockOperation1, blockOperation2, blockOperation3) = (adding(1), adding(2), adding(3))

        OperationChain(queue)
            .then(blockOperation1)
            .then(blockOperation2)
            .then(blockOperation3)
            .start()
        await queue.finished()

        #expect(race.entries == [1, 2, 3])
    }

    @Test func twoOperationsRunConcurrently() async {
        let blockOperations = (adding(1), adding(2), adding(3), adding(4))

        OperationChain(queue)
            .then(blockOperations.0)
            .when([blockOperations.1, blockOperations.2])
            .then(blockOperations.3)
            .start()
        await queue.finished()

        #expect(race.entries.count == 4)
        #expect(race.entries.first == 1)
        #expect(race.entries.last == 4)
        #expect(Set(race.entries) == [1, 2, 3, 4])
    }

    private func adding(_ number: Int) -> BlockOperation {
        let race = race
        return BlockOperation { race.add(number) }
    }

    private final class Race: Sendable {
        private let list = Locked<[Int]>([])
        var entries: [Int] { list.withLock { $0 } }
        func add(_ number: Int) { list.withLock { $0.append(number) } }
    }
}
