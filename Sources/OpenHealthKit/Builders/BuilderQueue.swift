// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import OpenHealthModel
import OpenHealthStore

/// Where a builder works: what it is asked to do happens in that order, one after the other.
final class BuilderQueue: Sendable {
    private let queue = DispatchQueue(label: "org.openhealthkit.builder")
    private let context: HealthContext

    init(_ store: HKHealthStore) {
        context = store.context
    }

    /// What time it is for the app.
    var now: Date { context.configuration.clock() }

    /// Does something, and tells what came of it; errors become those of HealthKit.
    func perform<T>(
        _ body: @escaping @Sendable (any HealthSession) throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        queue.async {
            completion(
                Result {
                    do {
                        return try body(self.context.session())
                    } catch let error as HKObjectValidationError {
                        throw HKError(.errorInvalidArgument, error.description)
                    }
                })
        }
    }

    /// Does something.
    func perform(_ body: @escaping @Sendable () -> Void) {
        queue.async(execute: body)
    }
}
