// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The codes of a type of health data in FHIR.
package struct FHIRType: Sendable {
    /// The identifier of the type: its code in ``FHIRTypes/typeSystem``.
    package let identifier: String
    /// The type in words.
    package let display: String
    /// The code of the category of observations that it belongs to.
    package let category: String
    /// The unit that values are given in; nil for what is no quantity.
    package let unit: String?
    /// The same in the codes of UCUM. Percent is a hundredth there, and in HealthKit one.
    package let ucum: String?
    /// Its codes in LOINC; none where LOINC has none.
    package let loinc: [(code: String, display: String)]
}

/// The types that are observations of FHIR: quantities, categories and the blood pressure.
package enum FHIRTypes {
    /// The system of codes that are identifiers of types.
    package static let typeSystem = "urn:openhealthkit:type"
    /// The system of codes that are cases of enumerations, by their names in Objective-C.
    package static let valueSystem = "urn:openhealthkit:value"
    /// The system of codes of LOINC.
    package static let loincSystem = "http://loinc.org"
    /// The system of codes of units.
    package static let unitSystem = "http://unitsofmeasure.org"
    /// The system of codes of categories of observations.
    package static let categorySystem = "http://terminology.hl7.org/CodeSystem/observation-category"

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: table.map { ($0.identifier, $0) })

    /// The entry of a type; nil for types that are no observations.
    package static func named(_ identifier: String) -> FHIRType? { byIdentifier[identifier] }
}
