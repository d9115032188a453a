// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Saves the samples of an app in one transaction.
    ///
    /// A correlation is saved with its members. A sample with a sync identifier replaces the sample of the same source and sync
    /// identifier if its sync version is greater; otherwise the stored sample is kept.
    /// - Parameters:
    ///   - objects: The samples. They keep their UUIDs. Dates are stored with a precision of a quarter of a microsecond.
    ///   - source: The provenance of the app. The device of a sample has precedence over its device, and the unit of a sample
    ///     over its unit.
    /// - Returns: The UUID of the stored sample for each object. It differs from the object's UUID if a sample with the same sync
    ///   identifier was kept.
    /// - Throws: A ``StoreError``: `invalidArgument` if a UUID already exists, and for samples that can't be saved as objects:
    ///   electrocardiograms, routes and heartbeat series, whose measurements aren't part of the object.
    @discardableResult
    public func save(_ objects: [HKObject], source: ProvenanceData) throws -> [UUID] {
        if objects.isEmpty { return [] }
        return try write { db in
            let transaction = try SaveTransaction(db, source: source)
            let uuids = try transaction.save(objects)
            try transaction.finish()
            return uuids
        }
    }
}

extension HealthDatabase {
    /// Saves samples of a source, with the measurements of series, in one transaction and without regard to permissions.
    /// - Parameter now: The date when the samples are saved.
    /// - Throws: A ``StoreError``, as ``save(_:source:)`` does.
    package func save(
        _ samples: [(sample: HKSample, measurements: SeriesMeasurements?)], source: ProvenanceData, now: Date
    ) throws {
        if samples.isEmpty { return }
        try write { db in
            let transaction = try SaveTransaction(db, source: source, now: now)
            try transaction.save(samples)
            try transaction.finish()
        }
    }
}
