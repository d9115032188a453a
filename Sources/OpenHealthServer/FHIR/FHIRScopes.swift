// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthFormats
import OpenHealthModel

/// The scopes of SMART (version 2) that are equivalent to permissions to read.
enum FHIRScopes {
    /// The scope of the person.
    static let patient = "patient/Patient.r"

    /// Returns the scope for a type, with its first code.
    static func scope(_ type: FHIRType) -> String {
        let coding = FHIRCodes.codings(type)[0]
        return "patient/Observation.rs?code=\(coding.system)|\(coding.code)"
    }

    /// Returns the scope for all types of a category.
    static func scope(category: String) -> String {
        "patient/Observation.rs?category=\(FHIRTypes.categorySystem)|\(category)"
    }

    /// All scopes.
    static let all: [String] =
        [patient] + Set(FHIRTypes.table.map(\.category)).sorted().map(scope(category:)) + FHIRTypes.table.map(scope)

    /// Returns the scopes that an app has requested, by the identifiers of types.
    static func scopes(asked: Set<String>) -> [String] {
        let characteristics = [HKCharacteristicTypeIdentifier.biologicalSex, .dateOfBirth].map(\.rawValue)
        let pressures = [HKQuantityTypeIdentifier.bloodPressureSystolic, .bloodPressureDiastolic].map(\.rawValue)
        let types = FHIRTypes.table.filter { type in
            type.identifier == HKCorrelationTypeIdentifier.bloodPressure.rawValue
                ? asked.isSuperset(of: pressures) : asked.contains(type.identifier)
        }
        return (asked.isDisjoint(with: characteristics) ? [] : [patient]) + types.map(scope)
    }

    /// Returns the server's configuration for clients of SMART.
    static func configuration(base: String) -> JSONValue {
        .object([
            ("scopes_supported", .array(all.map(JSONValue.string))),
            ("capabilities", .array(["permission-patient", "permission-v2"].map(JSONValue.string))),
            ("registration_endpoint", .string(base + "/v1/apps")),
            ("service_documentation", .string(base + "/openapi.json")),
        ])
    }
}
