// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession

/// The serial queue of a builder, which performs operations in the order in which they were requested.
final class BuilderQueue: Sendable {
    private let work = SerialWork("org.openhealthkit.builder")
    private let context: HealthContext

    init(_ store: HKHealthStore) {
        context = store.context
    }

    /// The current date of the app's clock.
    var now: Date { context.configuration.clock() }

    /// Runs a closure, then calls a handler with its result; errors are converted to those of HealthKit.
    func perform<T>(
        _ body: @escaping @Sendable (any HealthSession) async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        work.add {
            let result: Result<T, any Error>
            do {
                result = .success(try await body(self.context.session()))
            } catch let error as HKObjectValidationError {
                result = .failure(HKError(.errorInvalidArgument, error.description))
            } catch {
                result = .failure(error)
            }
            completion(result)
        }
    }

    /// Runs a closure.
    func perform(_ body: @escaping @Sendable () -> Void) {
        work.add { body() }
    }
}
