// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The routes for health data as FHIR R4 resources.
///
/// Their errors are an `OperationOutcome` instead of a problem, because clients of FHIR require that format.
package enum FHIRRoutes {
    package static let all: [APIRoute] = [
        metadata, smart, scopes, observations, observationSearch, observation, patients, patientSearch, patient,
        everything,
    ]

    package static let metadata = APIRoute(
        "fhirMetadata", .get, "/fhir/metadata", for: .anyone, "The server's FHIR capabilities",
        parameters: [format], responses: [resource("CapabilityStatement", "The statement.")], problems: [.notAcceptable]
    )

    package static let smart = APIRoute(
        "fhirSmartConfiguration", .get, "/fhir/.well-known/smart-configuration", for: .anyone,
        "The endpoints and scopes for clients of SMART",
        details: "A standalone launch of a public client; each scope is the same as the permission to read some types.",
        responses: [.json(.named("SmartConfiguration"), "The configuration.")])

    package static let scopes = APIRoute(
        "fhirScopes", .get, "/fhir/scopes", for: .app, "The SMART scopes that the app has requested",
        details: "Requested, not granted: an app does not learn whether it is refused.",
        responses: [
            .json(.object(["scope": .string()]), "The scopes, with spaces between them.")
        ])

    package static let observations = APIRoute(
        "fhirObservations", .get, "/fhir/Observation", for: .app, "Samples as FHIR observations",
        details: searchDetails, parameters: searchParameters + [cursor, prefer],
        responses: [resource("SearchBundle", "A page of observations.")], problems: searchProblems)

    package static let observationSearch = APIRoute(
        "fhirObservationSearch", .post, "/fhir/Observation/_search", for: .app,
        "The same, with the parameters in a form", onlyReads: true,
        details: "For searches that should not appear in the logs of proxies. The links of the response are for GET.",
        parameters: [prefer],
        body: APIBody([("application/x-www-form-urlencoded", searchForm)], most: 64 << 10, isRequired: false),
        responses: [resource("SearchBundle", "A page of observations.")], problems: searchProblems)

    package static let observation = APIRoute(
        "fhirObservation", .get, "/fhir/Observation/{id}", for: .app, "One observation",
        details: "Its id is the UUID of the sample in lower case.",
        parameters: [.path("id", FHIRSchemas.id, "The id."), format, .earlierTag],
        responses: [resource("Observation", "The observation."), .unchanged], problems: [.notFound, .notAcceptable])

    package static let patients = APIRoute(
        "fhirPatients", .get, "/fhir/Patient", for: .app, "The person, by a search",
        details: "There is one person, with the id `person`, and only the properties that the app may read.",
        parameters: patientFields.map { .query($0.name, .array(of: $0.schema), $0.summary) } + [format, prefer],
        responses: [resource("SearchBundle", "The person, if the search matches.")], problems: [.notAcceptable])

    package static let patientSearch = APIRoute(
        "fhirPatientSearch", .post, "/fhir/Patient/_search", for: .app,
        "The same, with the parameters in a form", onlyReads: true, parameters: [prefer],
        body: APIBody([("application/x-www-form-urlencoded", patientForm)], most: 64 << 10, isRequired: false),
        responses: [resource("SearchBundle", "The person, if the search matches.")], problems: [.notAcceptable])

    package static let patient = APIRoute(
        "fhirPatient", .get, "/fhir/Patient/{id}", for: .app, "The person",
        details: "There is one person, with the id `person`, and only the properties that the app may read.",
        parameters: [.path("id", FHIRSchemas.id, "The id."), format, .earlierTag],
        responses: [resource("Patient", "The person."), .unchanged], problems: [.notFound, .notAcceptable])

    package static let everything = APIRoute(
        "fhirEverything", .get, "/fhir/Patient/{id}/$everything", for: .app,
        "The person and all observations that the app may read",
        details: "The oldest first, in pages.",
        parameters: [
            .path("id", FHIRSchemas.id, "The id."),
            .query("start", instant, "Observations of this day, month, year or instant, or later ones."),
            .query("end", instant, "Observations of this day, month, year or instant, or earlier ones."),
            .query("_type", .string(), "The types of resources, with commas between them: Patient, Observation."),
            count, format, cursor, prefer,
        ],
        responses: [resource("SearchBundle", "A page of it.")],
        problems: [.notFound, .notAcceptable, .invalidArgument])

    // MARK: - Parts of searches

    private static let searchDetails = """
        Quantity and category samples, the newest first; workouts and other samples are not served. A blood pressure is one observation with \
        two components; its two \
        readings are separate when they are requested by their own codes, or belong to no blood pressure that the app sees.

        A repeated parameter must match each time; values separated by commas are alternatives. Unknown \
        parameters are ignored, unless the header has `Prefer: handling=strict`.
        """

    private static let searchProblems: [Problem.Kind] = [.notAcceptable, .invalidArgument]

    /// A parameter of a search, in the query or in a form.
    package struct SearchField: Sendable {
        package let name: String
        /// The FHIR type of the parameter; nil for parameters about the response.
        package let kind: String?
        package let summary: String
        let schema: JSONSchema

        init(_ name: String, _ kind: String?, _ schema: JSONSchema, _ summary: String) {
            self.name = name
            self.kind = kind
            self.schema = schema
            self.summary = summary
        }
    }

    /// The parameters of a search.
    package static let searchFields = [
        SearchField(
            "code", "token", .string().example(.string("http://loinc.org|8867-4")),
            "The code of the observation: `system|code`, `code`, or `system|`."),
        SearchField(
            "category", "token", .string().example(.string("vital-signs")),
            "The kind of observation: `system|code`, `code`, or `system|`."),
        SearchField(
            "date", "date",
            .string(pattern: "^(\(prefixedDate)(,\(prefixedDate))*)?$").example(.string("ge2026-03-14")),
            """
            The time, as a year, month, day or instant, with one of eq, ne, lt, le, gt, ge, sa, eb, ap before it. Times \
            without a zone are in UTC.
            """),
        SearchField(
            "patient", "reference", .string(),
            "The patient: `person`, `Patient/person` or that with the address before it."),
        SearchField("subject", "reference", .string(), "The same as `patient`."),
        SearchField(
            "status", "token", .string(), "The state of the observation; all of them are `final`."),
        SearchField("_id", "token", .string(), "The ids of observations."),
        SearchField(
            "_lastUpdated", "date", .string(pattern: "^(\(prefixedDate)(,\(prefixedDate))*)?$"),
            """
            The time at which the server received the observation, as for `date`; it is `meta.lastUpdated`. Changes are visible some seconds \
            later at most, so ask with `ge` for a time a minute before the last request. Deleted samples are not found; \
            `/v1/changes` has them. Nor are the earlier samples of a type that the person has allowed since then: search once without it.
            """),
        SearchField("_sort", nil, .one(of: ["date", "-date", ""]), "The oldest or the newest first."),
        SearchField(
            "_count", nil, .any(of: [.integer().with("minimum", .integer(0)), .one(of: [""])]),
            "The number on a page, 100 by default and at most 1000; 0 for the count only."),
        SearchField(
            "_summary", nil, .one(of: ["count", "false", ""]),
            "`count` for the number of observations alone, as `_count=0`."),
        SearchField(
            "_total", nil, .one(of: ["none", "estimate", "accurate", ""]),
            "`accurate` or `estimate` for the number of observations on all pages, which is always accurate."),
        SearchField(
            "_elements", nil, .string().example(.string("effectiveDateTime,valueQuantity")),
            "The elements of observations, separated by commas; mandatory ones are always included."),
        SearchField("_format", nil, formats, "`json` or a media type of JSON."),
    ]

    private static let searchParameters = searchFields.map {
        // Parameters that restrict the search can occur more than once.
        APIParameter.query($0.name, $0.kind == nil ? $0.schema : .array(of: $0.schema), $0.summary)
    }

    /// The name of the parameter with the start of a page.
    package static let cursorName = "_cursor"

    /// The names of the parameters of a search.
    package static let searchNames = Set(searchFields.map(\.name) + [cursorName])

    /// The parameters of a search for the person.
    package static let patientFields = [
        SearchField("_id", "token", .string(), "The ids of patients."),
        SearchField("identifier", "token", .string(), "The identifiers of patients. The person has none."),
    ]

    /// The names of the parameters of a search for the person.
    package static let patientNames = patientFields.map(\.name) + ["_format"]

    private static let patientForm = JSONSchema([
        ("type", .string("object")),
        (
            "properties",
            .object(patientFields.map { ($0.name, $0.schema.json) } + [("_format", formats.json)])
        ),
    ])

    /// The names of the parameters for everything about the person.
    package static let everythingNames = Set(everything.parameters.filter { $0.place == .query }.map(\.name))

    private static let searchForm = JSONSchema([
        ("type", .string("object")), ("properties", .object(searchFields.map { ($0.name, $0.schema.json) })),
    ])

    private static let count = APIParameter.query(
        "_count", .any(of: [.integer().with("minimum", .integer(1)), .one(of: [""])]),
        "The number of observations on a page, at most 1000.")

    private static let format = APIParameter.query("_format", formats, "`json` or a media type of JSON.")

    private static let cursor = APIParameter.query(
        cursorName, .string(pattern: "^([A-Za-z0-9_-]{22,100})?$"), "The start of the page, as in the link `next`.")

    private static let prefer = APIParameter.header(
        "Prefer", .string(), "`handling=strict` for an error instead of ignoring unknown parameters.")

    /// FHIR ignores a parameter without a value.
    private static let formats = JSONSchema.one(
        of: ["json", FHIRSchemas.contentType, "application/json", "text/json", ""])

    private static let instant = JSONSchema.string(pattern: "^(\(date))?$")

    /// The schema of a date of FHIR.
    private static let date =
        "(?!0000)[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01])(T([01][0-9]|2[0-3]):[0-5][0-9]"
        + "(:[0-5][0-9](\\.[0-9]{1,12})?)?(Z|[+-](0[0-9]|1[0-3]):[0-5][0-9])?)?)?)?"

    private static let prefixedDate = "(eq|ne|lt|le|gt|ge|sa|eb|ap)?" + date

    private static func resource(_ name: String, _ summary: String) -> APIResponse {
        APIResponse(200, summary, [(FHIRSchemas.contentType, .named(name))])
    }
}
