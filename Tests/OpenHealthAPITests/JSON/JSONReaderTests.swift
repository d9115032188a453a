// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthAPI

/// Tests of the reader of received JSON.
@Suite(.timeLimit(.usual)) struct JSONReaderTests {
    @Test func longKeysAreNotRepeatedAsAWhole() throws {
        for mark in ["x", "\u{300}"] {
            let key = "k" + String(repeating: mark, count: 100_000)
            let problem = #expect(throws: Problem.self) {
                try JSONReader(.object([(key, .null)])).check(keys: ["type"])
            }
            let texts = [problem?.detail ?? key] + (problem?.faults ?? []).map(\.pointer)
            #expect(texts.count == 2 && texts.allSatisfy { $0.utf8.count <= 2000 })
        }
    }
}
