// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of the rules of promise-like futures.
@Suite struct PromiseTests {
    private func value<Value>(_ value: Value) -> Future<Value, any Error> { Future { $0(.success(value)) } }
    private func failing() -> Future<Int, any Error> { Future { $0(.failure(Failure(number: 9))) } }

    @Test func valuesPassToTheNextStep() async {
        let number = value(20).then { $0 + 1 }.then { number in self.value(number * 2) }
        let text = number.then { number in Just("\(number)") }
        let deferred = text.then { text in Deferred { Future<String, Failure> { $0(.success(text + "!")) } } }
        #expect(await outcome(deferred) == .success("42!"))
    }

    @Test func aFailureSkipsTheSteps() async {
        let called = Recorder<Int>()
        let result = await outcome(
            failing()
                .then { called.note($0) }
                .then { self.value(1) }
                .finally { called.note(-1) }
                .then { _ in called.note(2) }
                .then { "never" })
        #expect(result == .failure(Failure(number: 9)))
        #expect(called.entries == [-1])
    }

    @Test func anErrorThrownByAClosureIsAFailure() async {
        #expect(await outcome(value(1).then { throw Failure(number: $0) }.then { "" }) == .failure(Failure(number: 1)))
        let next: (Int) throws -> Future<String, any Error> = { throw Failure(number: $0) }
        #expect(await outcome(value(2).then(next)) == .failure(Failure(number: 2)))
        let late = value(3).then { number in Future<String, any Error> { $0(.failure(Failure(number: number))) } }
        #expect(await outcome(late) == .failure(Failure(number: 3)))
    }

    @Test func onlyTheFirstValueOfAPublisherCounts() async {
        #expect(await outcome(value(1).then { _ in ["a", "b", "c"].publisher }) == .success("a"))
        // No further values are requested.
        let subject = CurrentValueSubject<String, Failure>("now")
        #expect(await outcome(value(1).then { _ in subject }) == .success("now"))
    }

    @Test func aPublisherWithoutAValueIsAFailure() async {
        let result = await withCheckedContinuation { continuation in
            value(1)
                .then { _ in Empty<String, Never>() }
                .then { _ in continuation.resume(returning: nil) }
                .catch { error in continuation.resume(returning: error as? PromiseError) }
        }
        #expect(result == .noValue)
    }

    @Test func theChainContinuesAfterTheCatch() async {
        for future in [value(1), failing()] {
            let events = Recorder<String>()
            await withCheckedContinuation { continuation in
                future
                    .then { events.note("\($0)") }
                    .catch { events.note("caught \(($0 as? Failure)?.number ?? 0)") }
                    .then { events.note("behind") }
                    .finally { continuation.resume() }
            }
            #expect(events.entries.count == 2)
            #expect(["1", "caught 9"].contains(events.entries.first))
            #expect(events.entries.last == "behind")
        }
    }

    @Test func theFirstFailureIsCaughtOnce() async {
        let events = Recorder<Int>()
        await withCheckedContinuation { continuation in
            value(1)
                .then { number -> Int in throw Failure(number: number) }
                .then { _ -> Int in throw Failure(number: 2) }
                .catch { events.note(($0 as? Failure)?.number ?? 0) }
                .finally { continuation.resume() }
        }
        #expect(events.entries == [1])
    }

    @Test func stepsAreNotCalledWhileTheyAreAdded() async {
        // A settled future does not call its closure before the queue is free.
        let events = Recorder<String>()
        let queue = DispatchQueue(label: "promises")
        await withCheckedContinuation { continuation in
            queue.async {
                value(1).then(on: queue) { _ in
                    events.note("step")
                    continuation.resume()
                }
                events.note("put")
            }
        }
        #expect(events.entries == ["put", "step"])
    }

    @Test func closuresRunOnTheirQueue() async {
        let queue = DispatchQueue(label: "promises")
        await withCheckedContinuation { continuation in
            value(1)
                .then { _ in dispatchPrecondition(condition: .onQueue(.main)) }
                .then(on: queue) { dispatchPrecondition(condition: .onQueue(queue)) }
                .then(on: queue) {
                    dispatchPrecondition(condition: .onQueue(queue))
                    return self.failing()
                }
                .finally(on: queue) { dispatchPrecondition(condition: .onQueue(queue)) }
                .catch(on: queue) { _ in dispatchPrecondition(condition: .onQueue(queue)) }
                .finally {
                    dispatchPrecondition(condition: .onQueue(.main))
                    continuation.resume()
                }
        }
    }

    @Test func aPromiseStartsByItselfAndNeedsNoReference() async {
        // Only the promise of the first future remains of the chain.
        let promise = Locked<UncheckedPromise?>(nil)
        let events = AsyncStream.makeStream(of: Int.self)
        do {
            Future<Int, any Error> { settle in promise.withLock { $0 = UncheckedPromise(settle: settle) } }
                .then { $0 + 1 }
                .then { self.value($0 * 10) }
                .then { events.continuation.yield($0) }
                .finally { events.continuation.finish() }
        }
        promise.withLock { $0 }?.settle(.success(3))
        var seen: [Int] = []
        for await number in events.stream { seen.append(number) }
        #expect(seen == [40])
    }

    @Test func manyStepsDoNotOverflowTheStack() async {
        var future = value(0)
        for _ in 0..<2_000 { future = future.then { $0 + 1 } }
        for _ in 0..<2_000 { future = future.then { number in self.value(number + 1) } }
        #expect(await outcome(future.then { "\($0)" }) == .success("4000"))
    }

    private func outcome(_ future: Future<String, any Error>) async -> Result<String, Failure> {
        await withCheckedContinuation { continuation in
            future
                .then { continuation.resume(returning: .success($0)) }
                .catch { continuation.resume(returning: .failure(($0 as? Failure) ?? Failure(number: -1))) }
        }
    }

    private struct UncheckedPromise: @unchecked Sendable {  // because a future locks its own state
        let settle: (Result<Int, any Error>) -> Void
    }
}
