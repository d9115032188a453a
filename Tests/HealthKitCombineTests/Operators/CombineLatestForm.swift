// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import HealthKitCombine
import OpenCombineShim

/// All ways to combine the latest values of two to four publishers, with a common interface.
struct CombineLatestForm: Sendable, CustomStringConvertible {
    typealias Upstream = ScriptedPublisher<Int, TestFailure>

    let description: String
    let count: Int
    let make: @Sendable ([Upstream]) -> AnyPublisher<[Int], TestFailure>

    init(
        _ description: String, _ count: Int,
        _ make: @escaping @Sendable ([Upstream]) -> AnyPublisher<[Int], TestFailure>
    ) {
        self.description = description
        self.count = count
        self.make = make
    }

    static let all: [CombineLatestForm] = [
        CombineLatestForm("CombineLatest", 2) { p in
            Publishers.CombineLatest(p[0], p[1]).map { [$0, $1] }.eraseToAnyPublisher()
        },
        CombineLatestForm("CombineLatest3", 3) { p in
            Publishers.CombineLatest3(p[0], p[1], p[2]).map { [$0, $1, $2] }.eraseToAnyPublisher()
        },
        CombineLatestForm("CombineLatest4", 4) { p in
            Publishers.CombineLatest4(p[0], p[1], p[2], p[3]).map { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        },
        CombineLatestForm("combineLatest(_:)", 2) { p in
            p[0].combineLatest(p[1]).map { [$0, $1] }.eraseToAnyPublisher()
        },
        CombineLatestForm("combineLatest(_:_:)", 3) { p in
            p[0].combineLatest(p[1], p[2]).map { [$0, $1, $2] }.eraseToAnyPublisher()
        },
        CombineLatestForm("combineLatest(_:_:_:)", 4) { p in
            p[0].combineLatest(p[1], p[2], p[3]).map { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        },
        CombineLatestForm("combineLatest(_:transform)", 2) { p in
            p[0].combineLatest(p[1]) { [$0, $1] }.eraseToAnyPublisher()
        },
        CombineLatestForm("combineLatest(_:_:transform)", 3) { p in
            p[0].combineLatest(p[1], p[2]) { [$0, $1, $2] }.eraseToAnyPublisher()
        },
        CombineLatestForm("combineLatest(_:_:_:transform)", 4) { p in
            p[0].combineLatest(p[1], p[2], p[3]) { [$0, $1, $2, $3] }.eraseToAnyPublisher()
        },
    ]
}
