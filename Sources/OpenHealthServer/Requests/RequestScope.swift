// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthStore
import Synchronization

/// A request with its principal and the means to respond to it.
package struct RequestScope: Sendable {
    package let route: APIRoute
    package let request: Request
    package let context: DaemonContext
    package let principal: Principal
    package let services: DaemonServices
    /// The fields of an owner's form, after its token has been checked.
    package private(set) var fields: FormFields?

    package init(
        route: APIRoute, request: Request, context: DaemonContext, principal: Principal, services: DaemonServices
    ) {
        self.route = route
        self.request = request
        self.context = context
        self.principal = principal
        self.services = services
        context.account.note(principal)
    }

    /// Returns the same request of another principal.
    package func with(_ principal: Principal, fields: FormFields? = nil) -> RequestScope {
        var scope = RequestScope(
            route: route, request: request, context: context, principal: principal, services: services)
        scope.fields = fields
        return scope
    }

    var logger: Logger { context.logger }
    package var database: HealthDatabase { services.database }

    // MARK: - Request

    /// Returns a variable part of the path.
    package func path(_ name: String) throws(Problem) -> String {
        guard let value = context.parameters.get(name) else {
            throw Problem(.notFound, "There is no resource at this path.")
        }
        return value
    }

    /// Returns a parameter of the query, or nil if it is missing.
    package func query(_ name: String) -> String? {
        request.uri.formParameters.get(name)
    }

    /// Returns all values of a parameter of the query that may occur more than once.
    package func queries(_ name: String) -> [String] {
        request.uri.formParameters.getAll(name)
    }

    /// Returns the body.
    /// - Throws: A ``Problem`` if it is too large, too slow, or of a type that the route does not accept.
    package func body() async throws -> ByteBuffer {
        let reader = BodyReader(
            route: route, limits: services.configuration.limits, clock: services.steadyClock)
        return try await reader.collect(request, beforeLarge: checkGrant, services.bodies.taking(for: self))
    }

    /// Returns the body as JSON.
    func json() async throws -> JSONReader {
        try BodyReader.json(try await body())
    }

    // MARK: - Principal

    /// The address of the request's client, as reported by trusted proxies.
    var clientAddress: SocketAddress? { services.proxies.client(of: request, from: context.remoteAddress) }

    /// Returns the app that sent the request, or whose data a reader requests.
    func app() throws(Problem) -> AppIdentity {
        guard let app = principal.app else { throw Problem(.forbidden, "Only apps may send this request.") }
        return app
    }

    /// Returns the app's view of the database.
    func access() throws(Problem) -> AppAccess {
        AppAccess(
            database: database, app: try app(), clock: services.configuration.clock, readsUnansweredAsDenied: true,
            hasQuotas: true)
    }

    /// Returns the owner's session.
    package func owner() throws(Problem) -> OwnerSession {
        guard case .owner(let session) = principal else {
            throw Problem(.forbidden, "Only the owner may send this request.")
        }
        return session
    }

    // MARK: - Responses

    /// Runs a closure that may block; errors are converted to problems.
    package func blocking<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let work = context.account.work
        // The pages belong to the owner.
        guard let app = principal.app, app.identifier != WebApp.identity.identifier else {
            return try await services.access.runForOwner(onlyReads: route.onlyReads, work, body)
        }
        // A stream would keep its reservation as long as it is open; each of its events is small, and is sent before the next one.
        let (memory, reserves) = (services.responses, route.onlyReads && !route.isStream)
        return try await services.access.run(for: app.identifier, onlyReads: route.onlyReads, work) {
            () -> HeldMemory? in
            if reserves { try await memory.expectResponse(to: app.identifier, work) }
            return nil
        } _: {
            try body()
        }
    }

    /// Returns a response with JSON.
    func response(_ json: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        var headers = headers
        headers[.contentType] = "application/json"
        if let link = nextPage(after: json), let name = Self.linkField { headers[name] = link }
        return Response(
            status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: json.bytes)))
    }

    /// The field with the addresses of other pages.
    static var linkField: HTTPField.Name? { HTTPField.Name("Link") }

    /// Returns the field with the address of the page after a response, relative to that of the request (RFC 8288); nil if it is the last one.
    func nextPage(after json: JSONValue) -> String? {
        guard route.hasNextPages else { return nil }
        let cursor: String
        switch json["cursor"] {
        case .string(let text)?: cursor = text
        case .number(let text)?: cursor = text
        default: return nil
        }
        let others = request.uri.formParameters.filter { $0.key != "cursor" }.map {
            (String($0.key), String($0.value))
        }
        let query = (others + [("cursor", cursor)]).map { name, value in
            PercentEncoding.encoded(name) + "=" + PercentEncoding.encoded(value)
        }
        return "<\(request.uri.path)?\(query.joined(separator: "&"))>; rel=\"next\""
    }

    /// Returns an empty response for a completed request.
    func done() -> Response { Response(status: .noContent) }
}

extension RequestScope {
    /// Returns a parameter of the query that is `true` or `false`; false if it is missing.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch query(name) {
        case nil, "false": return false
        case "true": return true
        default:
            let detail = "Expected a Boolean."
            throw Problem(.invalidRequest, "\(name): \(detail)", faults: [Problem.Fault("?" + name, detail)])
        }
    }
}

extension RequestScope {
    /// Checks that the app has any permission that is required by this route, before a large body is read. The permissions for
    /// the types in the body are checked after it has been read.
    /// - Throws: A ``Problem``, `forbidden`, if the app has no such permission.
    func checkGrant() async throws {
        guard let app = principal.app else { return }
        let (database, onlyReads) = (database, route.onlyReads)
        let may = try await blocking {
            onlyReads ? try database.apps.hasAsked(app.identifier) : try database.apps.maySave(app.identifier)
        }
        guard !may else { return }
        throw Problem(
            .forbidden,
            onlyReads
                ? "The app has not asked for permission to read anything. Send POST /v1/authorization-requests."
                : "The app may not save anything. Ask for permission with POST /v1/authorization-requests.")
    }
}

extension URI {
    /// The parameters of the query, in which a plus sign is a space, as in forms.
    fileprivate var formParameters: FlatDictionary<Substring, Substring> {
        guard let query, query.contains("+") else { return queryParameters }
        return URI("/?" + query.replacing("+", with: "%20")).queryParameters
    }
}

/// The context of a request in addition to its contents.
package struct DaemonContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// The address that the request comes from.
    let remoteAddress: SocketAddress?
    /// The channel of the request's connection.
    let channel: any Channel
    /// The properties of the request for the log.
    let account = RequestAccount()

    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        remoteAddress = source.channel.remoteAddress
        channel = source.channel
    }
}

/// The properties of a request that are determined while it is answered, for the log.
final class RequestAccount: Sendable {
    private let identifier = Mutex<String?>(nil)
    /// The request's uses of the store.
    let work = RequestWork()

    /// The state of the limit for the requests of the app, once it is known.
    var rate: RateState? {
        get { state.withLock(\.self) }
        set { state.withLock { $0 = newValue } }
    }
    private let state = Mutex<RateState?>(nil)

    /// The app that sent the request, once it is known.
    var app: String? { identifier.withLock { $0 } }

    /// Records the sender of the request.
    func note(_ principal: Principal) {
        guard let app = principal.app else { return }
        identifier.withLock { $0 = app.identifier }
    }
}
