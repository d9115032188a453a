// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel
import OpenHealthStore

extension AppSession {
    /// Returns the type of a visible sample.
    /// - Throws: An `HKError`: `errorNoData` if the sample doesn't exist or isn't visible, which the app can't distinguish.
    package func sampleType(of uuid: UUID) throws -> HKSampleType {
        try read { db in
            let reader = RecordReader(db)
            guard let sample = try finder(reader)(uuid),
                let type = try reader.type(sample.type).sampleType
            else { throw HKError(.errorNoData, "There is no sample with the UUID \(uuid) that this app can see.") }
            return type
        }
    }

    /// Returns the sample of a visible attachment.
    /// - Throws: An `HKError`: `errorNoData` if the attachment doesn't exist or isn't visible to the app.
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
