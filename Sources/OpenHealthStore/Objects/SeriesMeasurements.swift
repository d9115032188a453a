// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

extension SeriesMeasurements {
    /// The number of measurements.
    package var count: Int {
        switch self {
        case .heartbeats(let beats): beats.count
        case .route(let points, _): points.count
        case .electrocardiogram(let voltages): voltages.count
        case .quantities(let readings): readings.count
        }
    }
}
