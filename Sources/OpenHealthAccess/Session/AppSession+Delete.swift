// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Deletes objects that the app has saved: all of them, or none.
    /// - Throws: an `HKError`: `errorInvalidArgument` where there is nothing to delete, or an object is not there, or
    ///   another app's that this one cannot see; `errorAuthorizationDenied` for another app's object that it sees, and, as
    ///   `errorAuthorizationNotDetermined`, for one of a type that the app may not save.
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

    /// Deletes what the app has saved of a type and that a predicate fits; gives the number.
    /// - Throws: an `HKError` as HealthKit gives it.
    package func deleteObjects(of type: HKObjectType, predicate: PredicateNode) throws -> Int {
        guard type is HKSampleType else {
            throw HKError(
                .errorInvalidArgument, "\(type.identifier) is no type of samples. Apps delete only samples.")
        }
        let count = try write(as: .delete) { db in try deleteObjects(db, of: type, predicate: predicate) }
        removeUnusedAttachments()
        return count
    }

    /// The same as part of a transaction.
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
    /// To an app that cannot see another's object it is as if that object were not there.
    private func ownSample(_ object: HKObject, _ reader: RecordReader) throws -> RawSample {
        try ownSample(object.uuid, Self.name(object), reader)
    }

    /// The same by its UUID.
    /// - Parameter name: what it is, as far as the app says so.
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
                + "device has saved it. Apps delete only what is their own.")
    }

    /// Returns the app's samples of a type that a predicate fits.
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

    /// Ends the part that deletions have in the order of changes.
    func finish(_ db: Database, place: Int64) throws {
        try db.cachedStatement(sql: "UPDATE counter SET value = ? WHERE name = 'change'").execute(arguments: [place])
        try PermissionTable.noteUse(db, app: app.identifier, at: clock())
    }

    /// Whether the app may save, and so delete, the types of some objects.
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
