// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Deletes objects that the app has saved, in one transaction.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the array is empty, or an object doesn't exist or is another app's and
    ///   isn't visible; `errorAuthorizationDenied` if an object is another app's and visible; `errorAuthorizationDenied` or
    ///   `errorAuthorizationNotDetermined` if the app can't save the type of an object.
    public func delete(_ objects: [HKObject]) throws {
        guard !objects.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to delete: the array of objects is empty.")
        }
        try write(as: .delete) { db in
            try check(db, deleting: objects)
            let reader = RecordReader(db)
            var place = try HealthDatabase.latestChange(db)
            var done: Set<UUID> = []
            for object in objects where done.insert(object.uuid).inserted {
                let sample = try ownSample(object, reader)
                place += 1
                try noteDeletion(sample, reader)
                try SampleDeletion.delete(sample, reader: reader, place: place)
            }
            try finish(db, place: place)
        }
        removeUnusedAttachments()
    }

    /// Deletes the samples of a type that the app has saved and that match a predicate.
    /// - Returns: The number of deleted samples.
    /// - Throws: An `HKError`, as in HealthKit.
    package func deleteObjects(of type: HKObjectType, predicate: PredicateNode) throws -> Int {
        guard type is HKSampleType else {
            throw HKError(
                .errorInvalidArgument, "\(type.identifier) is not a sample type. Apps delete only samples.")
        }
        let count = try write(as: .delete) { db in try deleteObjects(db, of: type, predicate: predicate) }
        removeUnusedAttachments()
        return count
    }

    /// Deletes the matching samples within a transaction.
    func deleteObjects(_ db: Database, of type: HKObjectType, predicate: PredicateNode) throws -> Int {
        try checkSharing(db, type, to: "delete")
        let reader = RecordReader(db)
        var place = try HealthDatabase.latestChange(db)
        let samples = try ownSamples(reader, of: type, predicate: predicate)
        for sample in samples {
            place += 1
            try noteDeletion(sample, reader)
            try SampleDeletion.delete(sample, reader: reader, place: place)
        }
        try finish(db, place: place)
        return samples.count
    }

    /// Adds the deletion of a sample to the access log.
    func noteDeletion(_ sample: RawSample, _ reader: RecordReader) throws {
        guard let type = try reader.type(sample.type).sampleType else { return }
        let note = AccessNote(type, count: 1, dates: sample.start...max(sample.start, sample.end))
        try AccessLogTable.add(reader.db, [note], app: app.identifier, action: .delete, at: clock())
    }

    /// Returns the stored sample of an object that the app has saved.
    ///
    /// For an app that can't read another app's object, the object doesn't exist.
    private func ownSample(_ object: HKObject, _ reader: RecordReader) throws -> RawSample {
        try ownSample(object.uuid, Self.name(object), reader)
    }

    /// Returns the sample with a UUID that the app has saved.
    /// - Parameter name: A description of the object for errors.
    func ownSample(_ uuid: UUID, _ name: String, _ reader: RecordReader) throws -> RawSample {
        let sample = try finder(reader)(uuid)
        if let sample, try owns(sample, reader) { return sample }
        guard sample != nil else {
            throw HKError(
                .errorInvalidArgument,
                "\(app.name) has not saved \(name) with the UUID \(uuid), or it is deleted already."
            )
        }
        throw HKError(
            .errorAuthorizationDenied,
            "\(app.name) may not delete \(name) with the UUID \(uuid): another app or "
                + "device has saved it. Apps delete only their own samples.")
    }

    /// Returns the app's samples of a type that match a predicate.
    private func ownSamples(
        _ reader: RecordReader, of type: HKObjectType, predicate: PredicateNode
    ) throws -> [RawSample] {
        try predicate.check()
        guard let number = try reader.number(ofType: type.identifier) else { return [] }
        let own = SampleVisibility(rule: .access(.own), ownSources: try ownSources(reader.db))
        let filter = try SampleFilter(
            try reader.type(number), predicate, own, reader, builder: ObjectBuilder(reader), for: self)
        let scan = try SampleScan(reader.db, filter.request())
        var samples: [RawSample] = []
        while let sample = scan.current {
            if try filter.passes(sample) { samples.append(sample) }
            try scan.advance()
        }
        return samples
    }

    /// Advances the order of changes after deletions.
    func finish(_ db: Database, place: Int64) throws {
        try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = 'change'").execute(arguments: [place])
        try PermissionTable.noteUse(db, app: app.identifier, at: clock())
    }

    /// Checks that the app can save, and therefore delete, the types of objects.
    private func check(_ db: Database, deleting objects: [HKObject]) throws {
        var checked: Set<HKObjectType> = []
        for object in objects {
            guard let sample = object as? HKSample else {
                throw HKError(
                    .errorInvalidArgument, "An object of class \(Swift.type(of: object)) cannot be deleted.")
            }
            let parts = (sample as? HKCorrelation).map { $0.objects.map(\.sampleType) } ?? [sample.sampleType]
            for type in parts where checked.insert(type).inserted {
                try checkSharing(db, type, to: "delete")
            }
        }
    }

    private static func name(_ object: HKObject) -> String {
        (object as? HKSample).map { "a sample of \($0.sampleType.identifier)" } ?? "an object"
    }
}

extension AppAccess {
    /// Returns whether a sample with a UUID that the app had saved has been deleted. Deletions of other apps' samples do not count.
    private func hasDeleted(_ db: Database, _ uuid: UUID) throws -> Bool {
        let own = try ownSources(db)
        let sources = try Int64?.fetchAll(
            db.cachedStatement(sql: ChangeReader.deletionSources), arguments: [uuid.bytes])
        return sources.contains { $0.map(own.contains) ?? false }
    }

    /// Deletes samples that the app has saved by their UUIDs, in one transaction. One without types that the app has deleted before is
    /// not an error, and is not counted.
    /// - Parameter objects: The samples, each with the type that the app specifies, or the types of the members of a correlation.
    ///   Their permissions are checked first, as in ``delete(_:)``.
    /// - Returns: The response for the number of samples.
    /// - Throws: An `HKError`, as in ``delete(_:)``, or ``IdempotencyConflict``.
    package func delete(
        _ objects: [(uuid: UUID, types: [HKSampleType])], once request: IdempotencyRecord?,
        response: (Int) -> IdempotencyResponse
    ) throws -> IdempotencyResponse {
        guard !objects.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to delete: the array of objects is empty.")
        }
        let response = try once(request, as: .delete) { db in
            var checked: Set<HKSampleType> = []
            for type in objects.flatMap(\.types) where checked.insert(type).inserted {
                try checkSharing(db, type, to: "delete")
            }
            let reader = RecordReader(db)
            var place = try HealthDatabase.latestChange(db)
            var (done, count): (Set<UUID>, Int) = ([], 0)
            for object in objects where done.insert(object.uuid).inserted {
                if object.types.isEmpty, try finder(reader)(object.uuid) == nil, try hasDeleted(db, object.uuid) {
                    continue
                }
                let name = object.types.count == 1 ? "a sample of \(object.types[0].identifier)" : "an object"
                let sample = try ownSample(object.uuid, name, reader)
                for type in try sharedTypes(sample, reader) where checked.insert(type).inserted {
                    try checkSharing(db, type, to: "delete")
                }
                place += 1
                try noteDeletion(sample, reader)
                try SampleDeletion.delete(sample, reader: reader, place: place)
                count += 1
            }
            try finish(db, place: place)
            return response(count)
        }
        removeUnusedAttachments()
        return response
    }

    /// Deletes samples as in ``deleteObjects(of:predicate:)``, at most once for each request.
    package func deleteObjects(
        of type: HKSampleType, predicate: PredicateNode, once request: IdempotencyRecord?,
        response: (Int) -> IdempotencyResponse
    ) throws -> IdempotencyResponse {
        let response = try once(request, as: .delete) { db in
            response(try deleteObjects(db, of: type, predicate: predicate))
        }
        removeUnusedAttachments()
        return response
    }

    /// Returns the types whose permissions apply to a sample; for a correlation, those of its members.
    private func sharedTypes(_ sample: RawSample, _ reader: RecordReader) throws -> [HKSampleType] {
        guard let type = try reader.type(sample.type).sampleType else { return [] }
        guard type is HKCorrelationType else { return [type] }
        return try ObjectBuilder(reader).members(of: sample.id).compactMap { try reader.type($0.type).sampleType }
    }
}
