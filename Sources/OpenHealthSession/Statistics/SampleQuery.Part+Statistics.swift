// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics

extension SampleQuery.Part {
    /// Returns the type of the samples for statistics.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the type isn't a quantity type, or an option isn't compatible with it.
    package func statisticsType(for options: HKStatisticsOptions) throws -> HKQuantityType {
        guard let type = type as? HKQuantityType else {
            throw HKError(.errorInvalidArgument, "\(type.identifier) is not a quantity type, so it has no statistics.")
        }
        do {
            try options.checkFit(type)
        } catch {
            throw HKError(.errorInvalidArgument, "\(error)")
        }
        return type
    }
}
