// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the handler need not be Sendable, is immutable, and is called only on the query's own
// queue.
/// A query for the voltages of an electrocardiogram.
open class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
    /// A result of the query.
    public enum Result {
        /// A voltage measurement.
        case measurement(HKElectrocardiogram.VoltageMeasurement)
        /// An error, after which there are no further results.
        case error(any Error)
        /// The end of the measurements.
        case done
    }

    private let electrocardiogram: UUID
    private let dataHandler: (HKElectrocardiogramQuery, HKElectrocardiogramQuery.Result) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - ecg: The electrocardiogram.
    ///   - dataHandler: Receives the measurements one at a time and then `done`, or an error: `errorNoData` if the
    ///     electrocardiogram does not exist.
    public init(
        _ ecg: HKElectrocardiogram,
        dataHandler: @escaping (HKElectrocardiogramQuery, HKElectrocardiogramQuery.Result) -> Void
    ) {
        electrocardiogram = ecg.uuid
        self.dataHandler = dataHandler
        super.init(objectType: HKObjectType.electrocardiogramType(), predicate: nil)
    }

    override func run(_ context: HealthContext) async {
        await handOut(context, from: false, read: Self.read(electrocardiogram)) { measurement, isLast, error in
            if let error {
                dataHandler(self, .error(error))
                return
            }
            if let measurement { dataHandler(self, .measurement(measurement)) }
            if isLast && isRunning { dataHandler(self, .done) }
        }
    }

    /// Reads all measurements as one page, because an electrocardiogram lasts half a minute.
    static func read(_ uuid: UUID) -> PageRead<Bool, HKElectrocardiogram.VoltageMeasurement> {
        { access, isRead in
            if isRead { return [] }
            isRead = true
            let (values, unit, rate) = try await access.voltages(of: uuid)
            return values.enumerated().map { index, value in
                HKElectrocardiogram.VoltageMeasurement(
                    timeSinceSampleStart: Double(index) / rate,
                    quantities: [.appleWatchSimilarToLeadI: HKQuantity(unit: unit, doubleValue: value)])
            }
        }
    }
}
