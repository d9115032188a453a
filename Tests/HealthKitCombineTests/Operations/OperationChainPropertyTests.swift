// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthTestSupport
import Testing

/// Tests of random chains on random queues: later steps never begin before earlier ones have ended.
@Suite struct OperationChainPropertyTests {
    private enum Event: Hashable, Sendable {
        case began(Int)
        case ended(Int)
    }

    private enum Ending: CaseIterable {
        case success, failure, cancelledChain, cancelledQueue, cancelledOperation
    }

    @Test(arguments: 0..<8) func theOrderIsPreserved(seed: Int) async {
        for round in 0..<60 {
            var generator = SeededGenerator(seed: UInt64(seed), stream: 1, index: UInt64(round))
            let ending = Ending.allCases[generator.below(Ending.allCases.count)]
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount =
                [1, 2, 3, OperationQueue.defaultMaxConcurrentOperationCount][
                    generator.below(4)]
            queue.isSuspended = generator.below(3) == 0

            let widths = (0..<generator.below(8)).map { _ in generator.below(5) }
            let count = widths.reduce(0, +)
            let chosen = count == 0 ? -1 : generator.below(count)
            let failing = ending == .failure ? chosen : -1
            let events = Recorder<Event>()
            var operations: [Operation] = []
            var groups: [[Int]] = []
            var number = 0

            // The chain is built with all of its methods.
            var chain = OperationChain(queue)
            for width in widths {
                let numbers = Array(number..<number + width)
                number += width
                groups.append(numbers)
                let run: @Sendable (Int) throws -> Void = { number in
                    events.note(.began(number))
                    defer { events.note(.ended(number)) }
                    if number == failing { throw Failure(number: number) }
                }
                switch (generator.below(4), numbers.count) {
                case (0, 1):
                    chain = chain.then { try run(numbers[0]) }
                case (0, _), (1, _):
                    chain =
                        chain
                        .when(each: numbers) { number async throws in
                            events.note(.began(number))
                            defer { events.note(.ended(number)) }
                            await Task.yield()
                            if number == failing { throw Failure(number: number) }
                        }
                        .then { _ in }
                case (2, _):
                    chain = chain.when(each: numbers, run).then { _ in }
                default:
                    let made = numbers.map { number in
                        // A block cannot throw, so it cancels itself, which is also a failure.
                        let operation = BlockOperation()
                        operation.addExecutionBlock { [unowned operation] in
                            do { try run(number) } catch { operation.cancel() }
                        }
                        return operation
                    }
                    operations += made
                    chain = chain.when(made)
                }
            }

            chain.start()
            let other = generator.below(2) == 0 ? nil : Task { queue.isSuspended = false }
            switch ending {
            case .success, .failure: break
            case .cancelledChain: chain.cancel()
            case .cancelledQueue: queue.cancelAllOperations()
            case .cancelledOperation: operations.isEmpty ? () : operations[operations.count / 2].cancel()
            }
            await other?.value
            queue.isSuspended = false
            let result = await Task { try await chain.result() }.result
            let seen = events.entries
            let place: Comment = "seed \(seed), round \(round)"
            check(seen, groups, place)

            switch (result, ending) {
            case (.success, .failure): #expect(failing == -1, place)
            case (.success, _): #expect(Set(seen).count == 2 * count, place)
            case (.failure, .success): Issue.record("seed \(seed), round \(round): it failed")
            case (.failure, .failure):
                let group = groups.firstIndex { $0.contains(failing) } ?? 0
                let later = groups[(group + 1)...].joined()
                #expect(later.allSatisfy { !seen.contains(.began($0)) }, place)
            case (.failure(let error), .cancelledChain): #expect(error is CancellationError, place)
            case (.failure(let error), _): #expect(error is OperationChainError, place)
            }
            // No operation begins after the end.
            await withCheckedContinuation { continuation in queue.addBarrierBlock { continuation.resume() } }
            #expect(events.entries == seen, place)
        }
    }

    /// Checks that each operation ends once after it has begun, and that all operations of a group end before a later group
    /// begins.
    private func check(_ events: [Event], _ groups: [[Int]], _ place: Comment) {
        #expect(Set(events).count == events.count, place)
        var groupOf: [Int: Int] = [:]
        for (index, group) in groups.enumerated() {
            for number in group { groupOf[number] = index }
        }
        var ended: Set<Int> = []
        var running: Set<Int> = []
        for event in events {
            switch event {
            case .began(let number):
                let group = groupOf[number] ?? 0
                #expect(running.allSatisfy { groupOf[$0] == group }, "\(place): \(number) runs beside another group")
                #expect(
                    groups[..<group].joined().allSatisfy { ended.contains($0) }, "\(place): \(number) begins too early")
                running.insert(number)
            case .ended(let number):
                running.remove(number)
                ended.insert(number)
            }
        }
        #expect(running.isEmpty, "\(place): the chain ended while something of it ran")
    }
}
