// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthModel
import HealthStore

extension HKHealthStore {
    /// Splits the energy that the person used in some time into what the body uses at rest and the rest of it.
    ///
    /// The energy at rest is that of Mifflin and St Jeor (American Journal of Clinical Nutrition 51, 1990): in kilocalories a day
    /// `10 * kilograms + 6.25 * centimetres - 5 * years + 5` for men and `- 161` for women; where the sex is not known, the
    /// middle of both. It is never more than the total. Weight and height are the latest ones up to the end. Only what the
    /// app may read is used. Apple's formula is not known; its results differ.
    /// - Parameters:
    ///   - totalEnergy: the total, in a unit of energy.
    ///   - start: when the time began.
    ///   - end: when it ended.
    ///   - resultsHandler: takes the energy at rest, the active energy, or else an error: `errorNoData` where weight, height or date
    ///     of birth are not there or the app may not read them; it names them.
    public func splitTotalEnergy(
        _ totalEnergy: HKQuantity, start: Date, end: Date,
        resultsHandler: @escaping @Sendable (HKQuantity?, HKQuantity?, (any Error)?) -> Void
    ) {
        let calendar = context.configuration.calendar
        context.perform {
            try $0.splitEnergy(totalEnergy, start: start, end: end, calendar: calendar)
        } completion: { result in
            switch result {
            case .success(let energy): resultsHandler(energy.resting, energy.active, nil)
            case .failure(let error): resultsHandler(nil, nil, error)
            }
        }
    }
}
