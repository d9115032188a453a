// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppAccess {
    /// Saves objects of the app in one transaction.
    ///
    /// The app must have permission to save the types of all objects. An object with a sync identifier replaces the app's object
    /// with the same sync identifier if its sync version is greater; otherwise the stored object is kept.
    /// - Throws: An `HKError`: `errorInvalidArgument` if the array is empty, or an object can't be saved or already exists;
    ///   `errorAuthorizationNotDetermined` if the app hasn't requested authorization to save a type, and
    ///   `errorAuthorizationDenied` if the authorization is denied.
    public func save(_ objects: [HKObject]) throws {
        try save(
            objects.map { object in
                guard let sample = object as? HKSample else {
                    throw HKError(
                        .errorInvalidArgument,
                        "An object of class \(Swift.type(of: object)) cannot be saved. Save samples only.")
                }
                return (sample, nil)
            })
    }

    /// Saves samples of the app with the measurements of series, and adds samples to a workout, in one transaction.
    /// - Parameters:
    ///   - samples: The samples to save, in order.
    ///   - members: The samples to add to the workout, which can include those of other apps.
    ///   - workout: The UUID of a workout of the app, which exists or is one of `samples`.
    ///   - savesMissing: Whether members that don't exist are saved; otherwise they are skipped.
    /// - Returns: The UUID of the stored sample for each of `samples`. It differs from the sample's UUID if a sample with the
    ///   same sync identifier was kept.
    /// - Throws: An `HKError`, as in ``save(_:)-([HKObject])``.
    @discardableResult
    package func save(
        _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample] = [], to workout: UUID? = nil,
        savesMissing: Bool = true
    ) throws -> [UUID] {
        guard !samples.isEmpty || !members.isEmpty else {
            throw HKError(.errorInvalidArgument, "There is nothing to save: the array of objects is empty.")
        }
        return try write(as: .save) { db in
            try save(db, samples, adding: members, to: workout, savesMissing: savesMissing)
        }
    }

    /// Saves the samples that don't exist in the store.
    /// - Returns: The UUID of the stored sample for each sample. It differs from the sample's UUID if a sample with the same sync
    ///   identifier was kept.
    /// - Throws: An `HKError`, as in ``save(_:)-([HKObject])``.
    package func saveNew(_ samples: [HKSample]) throws -> [UUID] {
        samples.isEmpty ? [] : try write(as: .save) { db in try saveNew(db, samples) }
    }

    /// Saves new samples within a transaction, so that none of them is saved or deleted in between.
    func saveNew(_ db: Database, _ samples: [HKSample]) throws -> [UUID] {
        let find = try finder(RecordReader(db))
        let new = try samples.filter { try find($0.uuid) == nil }
        if new.isEmpty { return samples.map(\.uuid) }
        let saved = try save(db, new.map { ($0, nil) })
        let uuids = Dictionary(zip(new.map(\.uuid), saved)) { first, _ in first }
        return samples.map { uuids[$0.uuid] ?? $0.uuid }
    }

    /// Saves samples within a transaction.
    func save(
        _ db: Database, _ samples: [(HKSample, SeriesMeasurements?)], adding members: [HKSample] = [],
        to workout: UUID? = nil, savesMissing: Bool = true
    ) throws -> [UUID] {
        let reader = RecordReader(db)
        let find = try finder(reader)
        let missing = Set(try members.filter { try find($0.uuid) == nil }.map(\.uuid))
        let members = savesMissing ? members : members.filter { !missing.contains($0.uuid) }
        let saved = samples.map(\.0) + members.filter { missing.contains($0.uuid) }
        try check(db, saving: saved)
        if hasQuotas {
            try QuotaTable.checkMetadata(db, of: saved, app: app.identifier)
            let readings = samples.reduce(0) { $0 + ($1.1?.count ?? 0) }
            try QuotaTable.count(db, samples: saved.count + readings, app: app.identifier, at: clock())
        }
        let given = Set(samples.map(\.0.uuid))
        for case (_, .route(_, let workout?)?) in samples where !given.contains(workout) {
            try checkOwn(find(workout), workout, reader)
        }
        let transaction = try SaveTransaction(db, source: provenance, now: clock(), find: find)
        let uuids = try transaction.save(samples)
        if let workout {
            // The store can have kept another workout instead of the given one.
            let stored = samples.firstIndex { $0.0.uuid == workout }.map { uuids[$0] } ?? workout
            try checkOwn(find(stored), stored, reader)
            try transaction.add(members, to: stored)
        }
        try transaction.finish()
        if hasQuotas { try QuotaTable.checkOrigins(db, app: app.identifier, at: clock()) }
        try AccessLogTable.add(
            db, AccessNote.samples(saved), app: app.identifier, action: .save, at: clock())
        try PermissionTable.noteUse(db, app: app.identifier, at: clock())
        return uuids
    }

    /// The provenance of the app's samples.
    private var provenance: ProvenanceData {
        ProvenanceData(
            sourceName: app.name, bundleIdentifier: app.identifier, sourceVersion: app.version,
            productType: app.productType, operatingSystemVersion: app.operatingSystemVersion)
    }

    /// Checks that the app can save samples; for correlations, the permissions of their members apply.
    private func check(_ db: Database, saving samples: [HKSample]) throws {
        var checked: Set<HKSampleType> = []
        for sample in samples {
            // The types are sorted, so that the same request always throws the same error.
            let types = (sample as? HKCorrelation)?.objects.map(\.sampleType) ?? [sample.sampleType]
            for type in types.sorted(by: { $0.identifier < $1.identifier }) where checked.insert(type).inserted {
                try checkSharing(db, type, to: "save")
            }
        }
        for sample in samples {
            for part in [sample] + ((sample as? HKCorrelation).map { Array($0.objects) } ?? [])
            where part.endDate < earliestPermittedSampleDate {
                throw HKError(
                    .errorInvalidArgument,
                    "A sample of \(part.sampleType.identifier) ends before the earliest date that samples may have.")
            }
        }
        for sample in samples {
            for part in [sample] + ((sample as? HKCorrelation).map { Array($0.objects) } ?? []) {
                do {
                    try HKObjectValidation.checkLimits(part)
                } catch {
                    throw HKError(.errorInvalidArgument, error.description)
                }
            }
        }
    }

    /// Checks that the app can save and delete samples of a type.
    /// - Throws: An `HKError` if it can't.
    func checkSharing(_ db: Database, _ type: HKObjectType, to verb: String) throws {
        let name = type.identifier
        guard type.facts.isShareable else {
            throw HKError(
                .errorAuthorizationDenied,
                "\(app.name) may not \(verb) \(name): this permission cannot be granted to apps.")
        }
        switch try PermissionTable.permission(db, app: app.identifier, type: name).share {
        case .authorized: return
        case .denied:
            throw HKError(
                .errorAuthorizationDenied,
                "\(app.name) may not \(verb) \(name): the person has not allowed it. "
                    + "They can change that with `health apps grant \(app.identifier) --share \(type.facts.swiftName)`."
            )
        case .notDetermined where try sharing(db, type) == .denied:
            throw HKError(
                .errorAuthorizationDenied,
                "\(app.name) has asked for permission to read \(name), but not to \(verb) it. "
                    + "Call requestAuthorization with the type in toShare.")
        case .notDetermined:
            throw HKError(
                .errorAuthorizationNotDetermined,
                "\(app.name) has not asked for permission to \(verb) \(name). Call requestAuthorization first.")
        }
    }

    /// Checks that a workout that is visible to the app was saved by it.
    /// - Throws: An `HKError` if it is the workout of another app. A workout that isn't visible is reported as missing later.
    private func checkOwn(_ sample: RawSample?, _ uuid: UUID, _ reader: RecordReader) throws {
        guard let sample, try !owns(sample, reader) else { return }
        throw HKError(
            .errorAuthorizationDenied,
            "\(app.name) has not saved the workout \(uuid), and may not change it: it is another app's.")
    }
}
