// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenHealthTestBasics
import Testing

/// Tests of values, failures and cancellation of a chain.
@Suite struct OperationChainTests {
    private let queue = OperationQueue()

    // MARK: Values

    @Test func valuesPassFromStepToStep() async throws {
        let text = try await OperationChain(queue)
            .then { 20 }
            .then { number in number + 1 }
            .then { number async in
                await Task.yield()
                return number * 2
            }
            .then { number in "\(number)" }
            .result()
        #expect(text == "42")
    }

    @Test func resultsOfWhenKeepTheirOrder() async throws {
        for width in 0..<40 {
            let results = try await OperationChain(queue)
                .then { 3 }
                .when(each: 0..<width) { factor, index in factor * index }
                .when(each: 0..<width) { numbers, index async in
                    if index.isMultiple(of: 2) { await Task.yield() }
                    return numbers.map { $0 + index }
                }
                .result()
            #expect(results == (0..<width).map { index in (0..<width).map { $0 * 3 + index } })

            let first = try await OperationChain(queue).when(each: 0..<width) { $0 * $0 }.result()
            #expect(first == (0..<width).map { $0 * $0 })
            let firstTasks = try await OperationChain(queue)
                .when(each: 0..<width) { index in await Task { index + 1 }.value }
                .result()
            #expect(firstTasks == Array(1..<width + 1))
        }
    }

    @Test func anArrayOfClosures() async throws {
        let steps: [@Sendable (Int) async throws -> Int] = (0..<5).map { index in { $0 + index } }
        let chain = OperationChain(queue).then { 10 }.when(each: steps) { try await $1($0) }
        #expect(try await chain.result() == [10, 11, 12, 13, 14])
    }

    @Test func whenWithDifferentTypesGivesATuple() async throws {
        let chain = OperationChain(queue)
            .then { 5 }
            .when({ $0 + 1 }, { "\($0)" })
            .then { number, text in "\(number) \(text)" }
            .when({ $0.count }, { text async in text }, { _ in true }, { Array($0) })
        let three = OperationChain(queue).when({ 1 }, { "two" }, { () async in 3.0 })
        let (count, text, isTrue, letters) = try await chain.result()
        #expect(count == 3)
        #expect(text == "6 5")
        #expect(isTrue)
        #expect(letters == ["6", " ", "5"])
        #expect(try await three.result() == (1, "two", 3))
    }

    @Test func anOperationPassesItsResultOn() async throws {
        let operation = DoublingOperation(21)
        let chain = OperationChain(queue)
            .then(BlockOperation {})
            .then(operation) { try $0.result() }
            .then { $0 + 1 }
        #expect(try await chain.result() == 43)
        #expect(try await chain.result() == 43)
    }

    @Test func anOperationFailsThroughItsResult() async {
        let later = Recorder<Int>()
        await #expect(throws: Failure(number: -1)) {
            try await OperationChain(queue)
                .then(DoublingOperation(-1)) { try $0.result() }
                .then { later.note($0) }
                .result()
        }
        #expect(later.entries == [])
    }

    @Test func aChainWithoutStepsFinishes() async throws {
        try await OperationChain(queue).result()
        try await OperationChain(queue).when([]).result()
        let nothing = OperationChain(queue).when([]).when(each: [Int]()) { $0 }.then { $0.count }
        #expect(try await nothing.result() == 0)
    }

    @Test func aChainWithoutStepsReportsItsEnd() async {
        let ended = Recorder<Bool>()
        OperationChain(queue).start { result in
            if case .success = result { ended.note(true) }
        }
        await queue.finished()
        #expect(ended.entries == [true])
    }

    // MARK: Failure

    @Test func aFailureIsCaughtOnceAndSkipsTheRest() async {
        for failing in 0..<4 {
            let events = Recorder<String>()
            let step: @Sendable (Int) throws -> Void = { index in
                events.note("\(index)")
                if index == failing { throw Failure(number: index) }
            }
            let skipped = BlockOperation { events.note("operation") }
            OperationChain(queue)
                .then { try step(0) }
                .catch { events.note("first \(($0 as? Failure)?.number ?? -1)") }
                .then { () async throws in try step(1) }
                .when(each: [2]) { try step($0) }
                .then { _ in try step(3) }
                .then(skipped)
                .catch { events.note("second \(($0 as? Failure)?.number ?? -1)") }
                .start { result in
                    switch result {
                    case .success: events.note("success")
                    case .failure(let error): events.note("end \((error as? Failure)?.number ?? -1)")
                    }
                }
            await queue.finished()
            #expect(
                events.entries
                    == (0...failing).map { "\($0)" } + ["first \(failing)", "second \(failing)", "end \(failing)"])
            #expect(skipped.isCancelled)
        }
    }

    @Test func withoutAFailureNoHandlerIsCalled() async {
        let events = Recorder<String>()
        OperationChain(queue).then {}.catch { _ in events.note("caught") }.start { _ in events.note("end") }
        await queue.finished()
        #expect(events.entries == ["end"])
    }

    @Test func aFailureCancelsConcurrentOperations() async {
        // The other operation is running, and ends only when it is cancelled.
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let chain = OperationChain(queue).when(
            {
                begin.yield()
                // Only a cancellation ends this wait.
                await EventLog<Void>().wait(count: 1)
                try Task.checkCancellation()
            },
            {
                for await _ in begun { break }
                throw Failure(number: 7)
            })
        await #expect(throws: Failure(number: 7)) { try await chain.result() }
    }

    @Test func anOperationCancelledExternallyIsAFailure() async {
        let operation = BlockOperation { Issue.record("it was cancelled before it began") }
        operation.name = "upload"
        operation.cancel()
        let later = BlockOperation { Issue.record("what comes after a failure is skipped") }
        let chain = OperationChain(queue).then {}.then(operation).then(later)
        await #expect(throws: OperationChainError.operationCancelled("upload")) { try await chain.result() }
        #expect(chain.progress.completedCount == 1)
        #expect(chain.progress.totalCount == 3)
    }

    @Test func cancellingTheQueueIsAFailure() async {
        let operation = HeldOperation()
        let chain = OperationChain(queue).then(operation).then { Issue.record("it was cancelled") }.start()
        await operation.hasBegun()
        queue.cancelAllOperations()
        operation.release()
        await #expect(throws: OperationChainError.operationCancelled("HeldOperation")) { try await chain.result() }
    }

    // MARK: Cancellation

    @Test func cancellingSkipsPendingSteps() async {
        let operation = HeldOperation()
        let events = Recorder<String>()
        let chain = OperationChain(queue)
            .then { events.note("first") }
            .then(operation)
            .then { events.note("last") }
            .catch { if $0 is CancellationError { events.note("cancelled") } }
            .start()
        await operation.hasBegun()
        chain.cancel()
        chain.cancel()
        #expect(operation.isCancelled)
        #expect(events.entries == ["first"])
        operation.release()
        await #expect(throws: CancellationError.self) { try await chain.result() }
        #expect(events.entries == ["first", "cancelled"])
    }

    @Test func cancellingBeforeTheStartRunsNoStep() async {
        let chain = OperationChain(queue).then { Issue.record("it was cancelled") }
        chain.cancel()
        await #expect(throws: CancellationError.self) { try await chain.result() }
    }

    @Test func cancellingAfterTheEndHasNoEffect() async throws {
        let chain = OperationChain(queue).then { 1 }
        #expect(try await chain.result() == 1)
        chain.cancel()
        #expect(try await chain.result() == 1)
    }

    @Test func cancellingTheAwaitingTaskCancelsTheChain() async {
        let operation = HeldOperation()
        let chain = OperationChain(queue).then(operation).then { Issue.record("it was cancelled") }
        let waiting = Task { try await chain.result() }
        await operation.hasBegun()
        waiting.cancel()
        operation.release()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }

    @Test func theTaskOfAStepIsCancelled() async {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let chain = OperationChain(queue).then {
            begin.yield()
            // Only a cancellation ends this wait.
            await EventLog<Void>().wait(count: 1)
            try Task.checkCancellation()
        }
        chain.start()
        for await _ in begun { break }
        chain.cancel()
        await #expect(throws: CancellationError.self) { try await chain.result() }
    }

    // MARK: The queue

    @Test func operationsRunOneAtATime() async throws {
        queue.maxConcurrentOperationCount = 1
        let running = Locked(0)
        let chain = OperationChain(queue).when(each: 0..<20) { index async in
            let count = running.withLock {
                $0 += 1
                return $0
            }
            await Task.yield()
            running.withLock { $0 -= 1 }
            return count
        }
        #expect(try await chain.result() == Array(repeating: 1, count: 20))
    }

    @Test func aSuspendedQueueWaits() async throws {
        queue.isSuspended = true
        let events = Recorder<String>()
        let chain = OperationChain(queue).then { events.note("step") }.start { _ in events.note("end") }
        #expect(events.entries == [])
        #expect(chain.progress.completedCount == 0)
        queue.isSuspended = false
        try await chain.result()
        #expect(events.entries == ["step", "end"])
    }

    @Test func aCancelledChainEndsWhenItsSuspendedQueueResumes() async {
        queue.isSuspended = true
        let chain = OperationChain(queue).then { Issue.record("it was cancelled") }.start()
        chain.cancel()
        queue.isSuspended = false
        await #expect(throws: CancellationError.self) { try await chain.result() }
    }

    @Test func aRunningChainNeedsNoReference() async {
        let ends = AsyncStream.makeStream(of: Void.self)
        let operation = HeldOperation()
        OperationChain(OperationQueue()).then(operation).then {}.start { _ in ends.continuation.finish() }
        await operation.hasBegun()
        operation.release()
        for await _ in ends.stream {}
    }

    @Test func theOperationsOfTheChainAreRemoved() async {
        // Finished operations retain their dependencies, so a long chain would be released recursively.
        let operations = (0..<300).map { _ in BlockOperation {} }
        let before = BlockOperation {}
        operations[7].addDependency(before)
        queue.addOperation(before)
        var chain = OperationChain(queue)
        for operation in operations { chain = chain.then(operation) }
        chain.start()
        await queue.finished()
        #expect(chain.progress.fractionCompleted == 1)
        for (index, operation) in operations.enumerated() {
            #expect(operation.dependencies == (index == 7 ? [before] : []))
        }
    }
}
