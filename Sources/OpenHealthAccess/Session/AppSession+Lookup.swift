// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppSession {
    /// The type of a sample that the app sees, whatever type it is.
    /// - Throws: an `HKError`, `errorNoData` where there is none or the app may not see it, which is the same to it.
    package func sampleType(of uuid: UUID) throws -> HKSampleType {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try finder(reader)(uuid),
                let type = try reader.type(sample.type).sampleType
            else { throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app can see.") }
            return type
        }
    }

    /// The sample that an attachment lies beside, where the app sees it.
    /// - Throws: an `HKError`, `errorNoData` where there is no such attachment or the app may not see it.
    package func attachedObject(_ uuid: UUID) throws -> (object: UUID, type: HKSampleType) {
        try read { db in
            let reader = RecordReader(db)
            guard
                let place = try Int64.fetchOne(
                    db.cachedStatement(sql: "SELECT sample FROM attachment WHERE uuid = ?"), arguments: [uuid.bytes]),
                let sample = try SampleLookup.sample(reader, at: place), try sight(reader)(sample),
                let type = try reader.type(sample.type).sampleType
            else {
                throw HKError(
                    .errorNoData, "There is no attachment with the identifier \(uuid) that this app can see.")
            }
            return (try reader.uuid(sample), type)
        }
    }
}
