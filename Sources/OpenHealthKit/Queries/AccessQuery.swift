// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthSession

/// A query that reads through an app's access to the store. Descriptors and publishers share this protocol.
package protocol AccessQuery: Sendable {
    /// The result.
    associatedtype Output

    /// The changes that may affect the result.
    var interest: ChangeInterest { get }

    /// Returns the result.
    /// - Throws: An `HKError`.
    func fetch(_ access: any HealthAccess) async throws -> Output
}
