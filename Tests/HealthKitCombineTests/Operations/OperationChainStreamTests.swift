// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKitCombine
import OpenCombineShim
import Testing

/// Tests of a chain as a publisher, and of its progress.
@Suite struct OperationChainStreamTests {
    private let queue = OperationQueue()

    @Test func theFirstSubscriberStartsTheChain() async throws {
        let events = Recorder<String>()
        let publisher = OperationChain(queue).then { events.note("step") }.then { 5 }.publisher
        #expect(events.entries == [])
        for _ in 0..<2 {
            let (values, send) = AsyncStream.makeStream(of: String.self)
            let cancellable = publisher.sink {
                send.yield("\($0)")
                send.finish()
            } receiveValue: {
                send.yield("\($0)")
            }
            var received: [String] = []
            for await value in values { received.append(value) }
            #expect(received == ["5", "finished"])
            cancellable.cancel()
        }
        #expect(events.entries == ["step"])
    }

    @Test func aFailureIsTheFailureOfThePublisher() async {
        let (values, send) = AsyncStream.makeStream(of: Failure?.self)
        let cancellable = OperationChain(queue).then { throw Failure(number: 3) }.publisher.sink { completion in
            if case .failure(let error) = completion { send.yield(error as? Failure) }
            send.finish()
        } receiveValue: {
            Issue.record("there is no value")
        }
        var received: [Failure?] = []
        for await value in values { received.append(value) }
        #expect(received == [Failure(number: 3)])
        cancellable.cancel()
    }

    @Test func progressGrowsToTheEnd() async {
        for width in [0, 1, 2, 7, 40] {
            let events = Recorder<Int>()
            let ends = Recorder<Bool>()
            let operations = (0..<width).map { _ in BlockOperation {} }
            let chain = OperationChain(queue).then {}.when(operations).then {}
            let cancellable = chain.progressPublisher.sink { _ in
                ends.note(true)
            } receiveValue: { progress in
                #expect(progress.totalCount == width + 2)
                #expect(progress.fractionCompleted == Double(progress.completedCount) / Double(width + 2))
                events.note(progress.completedCount)
            }
            #expect(events.entries == [0])
            chain.start()
            await queue.finished()
            #expect(events.entries.last == width + 2)
            #expect(events.entries == Set(events.entries).sorted(), "each count at most once, and growing")
            #expect(ends.entries == [true])
            #expect(chain.progress.completedCount == width + 2)
            cancellable.cancel()
        }
    }

    @Test func progressStopsAtAFailure() async {
        let events = Recorder<Int>()
        let ends = Recorder<Bool>()
        let chain = OperationChain(queue).then {}.then { throw Failure() }.then {}.then {}
        let cancellable = chain.progressPublisher.sink { _ in
            ends.note(true)
        } receiveValue: {
            events.note($0.completedCount)
        }
        chain.start()
        await queue.finished()
        #expect(events.entries == [0, 1])
        #expect(ends.entries == [true])
        cancellable.cancel()
    }

    @Test func aChainWithoutStepsCompletes() {
        #expect(OperationChain(queue).progress.totalCount == 0)
        #expect(OperationChain(queue).progress.fractionCompleted == 1)
    }
}
