// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Saves samples of a source, with the measurements of series, in one transaction and without regard to permissions.
    /// - Parameter now: The date when the samples are saved.
    /// - Throws: A ``StoreError``, as ``save(_:source:)`` does.
    package func save(
        _ samples: [(sample: HKSample, measurements: SeriesMeasurements?)], source: ProvenanceData, now: Date
    ) throws {
        if samples.isEmpty { return }
        try write { db in
            let session = try SaveSession(db, source: source, now: now)
            try session.save(samples)
            try session.finish()
        }
    }
}
