// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Deletes samples that the app has saved by their UUIDs, in one transaction.
    /// - Parameter objects: The samples, each with the type that the app specifies, or the types of the members of a correlation.
    ///   Their permissions are checked first, as in ``delete(_:)``.
    /// - Returns: The answer for the number of samples.
    /// - Throws: An `HKError`, as in ``delete(_:)``, or ``IdempotencyConflict``.
    package func delete(
        _ objects: [(uuid: UUID, types: [HKSampleType])], once request: IdempotencyRecord?,
        answer: (Int) -> IdempotencyAnswer
    ) throws -> IdempotencyAnswer {
        guard !objects.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to delete: the array of objects is empty.")
        }
        let answer = try once(request, as: .delete) { db in
            var checked: Set<HKSampleType> = []
            for type in objects.flatMap(\.types) where checked.insert(type).inserted {
                try checkSharing(db, type, to: "delete")
            }
            let reader = RecordReader(db)
            var place = try HealthDatabase.latestChange(db)
            var done: Set<UUID> = []
            for object in objects where done.insert(object.uuid).inserted {
                let name = object.types.count == 1 ? "a sample of \(object.types[0].identifier)" : "an object"
                let sample = try ownSample(object.uuid, name, reader)
                for type in try sharedTypes(sample, reader) where checked.insert(type).inserted {
                    try checkSharing(db, type, to: "delete")
                }
                place += 1
                try noteDeletion(sample, reader)
                try SampleDeletion.delete(sample, reader: reader, place: place)
            }
            try finish(db, place: place)
            return answer(done.count)
        }
        removeUnusedAttachments()
        return answer
    }

    /// Deletes samples as in ``deleteObjects(of:predicate:)``, at most once for each request.
    package func deleteObjects(
        of type: HKSampleType, predicate: PredicateNode, once request: IdempotencyRecord?,
        answer: (Int) -> IdempotencyAnswer
    ) throws -> IdempotencyAnswer {
        let answer = try once(request, as: .delete) { db in
            answer(try deleteObjects(db, of: type, predicate: predicate))
        }
        removeUnusedAttachments()
        return answer
    }

    /// Returns the types whose permissions apply to a sample; for a correlation, those of its members.
    private func sharedTypes(_ sample: RawSample, _ reader: RecordReader) throws -> [HKSampleType] {
        guard let type = try reader.type(sample.type).sampleType else { return [] }
        guard type is HKCorrelationType else { return [type] }
        return try ObjectBuilder(reader).members(of: sample.id).compactMap { try reader.type($0.type).sampleType }
    }
}
