// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenCombineShim
import OpenHealthKit

extension Future where Output: Sendable, Failure == any Error {
    /// Creates a future from work that completes on another thread.
    /// - Parameter work: A closure that begins the work immediately, and passes the result to its argument once.
    convenience init(keeping work: @escaping (@escaping @Sendable (Result<Output, any Error>) -> Void) -> Void) {
        // In parentheses, because a trailing closure would be matched with the parameter `work`.
        self.init({ promise in
            let kept = KeptPromise(promise: promise)
            work { kept.promise($0) }
        })
    }
}

extension Future where Output == Void, Failure == any Error {
    /// Creates a future from a call with a Boolean result.
    convenience init(completing call: @escaping (@escaping @Sendable (Bool, (any Error)?) -> Void) -> Void) {
        self.init(keeping: { keep in
            call { success, error in
                keep(success ? .success(()) : .failure(error ?? HKError(.unknownError)))
            }
        })
    }
}

/// Carries a promise to the thread that fulfills it.
// Unchecked because promises are not marked as Sendable, although they lock their mutable state.
private struct KeptPromise<Output>: @unchecked Sendable {
    let promise: Future<Output, any Error>.Promise
}
