// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import Testing

@testable import OpenHealthAPI

@Suite struct OpenAPIDocumentTests {
    /// Calls a closure with each object below a value and its path.
    private func walk(_ value: JSONValue, _ place: String = "#", _ body: (JSONValue, String) -> Void) {
        body(value, place)
        switch value {
        case .object(let entries): for (key, entry) in entries { walk(entry, place + "/" + key, body) }
        case .array(let values): for (index, entry) in values.enumerated() { walk(entry, "\(place)/\(index)", body) }
        default: break
        }
    }

    private func keys(_ value: JSONValue?) -> [String] {
        guard case .object(let entries)? = value else { return [] }
        return entries.map(\.key)
    }

    @Test func everyRouteIsInTheDocumentOnce() throws {
        let paths = try #require(OpenAPIDocument.json["paths"])
        var listed = 0
        for path in keys(paths) {
            for method in keys(paths[path]) {
                listed += 1
                let id = paths[path]?[method]?["operationId"]?.string
                let route = APIRoutes.all.filter { $0.id == id }
                #expect(route.count == 1, "\(method) \(path)")
                #expect(route.first?.path == path)
                #expect(route.first?.method.rawValue.lowercased() == method)
            }
        }
        #expect(listed == APIRoutes.all.count)
    }

    @Test func appsAndTheOwnerHaveADocumentEach() throws {
        let (apps, owner) = (OpenAPIDocument.apps, OpenAPIDocument.owner)
        #expect(keys(apps["paths"]).contains("/v1/samples") && !keys(apps["paths"]).contains("/v1/owner/apps"))
        #expect(!keys(apps["paths"]).contains("/types") && !keys(owner["paths"]).contains("/owner/apps"))
        #expect(keys(owner["paths"]).contains("/v1/owner/apps") && !keys(owner["paths"]).contains("/v1/samples"))
        for document in [apps, owner] {
            var used: Set<String> = []
            walk(document) { value, _ in value["$ref"]?.string.map { _ = used.insert($0) } }
            for name in keys(document["components"]?["schemas"]) {
                #expect(used.contains("#/components/schemas/" + name), "\(name)")
            }
            for target in used {
                var found: JSONValue? = document
                for part in target.dropFirst(2).split(separator: "/") { found = found?[String(part)] }
                #expect(found != nil, "\(target)")
            }
        }
        let schemas = apps["components"]?["schemas"]
        #expect(schemas?["Sample"]?["additionalProperties"] == nil)
        #expect(schemas?["NewSample"]?["additionalProperties"] == .bool(false))
    }

    @Test func noKeyAppearsTwice() {
        walk(OpenAPIDocument.json) { value, place in
            let keys = keys(value)
            #expect(Set(keys).count == keys.count, "\(place): \(keys.sorted())")
        }
    }

    @Test func everyReferenceResolves() {
        walk(OpenAPIDocument.json) { value, place in
            guard let target = value["$ref"]?.string else { return }
            var found: JSONValue? = OpenAPIDocument.json
            for part in target.dropFirst(2).split(separator: "/") { found = found?[String(part)] }
            #expect(target.hasPrefix("#/") && found != nil, "\(place) refers to \(target)")
        }
    }

    @Test func variablePartsOfThePathAreDeclared() {
        for route in APIRoutes.all {
            let parts = route.path.split(separator: "/").filter { $0.hasPrefix("{") }
            let declared = route.parameters.filter { $0.place == .path }.map(\.name)
            #expect(parts.map { String($0.dropFirst().dropLast()) }.sorted() == declared.sorted(), "\(route.id)")
        }
    }

    @Test func routesAreFullyDescribed() {
        for route in APIRoutes.all {
            #expect(!route.summary.isEmpty, "\(route.id)")
            #expect(!route.responses.isEmpty, "\(route.id)")
            #expect(Set(route.responses.map(\.status)).count == route.responses.count, "\(route.id)")
            #expect(route.responses.allSatisfy { (200...399).contains($0.status) }, "\(route.id)")
            let parameters = Set(route.parameters.map { $0.place.rawValue + $0.name })
            #expect(parameters.count == route.parameters.count, "\(route.id)")
            #expect(route.method != .get || route.body == nil, "\(route.id)")
            #expect(route.path.hasPrefix("/"), "\(route.id)")
        }
    }

    @Test func objectsAndEnumerationsAreNamedSchemas() throws {
        for document in [OpenAPIDocument.apps, OpenAPIDocument.owner] {
            walk(document) { value, place in
                // Parameters, and documents of Nightscout, which have no fixed content.
                if place.contains("/parameters/") || place.contains("~1api") || place.hasPrefix("#/paths//api/") {
                    return
                }
                let isNamed = place.split(separator: "/").count == 4 && place.hasPrefix("#/components/schemas/")
                if case .object(let properties)? = value["properties"], !properties.isEmpty {
                    #expect(isNamed, "an object at \(place) has no name")
                }
                if case .array(let values)? = value["enum"], value["type"]?.string == "string", values.count > 1 {
                    #expect(isNamed, "an enumeration at \(place) has no name")
                }
            }
        }
        func schema(_ path: String, _ method: String) -> String? {
            let response = OpenAPIDocument.apps["paths"]?[path]?[method]?["responses"]?["200"]
            return response?["content"]?["application/json"]?["schema"]?["$ref"]?.string
        }
        #expect(schema("/v1/samples", "get") == "#/components/schemas/SampleList")
        #expect(schema("/v1/samples/query", "post") == "#/components/schemas/SampleList")
        #expect(schema("/v1/webhooks", "get") == "#/components/schemas/WebhookList")
        #expect(schema("/v1/correlations/query", "post") == "#/components/schemas/QueryCorrelationsResponse")
        let schemas = OpenAPIDocument.apps["components"]?["schemas"]
        #expect(keys(schemas).filter { $0.hasSuffix("ValueValue") }.isEmpty)
        #expect(schemas?["Webhook"]?["properties"]?["state"]?["$ref"]?.string == "#/components/schemas/WebhookState")
        #expect(schemas?["QuerySamplesRequest"]?["properties"]?["parts"]?["minItems"] == .integer(1))
    }

    /// openapi-generator warns of forms with the keyword, and makes code that does not compile of unions without names.
    @Test func generatorsReadFormsAndDocumentsOfNightscout() {
        let document = OpenAPIDocument.apps
        let schemas = document["components"]?["schemas"]
        for name in ["OauthTokenRequest", "RevokeOAuthTokenRequest", "FhirObservationSearchRequest"] {
            #expect(schemas?[name]?["properties"] != nil && schemas?[name]?["additionalProperties"] == nil, "\(name)")
        }
        for path in ["/api/v1/entries", "/api/v1/profile.json"] {
            let body = document["paths"]?[path]?["post"]?["requestBody"]?["content"]?["application/json"]?["schema"]
            #expect(body?["$ref"]?.string == "#/components/schemas/NightscoutDocuments", "\(path)")
        }
        #expect(keys(schemas?["NightscoutDocument"]?["properties"]) == ["_id"])
        let tags = document["tags"]?.array?.compactMap { $0["name"]?.string } ?? []
        #expect(tags.contains("nightscout") && tags.contains("open-wearables") && !tags.contains("api"))
    }

    @Test func entriesOfNewSamplesAreDescribed() {
        let properties = OpenAPIDocument.apps["components"]?["schemas"]?["NewSample"]?["properties"]
        for key in ["activityType", "duration", "series", "value", "unit", "objects", "class", "totalDistance"] {
            let schema = properties?[key]
            let text = schema?["description"] ?? schema?["anyOf"]?.array?.first?["description"]
            #expect(text?.string?.isEmpty == false, "\(key)")
        }
    }

    @Test func conditionalRequestsAreInTheDocument() {
        let routes = APIRoutes.all.filter { route in
            !route.path.hasPrefix("/api/") && route.responses.contains { $0.status == 304 }
        }
        #expect(routes.map(\.path).contains("/v1/catalogue"))
        for route in routes {
            #expect(route.parameters.contains { $0.name == "If-None-Match" && $0.place == .header }, "\(route.id)")
        }
    }

    @Test func oauthIsInTheDocument() {
        let components = OpenAPIDocument.apps["components"]
        let flow = components?["securitySchemes"]?["oauth2"]?["flows"]?["authorizationCode"]
        #expect(flow?["authorizationUrl"]?.string == "/oauth/authorize" && flow?["tokenUrl"]?.string == "/oauth/token")
        func required(_ name: String) -> [String?]? {
            components?["schemas"]?[name]?["required"]?.array?.map(\.string)
        }
        #expect(required("OauthTokenRequest") == ["grant_type", "client_id"])
        #expect(required("RevokeOAuthTokenRequest") == ["token", "client_id"])
        #expect(required("AuthorizeOAuthDeviceRequest") == ["client_id"])
    }

    @Test func theTokenOfAReaderIsInTheDocument() {
        let scheme = OpenAPIDocument.apps["components"]?["securitySchemes"]?["reader"]
        #expect(scheme?["type"]?.string == "apiKey" && scheme?["in"]?.string == "query")
        #expect(scheme?["name"]?.string == "token")
        let readable = (NightscoutRoutes.all + NightscoutVersion3Routes.ofApps).filter {
            PhoneRoutes.forReaders.contains($0.id)
        }
        #expect(
            readable.count == PhoneRoutes.forReaders.count && readable.allSatisfy { $0.method == .get && $0.onlyReads })
        #expect(PhoneRoutes.forReaders.isSubset(of: PhoneRoutes.withSecrets))
    }

    @Test func messagesToWebhooksAreInTheDocument() {
        let post = OpenAPIDocument.apps["webhooks"]?["message"]?["post"]
        let schema = post?["requestBody"]?["content"]?["application/json"]?["schema"]
        #expect(schema?["$ref"]?.string == "#/components/schemas/WebhookMessage")
        #expect(post?["parameters"]?.array?.count == 3 && keys(post?["responses"]) == ["204"])
        #expect(OpenAPIDocument.apps["components"]?["schemas"]?["WebhookMessageData"]?["additionalProperties"] == nil)
        #expect(OpenAPIDocument.owner["webhooks"] == nil)
    }

    @Test func pagesHaveALinkInTheDocument() {
        let responses = OpenAPIDocument.apps["paths"]?["/v1/samples"]?["get"]?["responses"]
        #expect(responses?["200"]?["headers"]?["Link"] != nil)
        #expect(OpenAPIDocument.apps["paths"]?["/v1/app"]?["get"]?["responses"]?["200"]?["headers"] == nil)
    }

    @Test func requestsOfNightscoutHaveTheFormThatTheServerAccepts() throws {
        func parameter(_ name: String, _ path: String) -> JSONValue? {
            OpenAPIDocument.apps["paths"]?[path]?["get"]?["parameters"]?.array?.first { $0["name"]?.string == name }
        }
        for collection in NightscoutCollection.version3 {
            let path = "/api/v3/\(collection.rawValue)"
            #expect(parameter("Last-Modified", path + "/history")?["required"] == .bool(true))
            let body = OpenAPIDocument.apps["paths"]?[path]?["post"]?["requestBody"]?["content"]
            #expect(body?["application/json"]?["schema"]?["required"] == .array([.string("app")]))
        }
        let find = try #require(parameter("find", "/api/v1/entries.json"))
        #expect(find["style"]?.string == "deepObject" && find["schema"]?["type"]?.string == "object")
    }

    @Test func securityFollowsFromTheAudience() {
        for route in APIRoutes.all {
            let schemes: [String] = (route.operation["security"]?.array ?? []).flatMap { keys($0) }
            switch route.audience {
            case .anyone: #expect(schemes.isEmpty)
            case .app: #expect(schemes == ["token"])
            case .owner:
                #expect(schemes == (route.isPage ? ["session"] : ["session", "formToken"]), "\(route.id)")
            }
            let statuses = keys(route.operation["responses"])
            // Without a session, a page leads to the sign-in page.
            if route.isPage, route.audience == .owner { #expect(statuses.contains("303"), "\(route.id)") }
            // The token to refresh or to exchange is in the body or the path.
            let hasToken =
                route.audience != .anyone || ["refreshOpenWearablesToken", "authorizeNightscout"].contains(route.id)
            #expect(statuses.contains("401") == hasToken, "\(route.id)")
        }
    }
}
