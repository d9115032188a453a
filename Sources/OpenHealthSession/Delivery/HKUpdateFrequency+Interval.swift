// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
