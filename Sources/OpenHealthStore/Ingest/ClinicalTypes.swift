// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// Which of HealthKit's clinical types a FHIR resource belongs to.
enum ClinicalTypes {
    /// The identifier of the clinical type; for a resource that has none, the name of the resource.
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
        // A resource cannot have the name of a type of other samples.
        case _ where HealthTypes.otherKind(fhirType, than: [.clinical]) != nil: "ClinicalRecord"
        default: fhirType.isEmpty ? "ClinicalRecord" : fhirType
        }
    }

    /// Whether an observation says that it is a vital sign: a category with that code (DSTU2 and R4 differ only in
    /// whether there may be several).
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
