// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import HealthKitCombine
import OpenCombineShim
import XCTest

/// Tests of GRDB's own `.immediate`, which requires the main thread. They use XCTest, because Swift Testing does not run tests
/// on it.
final class ImmediateSchedulingTests: XCTestCase {
    func testFirstValueArrivesWhileSubscribing() throws {
        for kind in LiveQueryDatabaseTests.Kind.allCases {
            let numbers = try LiveQueryDatabaseTests.Numbers(kind)
            try numbers.add(7)
            let query = LiveQuery(in: numbers.database, scheduling: .immediate) { db in
                try LiveQueryDatabaseTests.Numbers.sum(db)
            }
            let shared = query.shared()
            let watchers = (0..<3).map { _ in Watcher<Int>(.unlimited) }
            query.subscribe(watchers[0])
            shared.subscribe(watchers[1])
            shared.subscribe(watchers[2])
            for watcher in watchers { XCTAssertEqual(watcher.values, [7]) }
            try numbers.add(1)
            let end = Date(timeIntervalSinceNow: 60)
            while watchers.contains(where: { $0.values.last != 8 }) && Date() < end {
                RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.01))
            }
            for watcher in watchers {
                XCTAssertEqual(watcher.values.last, 8)
                XCTAssertFalse(watcher.history.isBroken)
                watcher.cancel()
            }
        }
    }
}
