// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The person who owns the database, as a patient of FHIR R4.
package enum FHIRPatient {
    /// Returns the patient.
    /// - Parameters:
    ///   - sex: The sex; nil if it is not set or may not be read.
    ///   - birthDate: The year, month and day in the Gregorian calendar; nil if the date is not set or may not be read.
    package static func resource(sex: HKBiologicalSex?, birthDate: DateComponents?) -> JSONValue {
        var patient = FHIRJSON(resource: "Patient")
        patient.add("id", FHIRObservation.person)
        patient.add("gender", sex.flatMap(gender))
        if let year = birthDate?.year, let month = birthDate?.month, let day = birthDate?.day,
            (1...9999).contains(year)
        {
            let parts = [(year, 4), (month, 2), (day, 2)].map { FHIRInstant.padded($0.0, $0.1) }
            patient.add("birthDate", parts.joined(separator: "-"))
        }
        return patient.json
    }

    /// FHIR's gender is the administrative gender, the only suitable element.
    private static func gender(_ sex: HKBiologicalSex) -> String? {
        switch sex {
        case .female: "female"
        case .male: "male"
        case .other: "other"
        case .notSet: nil
        }
    }
}
