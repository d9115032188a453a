// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppSession {
    /// Returns a page of the samples of a query.
    /// - Parameters:
    ///   - query: The query; its limit is ignored.
    ///   - place: The end of the previous page; nil for the first page.
    ///   - count: The maximum number of samples.
    /// - Returns: The samples, and the end of the page if there are more.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type,
    ///   `errorInvalidArgument` if the place is for another order.
    package func page(
        _ query: SampleQuery, after place: SortedPlace?, count: Int
    ) throws -> (samples: [HKSample], end: SortedPlace?) {
        if let newestFirst = query.newestFirst {
            guard place?.keys.isEmpty ?? true else { throw Self.foreignPlace }
            let (samples, end) = try page(query.parts, newestFirst: newestFirst, after: place, count: count)
            return (samples, end)
        }
        guard place.map({ $0.keys.count == query.order.count }) ?? true else { throw Self.foreignPlace }
        return try read(noting: { AccessNote.samples($0.0) }) { db in
            let reader = try SampleReader(db, query.parts, for: self)
            let found = try reader.sorted(query.order, limit: count + 1, after: place)
            let page = found.prefix(count)
            let end = page.last.map { SortedPlace(keys: $0.keys, start: $0.sample.start, id: $0.sample.id) }
            return (
                try page.compactMap { try reader.builder.object($0.sample) }, found.count > count ? end : nil
            )
        }
    }

    private static var foreignPlace: HKError {
        HKError(.errorInvalidArgument, "The cursor belongs to another query. Send the query without it.")
    }

    /// Returns a visible sample.
    /// - Throws: An `HKError`: `errorNoData` if the sample doesn't exist or isn't visible, which the app can't distinguish.
    package func sample(_ uuid: UUID) throws -> HKSample {
        try read(noting: { AccessNote.samples([$0]) }) { db in
            let reader = RecordReader(db)
            let sees = try sight(reader)
            guard let sample = try finder(reader)(uuid),
                let object = try ObjectBuilder(reader, isVisible: sees).object(sample)
            else {
                throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app can see.")
            }
            return object
        }
    }
}
