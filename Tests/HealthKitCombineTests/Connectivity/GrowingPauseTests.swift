// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
@testable import OpenHealthConnectivity
import Testing

@Suite("Growing pauses")
struct GrowingPauseTests {
    let range = Duration.milliseconds(100)...Duration.seconds(1)

    @Test("Each pause is twice the previous one, up to the limit")
    func growth() {
        var pause = GrowingPause(range)
        let lengths = (0..<6).map { _ in
            let next = pause.next
            let grown = pause.grow()
            #expect(next == grown)
            return grown
        }
        #expect(lengths == [100, 200, 400, 800, 1000, 1000].map { .milliseconds($0) })
        pause.reset()
        #expect(pause.next == .milliseconds(100))
    }

    @Test("A sequence that starts without a pause")
    func atOnce() {
        var pause = GrowingPause(range, beginsAtOnce: true)
        #expect((0..<4).map { _ in pause.grow() } == [0, 100, 200, 400].map { .milliseconds($0) })
        pause.reset()
        #expect(pause.grow() == .zero)
    }

    @Test("A connection that outlasts the next pause resets the sequence")
    func afterUse() {
        var pause = GrowingPause(range, beginsAtOnce: true)
        let uses: [(lasting: Int, pause: Int)] = [
            (0, 0), (99, 100), (199, 200), (200, 400), (799, 800), (999, 1000), (1000, 0), (100, 0), (99, 100),
            (200, 0),
        ]
        for (time, length) in uses {
            #expect(pause.afterUse(lasting: .milliseconds(time)) == .milliseconds(length))
        }
    }
}
