// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Methods that manage the state of background delivery.
///
/// Methods throw an `HKError`, or `CancellationError` if the task was cancelled.
package protocol DeliverySession: Sendable {
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
    /// Throws an error unless the app has requested authorization for the types, regardless of the answer.
    func checkReadable(_ types: Set<HKSampleType>) async throws
}
