// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Methods that observe changes of health data and read them after an anchor.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol ChangeSession: Sendable {
    /// Calls a handler for every change after a position, by any process. Ranges are delivered in order, without gaps or
    /// overlaps.
    /// The handler must return quickly, since other subscribers wait for it.
    /// - Parameter anchor: The position to start after; `nil` for the position of the last change.
    func subscribe(
        after anchor: Int64?, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) async throws -> ChangeSubscription
    /// Returns the anchor of the last change that the app may see.
    func latestAnchor() async throws -> HKQueryAnchor
    /// Returns the position of the last change, at which ``subscribe(after:_:)`` starts.
    func latestPlace() async throws -> Int64
    /// Returns the samples added and deleted after an anchor that match one of the parts.
    func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?, limit: Int?) async throws -> AppChanges
    /// Returns the types among the parts' types that have visible changes in a range.
    func changedTypes(_ parts: [SampleQuery.Part], in range: ChangeRange) async throws -> Set<HKSampleType>
}
