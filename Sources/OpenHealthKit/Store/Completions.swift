// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension Result where Failure == any Error {
    /// Calls a handler with the success.
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

    /// Calls a handler with the value, or another one with the error.
    func tell(_ completion: (Success, (any Error)?) -> Void, else absent: Success) {
        switch self {
        case .success(let value): completion(value, nil)
        case .failure(let error): completion(absent, error)
        }
    }
}

/// Waits for a completion handler that tells whether something worked. What the body takes along stays where the caller is.
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

/// Waits for a completion handler that takes a value and an error.
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

/// Waits for a completion handler that gives an object or an error. What the body takes along stays where the caller is.
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
