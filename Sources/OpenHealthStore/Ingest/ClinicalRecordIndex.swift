// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import GRDB
import OpenHealthModel

/// The identity of a clinical record: the provider's identifier, in one version of FHIR, from one place. The date
/// of the download is part of it, since a record that was downloaded again may have changed.
struct ClinicalKey: Hashable {
    var identifier: String
    var type: String
    var sourceURL: String
    var fhirVersion: String
    var receivedDate: Double

    init(_ record: ClinicalRecordData) {
        identifier = record.identifier
        type = record.type
        sourceURL = record.sourceURL
        fhirVersion = record.fhirVersion
        receivedDate = record.receivedDate.rounded(.down)
    }

    fileprivate init(_ row: Row) throws {
        identifier = try row.decode(atIndex: 1)
        type = try row.decode(atIndex: 2)
        sourceURL = try row.decode(atIndex: 3) ?? ""
        fhirVersion = try row.decode(atIndex: 4) ?? ""
        receivedDate = try row.decode(Double.self, atIndex: 5).rounded(.down)
    }
}

/// The clinical records of a store, found by what makes them the same.
///
/// Read once, when an import meets its first clinical record: there are at most thousands of them, and a provider's
/// are all received in the same second, so that a search for each would read all the others.
struct ClinicalRecordIndex {
    private var ids: [ClinicalKey: Int64]?

    /// The place of a record that is there.
    mutating func id(_ key: ClinicalKey, _ db: Database) throws -> Int64? {
        if let ids { return ids[key] }
        var ids: [ClinicalKey: Int64] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, identifier, fhir_type, source_url, fhir_version, start FROM clinical_record")
        while let row = try rows.next() { ids[try ClinicalKey(row)] = try row.decode(atIndex: 0) }
        self.ids = ids
        return ids[key]
    }

    /// Notes a record that has been added.
    mutating func add(_ key: ClinicalKey, _ id: Int64) {
        ids?[key] = id
    }
}
