// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

/// The schemas of FHIR R4 resources, limited to what the server writes.
package enum FHIRSchemas {
    /// The media type of FHIR as JSON.
    package static let contentType = "application/fhir+json"

    static let all: [(name: String, schema: JSONSchema)] = [
        ("Observation", observation),
        ("Patient", patient),
        ("OperationOutcome", outcome),
        ("SearchBundle", bundle),
        ("CapabilityStatement", capabilities),
        ("FHIRCoding", coding),
        ("FHIRCodeableConcept", concept),
        ("FHIRQuantity", quantity),
        ("FHIRPeriod", period),
    ]

    /// The schema of an id of FHIR.
    static let id = JSONSchema.string(pattern: "^[A-Za-z0-9\\-.]{1,64}$")

    /// Returns the schema of an object; FHIR has no null.
    private static func fhir(
        _ required: KeyValuePairs<String, JSONSchema> = [:], optional: KeyValuePairs<String, JSONSchema> = [:],
        isOpen: Bool = false
    ) -> JSONSchema {
        .object(required, optional: optional, isOpen: isOpen, allowsNull: false)
    }

    private static let uri = JSONSchema.string(length: 1...512)

    private static let coding = fhir(
        ["system": uri, "code": .string(length: 1...256)], optional: ["display": .string(length: 1...512)]
    ).described("A code of a code system.")

    private static let concept = fhir(
        [:], optional: ["coding": .array(of: .named("FHIRCoding")), "text": .string(length: 1...1024)]
    ).described("A concept in the codes of one or more code systems.")

    private static let quantity = fhir(
        ["value": .number], optional: ["unit": .string(length: 1...64), "system": uri, "code": .string(length: 1...64)]
    ).described("A number with its unit as a UCUM code.")

    private static let period = fhir(
        [:], optional: ["start": .date, "_start": primitive, "end": .date, "_end": primitive]
    ).described("A period, which is ongoing without an end.")

    /// The schema of the properties of a primitive value.
    private static let primitive = fhir(["extension": .array(of: `extension`)])

    private static func type(_ name: String) -> JSONSchema { .one(of: [name]) }

    private static let identifier = fhir(["system": uri, "value": .string()])

    private static let reference = fhir(
        [:], optional: ["reference": .string(length: 1...128), "display": .string(length: 1...1024)])

    private static let `extension` = fhir(
        ["url": uri],
        optional: [
            "valueCode": .string(length: 1...256), "valueString": .string(length: 1...65_536), "valueDecimal": .number,
            "valueInteger": .integer(), "valueBoolean": .bool, "valueDateTime": .date,
            "valueQuantity": .named("FHIRQuantity"), "valueCoding": .named("FHIRCoding"),
            "extension": .array(of: fhir(isOpen: true)),
        ])

    private static let observation = fhir(
        [
            "resourceType": type("Observation"), "id": id, "status": .one(of: ["final"]),
            "code": .named("FHIRCodeableConcept"),
        ],
        // With _elements, an observation has those elements alone.
        optional: [
            "category": .array(of: .named("FHIRCodeableConcept")), "subject": reference,
            "meta": fhir([:], optional: ["versionId": id, "lastUpdated": .date, "source": uri]),
            "identifier": .array(of: identifier), "extension": .array(of: `extension`),
            "effectiveDateTime": .date, "_effectiveDateTime": primitive, "effectivePeriod": .named("FHIRPeriod"),
            "performer": .array(of: reference), "device": reference, "bodySite": .named("FHIRCodeableConcept"),
            "contained": .array(of: fhir(["resourceType": type("Device")], isOpen: true)),
            "valueQuantity": .named("FHIRQuantity"), "valueCodeableConcept": .named("FHIRCodeableConcept"),
            "valueInteger": .integer(), "dataAbsentReason": .named("FHIRCodeableConcept"),
            "component": .array(
                of: fhir(
                    ["code": .named("FHIRCodeableConcept")],
                    optional: [
                        "valueQuantity": .named("FHIRQuantity"), "dataAbsentReason": .named("FHIRCodeableConcept"),
                    ])),
        ]
    ).described("One sample, or a blood pressure of two samples.")

    private static let patient = fhir(
        ["resourceType": type("Patient"), "id": id],
        optional: [
            "gender": .one(of: ["male", "female", "other", "unknown"]),
            "meta": fhir([:], optional: ["versionId": id]),
            "birthDate": .string(pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        ]
    ).described("The person of the database, with the properties that the app may read.")

    private static let outcome = fhir([
        "resourceType": type("OperationOutcome"),
        "issue": .array(
            of: fhir(
                [
                    "severity": .one(of: ["fatal", "error", "warning", "information"]), "code": .string(),
                    "diagnostics": .string(),
                ], optional: ["details": .named("FHIRCodeableConcept"), "expression": .array(of: .string())])),
    ]).described("An error, or a part of a search that was ignored.")

    private static let bundle = fhir(
        [
            "resourceType": type("Bundle"), "type": .one(of: ["searchset"]),
            "link": .array(of: fhir(["relation": .one(of: ["self", "next"]), "url": uriOfPage])),
        ],
        optional: [
            "total": .integer(0...Int.max),
            "entry": .array(
                of: fhir(
                    [
                        "resource": .any(of: [.named("Observation"), .named("Patient"), .named("OperationOutcome")]),
                        "search": fhir(["mode": .one(of: ["match", "outcome"])]),
                    ], optional: ["fullUrl": uriOfPage])),
        ]
    ).described("A page of results. Follow the link `next` until there is none.")

    private static let uriOfPage = JSONSchema.string(length: 1...65_536)

    private static let capabilities = fhir(
        [
            "resourceType": type("CapabilityStatement"), "status": .one(of: ["active"]), "date": .string(),
            "kind": .one(of: ["instance"]), "fhirVersion": .one(of: ["4.0.1"]),
            "format": .array(of: .string()), "rest": .array(of: fhir(["mode": .one(of: ["server"])], isOpen: true)),
        ], isOpen: true
    ).described("The FHIR capabilities of the server.")
}
