// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The samples of a question, fetched page by page.
package protocol SamplePaging: Sendable {
    /// The next samples; nil after the last ones.
    /// - Parameter size: the maximum number of samples.
    /// - Throws: an `HKError`, `errorAuthorizationNotDetermined` for a type that the app has not asked for.
    mutating func next(_ size: Int) async throws -> [HKSample]?
}
