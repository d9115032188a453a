// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthSession
import Synchronization

// Unchecked because its superclass is; the handler is immutable and what can be set is behind a mutex.
/// Reads the single readings of quantity samples, of which one may hold thousands.
///
/// A sample that is no series is one reading. However many there are, memory does not grow with them.
open class HKQuantitySeriesSampleQuery: HKQuery, @unchecked Sendable {
    private typealias Handler = (HKQuantitySeriesSampleQuery, QuantityReading?, Bool, (any Error)?) -> Void

    private struct Options {
        var includesSample = false
        var isOrderedBySample = false
    }

    private let part: SampleQuery.Part
    private let handler: Handler
    private let options = Mutex(Options())

    /// Creates a query for the readings of all samples of a type that a predicate fits.
    /// - Parameters:
    ///   - quantityType: the type.
    ///   - predicate: what the samples have to fit; nil for all.
    ///   - quantityHandler: takes for each reading its value and time, its sample if ``includeSample`` is set, and whether it is
    ///     the last one; or else an error. Where there is none it is called once without a value.
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

    /// Creates a query for the readings of one sample; replaced by ``init(quantityType:predicate:quantityHandler:)`` in iOS 13.
    /// - Parameters:
    ///   - sample: the sample.
    ///   - quantityHandler: takes for each reading its value, its start, and whether it is the last one; or else an error.
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

    /// Whether the handler gets the sample of each reading. False at first; set it before the query is executed.
    open var includeSample: Bool {
        get { options.withLock { $0.includesSample } }
        set {
            checkMaySetHandler("includeSample")
            options.withLock { $0.includesSample = newValue }
        }
    }

    /// Whether the readings come sample by sample, in the order in which those start. Otherwise they come in the order of
    /// their own start. False at first; set it before the query is executed.
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

    static let read: PageRead<QuantityReadings, QuantityReading> = { session, place in
        try await place.next(session, limit: 1000)
    }
}
