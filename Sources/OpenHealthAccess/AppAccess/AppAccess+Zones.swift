// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthStore

extension AppAccess {
    /// Returns the first and the last visible sample of each run of samples of a type with one time zone, in order.
    /// - Throws: An `HKError`: `errorAuthorizationNotDetermined` if the app hasn't requested authorization.
    package func recordZones(of type: HKSampleType, from: Date, to: Date) throws -> [RecordedZones.Record] {
        try read(noting: { $0.isEmpty ? [] : AccessNote.figures(type, [(from, to)]) }) { db in
            _ = try access(db, type)
            var zones = try RecordZones(db)
            guard !zones.isEmpty else { return [] }
            let interval = PredicateInterval(from: from.timeIntervalSince1970, to: to.timeIntervalSince1970)
            let part = SampleQuery.Part(type, .interval(interval))
            try SampleReader(db, [part], for: self).forEachCandidate { sample, filter in
                if let zone = zones.zone(sample.metadata), try filter.passes(sample) {
                    zones.add(start: sample.start, zone: zone)
                }
                return true
            }
            return zones.records
        }
    }
}
