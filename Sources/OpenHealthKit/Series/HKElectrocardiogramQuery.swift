// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

// Unchecked because its superclass is; the handler need not be Sendable, never changes, and is called on the query's own
// queue alone.
/// Reads the voltages of an electrocardiogram, one after the other.
open class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
    /// The result for the handler.
    public enum Result {
        /// The voltages at one instant.
        case measurement(HKElectrocardiogram.VoltageMeasurement)
        /// An error, after which there are no further results.
        case error(any Error)
        /// There are no more measurements.
        case done
    }

    private let electrocardiogram: UUID
    private let dataHandler: (HKElectrocardiogramQuery, HKElectrocardiogramQuery.Result) -> Void

    /// Creates a query.
    /// - Parameters:
    ///   - ecg: the electrocardiogram.
    ///   - dataHandler: takes a measurement at a time, then that they are done; or an error, `errorNoData` where the
    ///     electrocardiogram is not there.
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

    /// Half a minute of voltages is one page.
    static func read(_ uuid: UUID) -> PageRead<Bool, HKElectrocardiogram.VoltageMeasurement> {
        { session, isRead in
            if isRead { return [] }
            isRead = true
            let (values, unit, rate) = try await session.voltages(of: uuid)
            return values.enumerated().map { index, value in
                HKElectrocardiogram.VoltageMeasurement(
                    timeSinceSampleStart: Double(index) / rate,
                    quantities: [.appleWatchSimilarToLeadI: HKQuantity(unit: unit, doubleValue: value)])
            }
        }
    }
}
