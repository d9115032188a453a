// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A submitted request that the person answers in another process.
package protocol AuthorizationAsked: Sendable {
    /// The page on which the person answers the request.
    var page: URL { get }

    /// Waits a limited time for the answer.
    /// - Returns: Whether the request has been answered, but not the answer.
    /// - Throws: An `HKError`.
    func wait() async throws -> Bool
}
