// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession

/// A query that is answered through an app's session with the store. Descriptors and publishers share this protocol.
package protocol SessionQuestion: Sendable {
    /// The result.
    associatedtype Output

    /// The changes that may affect the answer.
    var interest: ChangeInterest { get }

    /// Returns the result.
    /// - Throws: An `HKError`.
    func answer(_ session: any HealthSession) async throws -> Output
}
