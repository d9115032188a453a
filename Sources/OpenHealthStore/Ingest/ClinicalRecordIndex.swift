// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The identity of a clinical record: the provider's identifier, FHIR version and source. It includes the date of the download,
/// because a record that is downloaded again can have changed.
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

    fileprivate enum Columns: String, SelectedColumns {
        case identifier, start
        case type = "fhir_type"
        case sourceURL = "source_url"
        case fhirVersion = "fhir_version"
    }

    fileprivate init(_ row: Row) throws {
        identifier = try row.value(of: Columns.identifier)
        type = try row.value(of: Columns.type)
        sourceURL = try row.value(of: Columns.sourceURL) ?? ""
        fhirVersion = try row.value(of: Columns.fhirVersion) ?? ""
        receivedDate = try row.value(Double.self, of: Columns.start).rounded(.down)
    }
}

/// The clinical records of a store by their identity.
///
/// The index is read once, at the first clinical record of an import: there are at most thousands of records, and all records of
/// a provider are received in the same second, so a search for each record would read all the others.
final class ClinicalRecordIndex {
    private var ids: [ClinicalKey: Int64]?

    /// Returns the position of a record, or nil if the store doesn't contain it.
    func id(_ key: ClinicalKey, _ db: Database) throws -> Int64? {
        if let ids { return ids[key] }
        var ids: [ClinicalKey: Int64] = [:]
        let rows = try Row.fetchCursor(
            db, sql: "SELECT id, \(ClinicalKey.Columns.selection) FROM clinical_record")
        while let row = try rows.next() { ids[try ClinicalKey(row)] = try row.value(of: "id") }
        self.ids = ids
        return ids[key]
    }

    /// Adds a record to the index.
    func add(_ key: ClinicalKey, _ id: Int64) {
        ids?[key] = id
    }
}

/// The mapping from FHIR resource types to HealthKit's clinical types.
enum ClinicalTypes {
    /// Returns the identifier of the clinical type, or the name of the resource type if there is no clinical type for it.
    static func identifier(fhirType: String, resource: Data?) -> String {
        switch fhirType {
        case "AllergyIntolerance": "HKClinicalTypeIdentifierAllergyRecord"
        case "Condition": "HKClinicalTypeIdentifierConditionRecord"
        case "Coverage": "HKClinicalTypeIdentifierCoverageRecord"
        case "Immunization": "HKClinicalTypeIdentifierImmunizationRecord"
        case "DiagnosticReport": "HKClinicalTypeIdentifierLabResultRecord"
        case "DocumentReference": "HKClinicalTypeIdentifierClinicalNoteRecord"
        case "MedicationDispense", "MedicationOrder", "MedicationRequest", "MedicationStatement":
            "HKClinicalTypeIdentifierMedicationRecord"
        case "Procedure": "HKClinicalTypeIdentifierProcedureRecord"
        case "Observation":
            isVitalSign(resource)
                ? "HKClinicalTypeIdentifierVitalSignRecord" : "HKClinicalTypeIdentifierLabResultRecord"
        // A resource type can't have the name of another kind of sample type.
        case _ where HealthTypes.otherKind(fhirType, than: [.clinical]) != nil: "ClinicalRecord"
        default: fhirType.isEmpty ? "ClinicalRecord" : fhirType
        }
    }

    /// Returns whether an observation has the category of vital signs. DSTU2 and R4 differ only in whether there can be several
    /// categories.
    private static func isVitalSign(_ resource: Data?) -> Bool {
        guard let resource, let object = try? JSONSerialization.jsonObject(with: resource) as? [String: Any] else {
            return false
        }
        let categories = object["category"] as? [[String: Any]] ?? [object["category"] as? [String: Any] ?? [:]]
        return categories.contains { category in
            let codings = category["coding"] as? [[String: Any]] ?? []
            return codings.contains { $0["code"] as? String == "vital-signs" }
        }
    }
}
