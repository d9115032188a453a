// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
import OpenHealthFormats
import OpenHealthModel

/// The server's FHIR capability statement, from the table of its search parameters.
enum FHIRCapabilities {
    /// Returns the statement.
    static func json(base: String) -> JSONValue {
        .object([
            ("resourceType", .string("CapabilityStatement")), ("status", .string("active")),
            ("date", .string("2026-11-22")), ("kind", .string("instance")),
            ("software", .object([("name", .string("OpenHealthKit"))])),
            (
                "implementation",
                .object([
                    ("description", .string("One person's health database, read only.")), ("url", .string(base)),
                ])
            ),
            ("fhirVersion", .string("4.0.1")),
            ("format", .array([.string("json"), .string(FHIRSchemas.contentType)])),
            ("rest", .array([rest(base)])),
        ])
    }

    private static func rest(_ base: String) -> JSONValue {
        .object([
            ("mode", .string("server")),
            (
                "security",
                .object([
                    ("extension", .array([endpoints(base)])),
                    (
                        "service",
                        .array([
                            .object([
                                (
                                    "coding",
                                    .array([
                                        .object([
                                            (
                                                "system",
                                                .string(
                                                    "http://terminology.hl7.org/CodeSystem/restful-security-service")
                                            ), ("code", .string("SMART-on-FHIR")),
                                        ])
                                    ])
                                )
                            ])
                        ])
                    ),
                    (
                        "description",
                        .string(
                            "The token of an app that has asked the person for permission; see /openapi.json. An app sees what "
                                + "it may read, and what it saved itself.")
                    ),
                ])
            ),
            ("resource", .array([observation, patient])),
        ])
    }

    /// Returns the endpoints of OAuth, in the extension of SMART. They are outside of FHIR's address.
    private static func endpoints(_ base: String) -> JSONValue {
        let server = base.hasSuffix("/fhir") ? String(base.dropLast(5)) : base
        let addresses = [
            ("authorize", OAuthRoutes.authorize.path), ("token", OAuthRoutes.token.path),
            ("register", OAuthRoutes.register.path), ("revoke", OAuthRoutes.revoke.path),
        ]
        return .object([
            (
                "extension",
                .array(
                    addresses.map { name, path in
                        .object([("url", .string(name)), ("valueUri", .string(server + path))])
                    })
            ),
            ("url", .string("http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris")),
        ])
    }

    private static var observation: JSONValue {
        .object([
            ("type", .string("Observation")), ("interaction", interactions(["read", "search-type"])),
            ("versioning", .string("versioned")), ("conditionalRead", .string("not-match")),
            (
                "searchParam",
                searchParameters(FHIRRoutes.searchFields)
            ),
        ])
    }

    private static var patient: JSONValue {
        .object([
            ("type", .string("Patient")), ("interaction", interactions(["read", "search-type"])),
            ("versioning", .string("versioned")), ("conditionalRead", .string("not-match")),
            (
                "searchParam",
                searchParameters(FHIRRoutes.patientFields)
            ),
            (
                "operation",
                .array([
                    .object([
                        ("name", .string("everything")),
                        ("definition", .string("http://hl7.org/fhir/OperationDefinition/Patient-everything")),
                    ])
                ])
            ),
        ])
    }

    private static func searchParameters(_ fields: [FHIRRoutes.SearchField]) -> JSONValue {
        .array(
            fields.compactMap { field in
                field.kind.map { kind in
                    .object([
                        ("name", .string(field.name)), ("type", .string(kind)),
                        ("documentation", .string(field.summary)),
                    ])
                }
            })
    }

    private static func interactions(_ codes: [String]) -> JSONValue {
        .array(codes.map { .object([("code", .string($0))]) })
    }
}

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

    /// The scopes that every client gets, and that of all observations.
    private static let usual = ["patient/Observation.rs", "patient/*.rs", "launch/patient", "offline_access"]

    private static let capabilities = [
        "launch-standalone", "client-public", "context-standalone-patient", "permission-offline", "permission-patient",
        "permission-v1", "permission-v2",
    ]

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
        .object(
            OAuthMetadata.endpoints(base) + [
                ("scopes_supported", .array((all + usual).map(JSONValue.string))),
                ("capabilities", .array(capabilities.map(JSONValue.string))),
            ])
    }
}
