// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The FHIR codes of a type of health data.
package struct FHIRType: Sendable {
    /// The identifier of the type: its code in ``FHIRTypes/typeSystem``.
    package let identifier: String
    /// The name of the type for display.
    package let display: String
    /// The code of the observation category that the type belongs to.
    package let category: String
    /// The unit of the values; `nil` if the type is not a quantity type.
    package let unit: String?
    /// The UCUM code of the unit. A percent is a hundredth in UCUM and one in HealthKit.
    package let ucum: String?
    /// The LOINC codes of the type; empty if LOINC has none.
    package let loinc: [(code: String, display: String)]
}

/// The types that FHIR represents as observations: quantities, categories and blood pressure.
package enum FHIRTypes {
    /// The code system of type identifiers.
    package static let typeSystem = "urn:openhealthkit:type"
    /// The code system of enumeration cases, by their names in Objective-C.
    package static let valueSystem = "urn:openhealthkit:value"
    /// The code system of LOINC.
    package static let loincSystem = "http://loinc.org"
    /// The code system of units.
    package static let unitSystem = "http://unitsofmeasure.org"
    /// The code system of observation categories.
    package static let categorySystem = "http://terminology.hl7.org/CodeSystem/observation-category"

    private static let byIdentifier = Dictionary(uniqueKeysWithValues: table.map { ($0.identifier, $0) })

    /// Returns the entry of a type; `nil` if FHIR does not represent the type as an observation.
    package static func named(_ identifier: String) -> FHIRType? { byIdentifier[identifier] }
}
