// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because its superclass is; the handler is immutable and a mutex guards the options.
/// A query for the individual readings of quantity samples. A sample can contain thousands of readings.
///
/// A sample that is not a series has one reading. Memory use does not depend on the number of readings.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = (HKQuantitySeriesSampleQuery, QuantityReading?, Bool, (any Error)?) -> Void

    private struct Options {
        var includesSample = false
        var isOrderedBySample = false
    }

    private let part: SampleQuery.Part
    private let handler: Handler
    private let options = Mutex(Options())

    /// Creates a query for the readings of all samples of a type that match a predicate.
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - predicate: A predicate for the samples, or nil for all.
    ///   - quantityHandler: Receives for each reading its value and date interval, its sample if ``includeSample`` is true, and
    ///     whether it is the last reading; or an error. If there are no readings, it is called once without a value.
    @preconcurrency
    public init(
        quantityType: HKQuantityType, predicate: NSPredicate?,
        quantityHandler:
            @escaping @Sendable (
                HKQuantitySeriesSampleQuery, HKQuantity?, DateInterval?, HKQuantitySample?, Bool, (any Error)?
            ) -> Void
    ) {
        part = SampleQuery.Part(quantityType, PredicateNode(predicate))
        handler = { query, reading, isLast, error in
            let sample = query.includeSample ? reading?.sample : nil
            quantityHandler(query, reading?.quantity, reading?.interval, sample, isLast, error)
        }
        super.init(objectType: quantityType, predicate: predicate)
    }

    /// Creates a query for the readings of one sample. Deprecated since iOS 13 in favor of
    /// ``init(quantityType:predicate:quantityHandler:)``.
    /// - Parameters:
    ///   - sample: The sample.
    ///   - quantityHandler: Receives for each reading its value, its start date, and whether it is the last reading; or an error.
    @preconcurrency
    public init(
        sample: HKQuantitySample,
        quantityHandler:
            @escaping @Sendable (HKQuantitySeriesSampleQuery, HKQuantity?, Date?, Bool, (any Error)?) -> Void
    ) {
        part = SampleQuery.Part(sample.quantityType, .compare(.uuid, .equalTo, .uuid(sample.uuid)))
        handler = { query, reading, isLast, error in
            quantityHandler(query, reading?.quantity, reading?.interval.start, isLast, error)
        }
        super.init(objectType: sample.quantityType, predicate: nil)
    }

    /// A Boolean value that indicates whether the handler receives the sample of each reading. False by default; set it before
    /// the query is executed.
    open var includeSample: Bool {
        get { options.withLock { $0.includesSample } }
        set {
            checkMaySetHandler("includeSample")
            options.withLock { $0.includesSample = newValue }
        }
    }

    /// A Boolean value that indicates whether the readings are sorted by the start date of their sample first. Otherwise they are
    /// sorted only by their own start date. False by default; set it before the query is executed.
    open var orderByQuantitySampleStartDate: Bool {
        get { options.withLock { $0.isOrderedBySample } }
        set {
            checkMaySetHandler("orderByQuantitySampleStartDate")
            options.withLock { $0.isOrderedBySample = newValue }
        }
    }

    override func run(_ context: HealthContext) async {
        let order = orderByQuantitySampleStartDate ? QuantityReadings.Order.bySample : .byReading
        await handOut(context, from: QuantityReadings(part, order: order), read: Self.read) { reading, isLast, error in
            handler(self, reading, isLast, error)
        }
    }

    static let read: PageRead<QuantityReadings, QuantityReading> = { access, place in
        try await place.next(access, limit: 1000)
    }
}
