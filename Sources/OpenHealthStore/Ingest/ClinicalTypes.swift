// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

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
