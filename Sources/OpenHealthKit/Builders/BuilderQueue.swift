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
        _ body: @escaping @Sendable (any HealthAccess) async throws -> T,
        completion: @escaping @Sendable (Result<T, any Error>) -> Void
    ) {
        work.add {
            let result: Result<T, any Error>
            do {
                result = .success(try await body(self.context.access()))
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

/// The metadata that an app adds to a builder in one or more parts.
struct BuilderMetadata: Sendable {
    private(set) var values: [String: HKMetadataValue] = [:]

    /// Adds entries; a later entry replaces an earlier one with the same key.
    mutating func add(_ entries: [String: HKMetadataValue]) {
        values.merge(entries) { _, new in new }
    }

    /// Returns the entries as Sendable values.
    /// - Throws: An `HKError`: `errorInvalidArgument` if an entry is not valid metadata.
    static func values(_ metadata: [String: Any]?) throws -> [String: HKMetadataValue] {
        var values: [String: HKMetadataValue] = [:]
        for (key, value) in metadata ?? [:] {
            guard let known = HKMetadataValue(value) else {
                throw HKError(
                    .errorInvalidArgument,
                    "The metadata value of \(key) is a \(type(of: value)): metadata holds String, NSNumber, Date and "
                        + "HKQuantity.")
            }
            values[key] = known
        }
        return values
    }
}

extension BuilderQueue {
    /// Adds metadata to a builder. Invalid metadata is reported to the completion handler.
    func add(
        _ metadata: [String: Any], _ completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        to builder: @escaping @Sendable ([String: HKMetadataValue]) throws -> Void
    ) {
        let values = Result { try BuilderMetadata.values(metadata) }
        perform { _ in
            try builder(try values.get())
        } completion: {
            $0.tell(completion)
        }
    }
}
