// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel

extension HKUpdateFrequency {
    /// The shortest time between two deliveries, in seconds.
    var interval: TimeInterval {
        switch self {
        case .immediate: 0
        case .hourly: 3600
        case .daily: 86400
        case .weekly: 604_800
        }
    }

    /// The types that are not delivered more often than at a frequency, whatever the app asks for. It is the one that
    /// Apple's page on `enableBackgroundDelivery(for:frequency:withCompletion:)` names for the phone.
    private static let limits: [String: HKUpdateFrequency] = [
        HKQuantityTypeIdentifier.stepCount.rawValue: .hourly
    ]

    /// The frequency that an app gets which asks for this one.
    func limited(for type: HKObjectType) -> HKUpdateFrequency {
        guard let limit = Self.limits[type.identifier], limit.interval > interval else { return self }
        return limit
    }
}
