// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that observe changes of health data and read them after an anchor.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol ChangeReading: Sendable {
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

extension ChangeReading {
    package func subscribe(_ handler: @escaping @Sendable (ChangeRange) -> Void) async throws -> ChangeSubscription {
        try await subscribe(after: nil, handler)
    }

    package func changes(_ parts: [SampleQuery.Part], after anchor: HKQueryAnchor?) async throws -> AppChanges {
        try await changes(parts, after: anchor, limit: nil)
    }
}

/// The changes after an anchor that an app can see.
package struct AppChanges: Sendable {
    /// The samples that were saved and still exist, in the order of changes.
    package var added: [HKSample]
    /// The deleted objects, in the order of changes.
    package var deleted: [HKDeletedObject]
    /// The position up to which changes are included.
    package var anchor: HKQueryAnchor
    /// Whether further changes were omitted because of a limit.
    package var hasMore: Bool

    package init(added: [HKSample], deleted: [HKDeletedObject], anchor: HKQueryAnchor, hasMore: Bool) {
        self.added = added
        self.deleted = deleted
        self.anchor = anchor
        self.hasMore = hasMore
    }
}

/// Methods that manage the state of background delivery.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol DeliveryManaging: Sendable {
    /// Enables background delivery of a type, which includes changes that happen while the app is not running.
    func enableDelivery(of type: HKObjectType, frequency: HKUpdateFrequency) async throws
    /// Disables background delivery of a type.
    func disableDelivery(of type: HKObjectType) async throws
    /// Disables background delivery of all types.
    func disableAllDeliveries() async throws
    /// Returns the state of background delivery for those of the types that have it enabled.
    func deliveries(of types: Set<HKSampleType>) async throws -> [HKSampleType: BackgroundDelivery]
    /// Records that the app has acknowledged the changes of types up to a position.
    func acknowledgeDelivery(
        of types: Set<HKSampleType>, through place: Int64, delivered: Set<HKSampleType>, at date: Date
    ) async throws
    /// Records that the app has not acknowledged delivered changes of types.
    /// - Returns: The number of consecutive failures for each type that is still enabled.
    func noteFailedDelivery(of types: Set<HKSampleType>, at date: Date) async throws -> [HKSampleType: Int]
    /// Throws an error unless the app has requested authorization for the types, regardless of the decision.
    func checkReadable(_ types: Set<HKSampleType>) async throws
}

/// The state of an app's background delivery for a type.
package struct BackgroundDelivery: Hashable, Sendable {
    /// The maximum frequency of notifications.
    package var frequency: HKUpdateFrequency
    /// The position up to which the app has acknowledged changes.
    package var anchor: Int64
    /// The date of the last delivery.
    package var delivered: Date?
    /// The number of consecutive deliveries that the app has not acknowledged.
    package var failures: Int

    package init(frequency: HKUpdateFrequency, anchor: Int64, delivered: Date? = nil, failures: Int = 0) {
        self.frequency = frequency
        self.anchor = anchor
        self.delivered = delivered
        self.failures = failures
    }
}

extension HKUpdateFrequency {
    /// The minimum time between two deliveries, in seconds.
    package var interval: TimeInterval {
        switch self {
        case .immediate: 0
        case .hourly: 3600
        case .daily: 86400
        case .weekly: 604_800
        }
    }
}
