// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthSession

extension Result where Failure == any Error {
    /// Calls a handler with the result.
    func tell(_ completion: (Bool, (any Error)?) -> Void) where Success == Void {
        switch self {
        case .success: completion(true, nil)
        case .failure(let error): completion(false, error)
        }
    }

    /// Calls a handler with the value or the error.
    func tell(_ completion: (Success?, (any Error)?) -> Void) {
        switch self {
        case .success(let value): completion(value, nil)
        case .failure(let error): completion(nil, error)
        }
    }

    /// Calls a handler with the value, or with a default value and the error.
    func tell(_ completion: (Success, (any Error)?) -> Void, else absent: Success) {
        switch self {
        case .success(let value): completion(value, nil)
        case .failure(let error): completion(absent, error)
        }
    }
}

extension HealthContext {
    /// Runs a closure, and calls a completion handler with its result on a thread that may block.
    func perform(
        reportingTo completion: @escaping @Sendable (Bool, (any Error)?) -> Void,
        _ body: @escaping @Sendable (any HealthAccess) async throws -> Void
    ) {
        perform(body) { $0.tell(completion) }
    }

    /// Runs a closure, and calls a completion handler with its value on a thread that may block.
    func perform<Value: Sendable>(
        reportingTo completion: @escaping @Sendable (Value?, (any Error)?) -> Void,
        _ body: @escaping @Sendable (any HealthAccess) async throws -> Value
    ) {
        perform(body) { $0.tell(completion) }
    }
}

/// Waits for a completion handler with a Boolean value and an error. The body's captures stay in the caller's isolation.
nonisolated(nonsending) func withCompletion(_ body: (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void)
    async throws
{
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        body { success, error in
            if success {
                continuation.resume()
            } else {
                continuation.resume(throwing: error ?? HKError(.unknownError))
            }
        }
    }
}

/// Waits for a completion handler with a value and an error.
func withValue<Value: Sendable>(
    _ body: (@escaping @Sendable (Value, (any Error)?) -> Void) -> Void
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        body { value, error in
            if let error {
                continuation.resume(throwing: error)
            } else {
                continuation.resume(returning: value)
            }
        }
    }
}

/// Waits for a completion handler with an object or an error. The body's captures stay in the caller's isolation.
nonisolated(nonsending) func withObject<Object: Sendable>(
    _ body: (@escaping @Sendable (Object?, (any Error)?) -> Void) -> Void
) async throws -> Object {
    try await withCheckedThrowingContinuation { continuation in
        body { object, error in
            if let object {
                continuation.resume(returning: object)
            } else {
                continuation.resume(throwing: error ?? HKError(.unknownError))
            }
        }
    }
}
