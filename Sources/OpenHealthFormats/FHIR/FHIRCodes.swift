// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The codes of types, units and values.
package enum FHIRCodes {
    /// Returns the codes of a type: those of LOINC, and its identifier.
    package static func codings(_ type: FHIRType) -> [(system: String, code: String, display: String)] {
        type.loinc.map { (FHIRTypes.loincSystem, $0.code, $0.display) }
            + [(FHIRTypes.typeSystem, type.identifier, type.display)]
    }

    /// Returns a type as an observed concept.
    static func concept(_ type: FHIRType) -> JSONValue {
        .concept(codings(type).map { .coding($0.system, $0.code, $0.display) }, text: type.display)
    }

    /// Returns the category of a type.
    static func category(_ type: FHIRType) -> JSONValue {
        .concept([.coding(FHIRTypes.categorySystem, type.category, categoryNames[type.category])])
    }

    /// The display names of the categories in FHIR.
    package static let categoryNames = [
        "social-history": "Social History", "vital-signs": "Vital Signs", "imaging": "Imaging",
        "laboratory": "Laboratory", "procedure": "Procedure", "survey": "Survey", "exam": "Exam",
        "therapy": "Therapy", "activity": "Activity",
    ]

    // MARK: - Quantities

    /// The unit of each type.
    private static let units: [String: (unit: HKUnit, text: String, code: String, powerOfTen: Int)] = {
        var units: [String: (unit: HKUnit, text: String, code: String, powerOfTen: Int)] = [:]
        for type in FHIRTypes.table {
            guard let text = type.unit, let code = type.ucum else { continue }
            let unit = HKUnit(from: text)
            let follows = unit.ucum?.code == code
            units[type.identifier] = (unit, follows ? text : code, code, unit.ucum?.powerOfTen ?? 0)
        }
        return units
    }()

    /// Returns the value of a type in its unit, or nil if it is not finite or has another dimension.
    static func quantity(_ quantity: HKQuantity, of type: FHIRType) -> JSONValue? {
        guard let given = units[type.identifier], let value = try? quantity.value(in: given.unit) else { return nil }
        return json(value, given.powerOfTen, given.text, given.code)
    }

    /// Returns a quantity in its own unit, or nil if its value is not finite.
    static func quantity(_ quantity: HKQuantity) -> JSONValue? {
        let unit = quantity.originalUnit
        return json(quantity.originalValue, unit.ucum?.powerOfTen ?? 0, unit.unitString, unit.ucum?.code)
    }

    private static func json(_ value: Double, _ powerOfTen: Int, _ unit: String, _ code: String?) -> JSONValue? {
        guard let number = FHIRNumber.json(value, powerOfTen: powerOfTen) else { return nil }
        var quantity = FHIRJSON()
        quantity.add("value", number)
        quantity.add("unit", unit)
        if let code {
            quantity.add("system", FHIRTypes.unitSystem)
            quantity.add("code", code)
        }
        return quantity.json
    }

    // MARK: - Values of enumerations

    /// Returns the code for a case of an enumeration, or nil if it has none.
    static func coding(of rawValue: Int, in enumeration: String) -> JSONValue? {
        guard let name = HealthEnums.caseName(ofEnum: enumeration, rawValue: rawValue) else { return nil }
        let bare = name.hasPrefix(enumeration) ? name.dropFirst(enumeration.count) : name.dropFirst(2)
        return .coding(FHIRTypes.valueSystem, name, words(bare))
    }

    /// Converts `AsleepCore` to "Asleep core". Abbreviations stay as they are: "Asleep REM".
    static func words(_ name: Substring) -> String {
        let letters = Array(name)
        var words = ""
        for (index, letter) in letters.enumerated() {
            let begins = letter.isUppercase && index > 0 && letters[index - 1].isLowercase
            let isAbbreviation = index + 1 < letters.count && letters[index + 1].isUppercase
            words += begins ? " " + (isAbbreviation ? String(letter) : letter.lowercased()) : String(letter)
        }
        return words
    }
}
