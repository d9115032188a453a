// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The samples of a query, read page by page.
package protocol SamplePaging: Sendable {
    /// Returns the next samples; `nil` after the last ones.
    /// - Parameter size: The maximum number of samples.
    /// - Throws: An `HKError`, `errorAuthorizationNotDetermined`, for a type for which the app has not requested authorization.
    mutating func next(_ size: Int) async throws -> [HKSample]?
}
