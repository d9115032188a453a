// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthTestSupport
import Testing

@Suite struct QueryRecorderTests {
    @Test func callsAreKeptUntilTheyAreRead() async throws {
        let recorder = QueryRecorder<Int>()
        recorder.record(1)
        recorder.record(2)
        #expect(try await recorder.next() == 1)
        #expect(try await recorder.next() == 2)
        #expect(recorder.calls.count == 2)
    }

    @Test func aTestMayWaitBeforeACall() async throws {
        let recorder = QueryRecorder<Int>()
        async let first = recorder.next()
        async let second = recorder.next()
        recorder.record(5)
        recorder.record(6)
        let both = try await [first, second]
        #expect(both.sorted() == [5, 6])
    }

    @Test func anErrorIsThrownInItsTurn() async throws {
        let recorder = QueryRecorder<Int>()
        let handler: @Sendable (String, Int?, (any Error)?) -> Void = recorder.handler()
        handler("query", 1, nil)
        handler("query", nil, HKError(.errorNoData))
        handler("query", nil, nil)
        #expect(try await recorder.next() == 1)
        await #expect { try await recorder.next() } throws: { ($0 as? HKError)?.code == .errorNoData }
        await #expect(throws: (any Error).self) { try await recorder.next() }
        let done = QueryRecorder<Bool>()
        done.completion()(true, nil)
        done.completion()(false, HKError(.errorInvalidArgument))
        #expect(try await done.next())
        await #expect { try await done.next() } throws: { ($0 as? HKError)?.code == .errorInvalidArgument }
    }

    @Test(arguments: [Duration.zero, .milliseconds(20)])
    func waitingTimesOut(_ limit: Duration) async throws {
        let recorder = QueryRecorder<Int>()
        await #expect(throws: QueryRecorder<Int>.TimedOut.self) { try await recorder.next(timeout: limit) }
        recorder.record(7)
        #expect(try await recorder.next(timeout: .seconds(3600)) == 7)
    }

    @Test func aCancelledTaskStopsWaiting() async throws {
        let recorder = QueryRecorder<Int>()
        let waiting = Task { try await recorder.next(timeout: .seconds(600)) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        recorder.record(8)
        #expect(try await recorder.next() == 8)
    }

    @Test func theRecorderIsASequence() async throws {
        let recorder = QueryRecorder<Int>()
        for number in 1...3 { recorder.record(number) }
        var sum = 0
        for try await number in recorder {
            sum += number
            if number == 3 { break }
        }
        #expect(sum == 6)
    }
}
