// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthAPI
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
            ("rest", .array([rest])),
        ])
    }

    private static var rest: JSONValue {
        .object([
            ("mode", .string("server")),
            (
                "security",
                .object([
                    (
                        "description",
                        .string(
                            "The token of an app that has asked the person for permission; see /openapi.json. An app sees what "
                                + "it may read, and what it saved itself.")
                    )
                ])
            ),
            ("resource", .array([observation, patient])),
        ])
    }

    private static var observation: JSONValue {
        .object([
            ("type", .string("Observation")), ("interaction", interactions(["read", "search-type"])),
            (
                "searchParam",
                .array(
                    FHIRRoutes.searchFields.compactMap { field in
                        field.kind.map { kind in
                            .object([
                                ("name", .string(field.name)), ("type", .string(kind)),
                                ("documentation", .string(field.summary)),
                            ])
                        }
                    })
            ),
        ])
    }

    private static var patient: JSONValue {
        .object([
            ("type", .string("Patient")), ("interaction", interactions(["read"])),
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

    private static func interactions(_ codes: [String]) -> JSONValue {
        .array(codes.map { .object([("code", .string($0))]) })
    }
}
