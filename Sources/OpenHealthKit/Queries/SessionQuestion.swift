// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession

/// A question that is answered through an app's session with the store: what descriptors and publishers have in common.
package protocol SessionQuestion: Sendable {
    /// The result.
    associatedtype Output

    /// Which changes may make the answer another one.
    var interest: ChangeInterest { get }

    /// Reads the answer.
    /// - Throws: an `HKError`.
    func answer(_ session: any HealthSession) async throws -> Output
}
