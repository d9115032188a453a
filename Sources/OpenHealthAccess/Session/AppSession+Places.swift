// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppSession {
    /// Returns samples after a place in the order of their start dates, and the start of the next page; nil if there are no more
    /// samples.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    package func page(
        _ parts: [SampleQuery.Part], newestFirst: Bool, after place: SortedPlace?, count: Int
    ) throws -> (samples: [HKSample], next: SortedPlace?) {
        try read(noting: { AccessNote.samples($0.0) }) { db in
            var samples: [HKSample] = []
            var (last, hasMore): (SortedPlace?, Bool) = (nil, false)
            try SampleReader(db, parts, for: self).forEachCandidate(newestFirst: newestFirst, after: place) {
                sample, filter in
                if samples.count == count {
                    hasMore = try filter.passes(sample)
                    return !hasMore
                }
                guard let object = try filter.object(sample) else { return true }
                samples.append(object)
                last = SortedPlace(start: sample.start, id: sample.id)
                return true
            }
            return (samples, hasMore ? last : nil)
        }
    }

    /// Returns the number of visible samples.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization for a type.
    package func count(_ parts: [SampleQuery.Part]) throws -> Int {
        try read(noting: { count in count == 0 ? [] : parts.map { AccessNote($0.type, count: 1) } }) { db in
            var count = 0
            try SampleReader(db, parts, for: self).forEachCandidate { sample, filter in
                if try filter.passes(sample) { count += 1 }
                return true
            }
            return count
        }
    }

    /// Returns the types that the app has requested, regardless of the answer.
    package func askedFor(_ types: [HKSampleType]) throws -> [HKSampleType] {
        try read { db in
            try types.filter { type in
                do {
                    _ = try visibility(db, type)
                    return true
                } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                    return false
                }
            }
        }
    }

    /// Returns the sample with a UUID, or nil if it doesn't exist, isn't visible, or the app hasn't requested its type.
    package func visibleSample(_ uuid: UUID) throws -> HKSample? {
        try read(noting: { AccessNote.samples($0.map { [$0] } ?? []) }) { db in
            let reader = RecordReader(db)
            guard let sample = try finder(reader)(uuid),
                let type = try reader.type(sample.type).sampleType
            else { return nil }
            do {
                return try SampleReader(db, [SampleQuery.Part(type)], for: self).filters[sample.type]?.object(sample)
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                return nil
            }
        }
    }
}
