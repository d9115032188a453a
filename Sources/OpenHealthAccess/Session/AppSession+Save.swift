// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore

extension AppSession {
    /// Saves objects of the app: all of them, or none.
    ///
    /// The app must be allowed to save every type among them. An object with a sync identifier takes the place of the one
    /// that the app has saved under that identifier, if its sync version is greater; otherwise the old one stays.
    /// - Throws: an `HKError`: `errorInvalidArgument` where there is nothing to save, or something that cannot be saved or
    ///   is there already; `errorAuthorizationNotDetermined` where the app has not asked to save a type, and
    ///   `errorAuthorizationDenied` where it may not.
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

    /// Saves samples of the app, with the measurements of those that are series, and makes some part of a workout: all of
    /// it, or nothing.
    /// - Parameters:
    ///   - samples: what to save, in this order.
    ///   - members: what becomes part of the workout; some may be of other apps.
    ///   - workout: the UUID of a workout of the app, which is there already or among `samples`.
    ///   - savesMissing: whether members that are not there are saved; they are left out otherwise.
    /// - Returns: for each of `samples` the UUID under which the store has it: another than its own where a sync identifier
    ///   kept what was there.
    /// - Throws: an `HKError`, as ``save(_:)-([HKObject])`` does.
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

    /// Saves those of some samples that the store does not have yet.
    /// - Returns: for each sample the UUID under which the store has it: another than its own where a sync identifier kept
    ///   what was there.
    /// - Throws: an `HKError`, as ``save(_:)-([HKObject])`` does.
    package func saveNew(_ samples: [HKSample]) throws -> [UUID] {
        samples.isEmpty ? [] : try write(as: .save) { db in try saveNew(db, samples) }
    }

    /// The same as part of a transaction, so that none of them is saved or deleted in between.
    func saveNew(_ db: Database, _ samples: [HKSample]) throws -> [UUID] {
        let find = try finder(RecordReader(db))
        let new = try samples.filter { try find($0.uuid) == nil }
        if new.isEmpty { return samples.map(\.uuid) }
        let saved = try save(db, new.map { ($0, nil) })
        let uuids = Dictionary(zip(new.map(\.uuid), saved)) { first, _ in first }
        return samples.map { uuids[$0.uuid] ?? $0.uuid }
    }

    /// The same as part of a transaction.
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
        let session = try SaveSession(db, source: provenance, now: clock(), find: find)
        let uuids = try session.save(samples)
        if let workout {
            // The store may have kept another one in place of the one that was given.
            let stored = samples.firstIndex { $0.0.uuid == workout }.map { uuids[$0] } ?? workout
            try checkOwn(find(stored), stored, reader)
            try session.add(members, to: stored)
        }
        try session.finish()
        try AccessLogTable.add(
            db, AccessNote.samples(saved), app: app.identifier, action: .save, at: clock())
        try PermissionTable.noteUse(db, app: app.identifier, at: clock())
        return uuids
    }

    /// Where the app's samples come from.
    private var provenance: ProvenanceData {
        ProvenanceData(
            sourceName: app.name, bundleIdentifier: app.identifier, sourceVersion: app.version,
            productType: app.productType, operatingSystemVersion: app.operatingSystemVersion)
    }

    /// Whether the app may save some samples; members of correlations are asked about one by one.
    private func check(_ db: Database, saving samples: [HKSample]) throws {
        var checked: Set<HKSampleType> = []
        for sample in samples {
            // Sorted, so that the same request always gets the same answer.
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

    /// Whether the app may save and delete samples of a type.
    /// - Throws: an `HKError` where it may not.
    func checkSharing(_ db: Database, _ type: HKObjectType, to verb: String) throws {
        let name = type.identifier
        guard type.facts.isShareable else {
            throw HKError(
                .errorAuthorizationDenied, "\(app.name) may not \(verb) \(name): no one can allow apps to do that.")
        }
        switch try PermissionTable.permission(db, app: app.identifier, type: name).share {
        case .authorized: return
        case .denied:
            throw HKError(
                .errorAuthorizationDenied,
                "\(app.name) may not \(verb) \(name): the person has not allowed it. "
                    + "They can change that with `health apps grant \(app.identifier) --share \(type.facts.swiftName)`."
            )
        case .notDetermined:
            throw HKError(
                .errorAuthorizationNotDetermined,
                "\(app.name) has not asked for permission to \(verb) \(name). Call requestAuthorization first.")
        }
    }

    /// Checks that a workout that is visible to the app was saved by it.
    /// - Throws: an `HKError` for the workout of another app. A workout that is not visible is reported as missing later.
    private func checkOwn(_ sample: RawSample?, _ uuid: UUID, _ reader: RecordReader) throws {
        guard let sample, try !owns(sample, reader) else { return }
        throw HKError(
            .errorAuthorizationDenied,
            "\(app.name) has not saved the workout \(uuid), and may not change it: it is another app's.")
    }
}
