// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A request that the person answers somewhere else than in the process that asks.
package protocol AuthorizationAsked: Sendable {
    /// The page where they answer it.
    var page: URL { get }

    /// Waits for a while.
    /// - Returns: whether the request has been answered, but not the answer.
    /// - Throws: an `HKError`.
    func wait() async throws -> Bool
}
