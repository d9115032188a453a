// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Hummingbird
import NIOCore

/// The handlers of the routes for health data as FHIR R4 resources.
enum FHIRHandlers {
    static let bindings = [
        RouteBinding(FHIRRoutes.metadata) { scope in
            try response(FHIRCapabilities.json(base: base(scope)), scope)
        },
        RouteBinding(FHIRRoutes.smart) { scope in
            scope.response(FHIRScopes.configuration(base: scope.services.publicURL))
        },
        RouteBinding(FHIRRoutes.scopes, scopes),
        RouteBinding(FHIRRoutes.observations) { scope in
            try await search(scope, FHIRForm.pairs(scope.request.uri.query ?? ""))
        },
        RouteBinding(FHIRRoutes.observationSearch) { scope in
            let query = try FHIRForm.pairs(scope.request.uri.query ?? "")
            return try await search(scope, query + FHIRForm.pairs(try await form(scope)))
        },
        RouteBinding(FHIRRoutes.observation, observation),
        RouteBinding(FHIRRoutes.patients) { scope in
            try await patients(scope, FHIRForm.pairs(scope.request.uri.query ?? ""))
        },
        RouteBinding(FHIRRoutes.patientSearch) { scope in
            let query = try FHIRForm.pairs(scope.request.uri.query ?? "")
            return try await patients(scope, query + FHIRForm.pairs(try await form(scope)))
        },
        RouteBinding(FHIRRoutes.patient, patient),
        RouteBinding(FHIRRoutes.everything, everything),
    ]

    // MARK: - Reads

    private static func scopes(_ scope: RequestScope) async throws -> Response {
        let (app, database) = (try scope.app(), scope.database)
        let asked = try await scope.blocking {
            try database.apps.all().first { $0.identifier == app.identifier }?.permissions.filter(\.hasAskedToRead)
                ?? []
        }
        let scopes = FHIRScopes.scopes(asked: Set(asked.map(\.type)))
        return scope.response(.object([("scope", .string(scopes.joined(separator: " ")))]))
    }

    private static func observation(_ scope: RequestScope) async throws -> Response {
        let access = try scope.access()
        let id = try scope.path("id")
        let resource = try await scope.blocking {
            try FHIRSearch.uuid(id).flatMap(access.visibleReceivedSample).flatMap { found in
                FHIRObservation.resource(found.sample, received: found.received)
            }
        }.map(FHIRVersion.stated)
        guard let resource else { throw Problem(.notFound, "There is no such observation that this app can see.") }
        return try response(resource, scope)
    }

    private static func patient(_ scope: RequestScope) async throws -> Response {
        let access = try scope.access()
        try requirePerson(scope)
        return try response(try await scope.blocking { try person(access) }, scope)
    }

    /// Responds to a search for the person.
    private static func patients(
        _ scope: RequestScope, _ all: [(name: String, value: String)]
    ) async throws -> Response {
        let (access, base) = (try scope.access(), base(scope))
        let pairs = all.filter { !$0.value.isEmpty }
        try checkFormat(scope, pairs)
        let known = FHIRRoutes.patientNames
        let ignored = pairs.map(\.name).filter { !known.contains($0) }
        if let first = ignored.first, isStrict(scope) { throw FHIRIgnored.unknown(first, of: known) }
        // The person has no identifier.
        let isFound = pairs.allSatisfy { pair in
            switch pair.name {
            case "_id": FHIRToken.tokens(pair.value).contains { $0.code == FHIRObservation.person }
            case "identifier": false
            default: true
            }
        }
        let bundle = try await scope.blocking {
            var bundle = FHIRBundle(base: base)
            bundle.link("self", "/Patient", pairs.filter { known.contains($0.name) })
            if isFound { bundle.add(try person(access)) }
            bundle.addNotice(ignored: ignored)
            return bundle
        }
        return respond(bundle.json)
    }

    private static func requirePerson(_ scope: RequestScope) throws(Problem) {
        guard try scope.path("id") == FHIRObservation.person else {
            throw Problem(.notFound, "There is one patient, whose id is \(FHIRObservation.person).")
        }
    }

    /// Returns the person with the data that the app may read; data that it has not requested is omitted.
    private static func person(_ access: AppAccess) throws -> JSONValue {
        let sex = try known { try access.characteristic(HKCharacteristicType(.biologicalSex)) }
        let raw = sex.flatMap { HealthEnums.rawValue(ofCase: $0) }
        return FHIRVersion.stated(
            FHIRPatient.resource(
                sex: raw.flatMap(HKBiologicalSex.init(rawValue:)), birthDate: try known { try access.dateOfBirth() }))
    }

    private static func known<T>(_ read: () throws -> T?) throws -> T? {
        do {
            return try read()
        } catch let error as HKError
            where [.errorAuthorizationNotDetermined, .errorNoData].contains(error.code)
        {
            return nil
        }
    }

    // MARK: - Searches

    /// Returns the form of a search, which is optional.
    private static func form(_ scope: RequestScope) async throws -> String {
        let headers = scope.request.headers
        let isEmpty = headers[.transferEncoding] == nil && (headers[.contentLength] ?? "0") == "0"
        if isEmpty, headers[.contentType] == nil { return "" }
        let body = try await scope.body()
        guard let text = String(validating: body.readableBytesView, as: UTF8.self) else {
            throw Problem(.invalidRequest, "The form is not UTF-8.")
        }
        return text
    }

    private static func search(
        _ scope: RequestScope, _ pairs: [(name: String, value: String)]
    ) async throws -> Response {
        let access = try scope.access()
        let base = base(scope)
        try checkFormat(scope, pairs)
        let search = try FHIRSearch(
            pairs, isStrict: isStrict(scope), now: scope.services.configuration.clock(), base: base)
        let bundle = try await scope.blocking {
            var bundle = FHIRBundle(base: base)
            bundle.elements = search.elements
            bundle.link("self", "/Observation", search.applied)
            try find(search, access, in: &bundle)
            bundle.addNotice(ignored: search.ignored)
            return bundle
        }
        return respond(bundle.json)
    }

    private static func find(_ search: FHIRSearch, _ access: AppAccess, in bundle: inout FHIRBundle) throws {
        let types = try types(search, access)
        let anchors = try Anchors(access)
        let place = try FHIRCursor.place(search.cursor, anchors)
        if let ids = search.ids {
            let names = Set(types.map(\.identifier))
            let isReceived = search.received
            let samples = try ids.compactMap { try access.visibleReceivedSample($0) }.filter { found in
                names.contains(found.sample.sampleType.identifier)
                    && PredicateNode.and(search.dates).matches(found.sample)
                    && (isReceived?(found.received ?? .distantPast) ?? true)
            }.sorted { one, other in
                let (first, second) = (one.sample.startDate, other.sample.startDate)
                return search.newestFirst ? first > second : first < second
            }
            if search.count == 0 || search.wantsTotal { bundle.total = samples.count }
            if search.count > 0 { bundle.add(samples) }
            return
        }
        let parts = FHIRSearch.parts(types, dates: search.dates)
        if search.count == 0 || search.wantsTotal { bundle.total = try access.count(parts, at: search.received) }
        if search.count == 0 { return }
        let (samples, next) = try access.receivedPage(
            parts, newestFirst: search.newestFirst, after: place, count: search.count, at: search.received)
        if let next {
            bundle.link(
                "next", "/Observation", search.applied + [(FHIRRoutes.cursorName, FHIRCursor.text(next, anchors))])
        }
        bundle.add(samples)
    }

    /// Returns the types to search. Types that the app has not requested are omitted, unless the search names them.
    private static func types(_ search: FHIRSearch, _ access: AppAccess) throws -> [HKSampleType] {
        let types = search.isEmpty ? [] : search.types.compactMap(sampleType)
        return search.namesCodes && search.ids == nil ? types : try access.askedFor(types)
    }

    private static func sampleType(_ type: FHIRType) -> HKSampleType? {
        HKObjectType.named(type.identifier) as? HKSampleType
    }

    private static func everything(_ scope: RequestScope) async throws -> Response {
        let access = try scope.access().exporting
        try requirePerson(scope)
        let base = base(scope)
        let pairs = try FHIRForm.pairs(scope.request.uri.query ?? "")
        try checkFormat(scope, pairs)
        let request = try FHIREverything(pairs, isStrict: isStrict(scope))
        let path = "/Patient/\(FHIRObservation.person)/$everything"
        let bundle = try await scope.blocking {
            var bundle = FHIRBundle(base: base)
            bundle.link("self", path, request.applied)
            let anchors = try Anchors(access)
            let place = try FHIRCursor.place(request.cursor, anchors)
            if request.hasPatient, place == nil { bundle.add(try person(access)) }
            if request.hasObservations {
                let types = try access.askedFor(FHIRTypes.table.compactMap(sampleType))
                let (samples, next) = try access.receivedPage(
                    FHIRSearch.parts(types, dates: request.dates), newestFirst: false, after: place,
                    count: request.count)
                if let next {
                    bundle.link(
                        "next", path, request.applied + [(FHIRRoutes.cursorName, FHIRCursor.text(next, anchors))])
                }
                bundle.add(samples)
            }
            bundle.addNotice(ignored: request.ignored)
            return bundle
        }
        return respond(bundle.json)
    }

    // MARK: - Responses

    private static func base(_ scope: RequestScope) -> String { scope.services.publicURL + "/fhir" }

    private static func isStrict(_ scope: RequestScope) -> Bool {
        guard let name = HTTPField.Name("Prefer"), let field = scope.request.headers[name] else { return false }
        return field.split(whereSeparator: { ",; ".contains($0) }).contains { $0.lowercased() == "handling=strict" }
    }

    private static func response(_ resource: JSONValue, _ scope: RequestScope) throws -> Response {
        try checkFormat(scope, FHIRForm.pairs(scope.request.uri.query ?? ""))
        var response = respond(resource)
        guard let tag = FHIRVersion.tag(resource) else { return response }
        if scope.request.headers.hasResponse(tag: tag) { response = Response(status: .notModified) }
        response.headers[.eTag] = tag
        return response
    }

    private static func respond(_ resource: JSONValue) -> Response {
        Response(
            status: .ok, headers: [.contentType: FHIRSchemas.contentType],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: resource.bytes)))
    }

    /// Rejects requests for formats other than JSON. A format in the query overrides the header.
    private static func checkFormat(
        _ scope: RequestScope, _ pairs: [(name: String, value: String)]
    ) throws(Problem) {
        let format = pairs.last { $0.name == "_format" && !$0.value.isEmpty }?.value
        let accepted = format ?? scope.request.headers[.accept] ?? "*/*"
        let types = accepted.split(separator: ",").map {
            $0.prefix { $0 != ";" }.trimmingCharacters(in: .whitespaces).lowercased()
        }
        let known = [
            "json", FHIRSchemas.contentType, "application/fhir json", "application/json", "text/json", "application/*",
            "*/*",
        ]
        guard types.contains(where: known.contains) else {
            throw Problem(.notAcceptable, "The response is \(FHIRSchemas.contentType).")
        }
    }
}
