// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession

/// A request to a server.
struct DaemonRequest: Sendable {
    var method: APIRoute.Method
    /// The path, with its parts percent-encoded.
    var path: String
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: Data?
    /// The media type of the body.
    var contentType = "application/json"
    /// The accepted media type of the response.
    var accept = "application/json"
    /// Whether the request may be sent again without repeating its effect.
    var isRepeatable = true

    /// Creates a request for a route.
    /// - Parameters:
    ///   - parts: the values of the variable parts of the path.
    ///   - query: the parameters, which the route must declare.
    init(_ route: APIRoute, path parts: [String: String] = [:], query: [(name: String, value: String)] = []) {
        method = route.method
        path = route.path(parts)
        self.query = query
        assert(
            query.allSatisfy { entry in route.parameters.contains { $0.place == .query && $0.name == entry.name } },
            "\(route.id) does not declare all of these parameters")
    }

    /// Creates a request for an endpoint.
    /// - Throws: an `HKError`, `errorInvalidArgument` if a predicate in the request is code.
    init<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input, path parts: [String: String] = [:],
        query: [(name: String, value: String)] = []
    ) throws(HKError) {
        self.init(endpoint.route, path: parts, query: query)
        guard endpoint.route.body != nil else { return }
        body = try Self.body(endpoint, input)
    }

    /// Returns the body of a request.
    /// - Throws: an `HKError`, `errorInvalidArgument` if a predicate in the request is code.
    static func body<Input, Output>(
        _ endpoint: Endpoint<Input, Output>, _ input: Input
    ) throws(HKError) -> Data {
        guard let json = endpoint.request.encode(input) else {
            throw HKError(
                .errorInvalidArgument,
                "A predicate that is code cannot be sent to a health server. Use one made of comparisons.")
        }
        return Data(json.bytes)
    }

    /// The path followed by the query.
    var target: String {
        guard !query.isEmpty else { return path }
        let pairs = query.map { PercentEncoding.encoded($0.name) + "=" + PercentEncoding.encoded($0.value) }
        return path + "?" + pairs.joined(separator: "&")
    }
}

/// The registration of apps with a server.
package enum DaemonRegistration {
    /// Registers an app, and waits for the server; must be called on a thread that may block.
    /// - Parameter pairingCode: the code that the server's owner has created; nil for a server with open registration.
    /// - Returns: the app's identifier, to which a server with open registration adds a suffix, and its token.
    /// - Throws: an `HKError`.
    package static func register(
        _ app: AppIdentity, at url: URL, pairingCode: String?, _ options: RemoteOptions = RemoteOptions()
    ) async throws -> (identifier: String, token: String) {
        // The request has the code in place of a token.
        let address = try DaemonAddress(url, token: "none", options)
        let connection = DaemonConnection(address, try .shared(options))
        var request = try DaemonRequest(AppRoutes.register, AppRegistrationJSON(app, pairingCode: pairingCode))
        request.isRepeatable = false
        do {
            return try AppRoutes.register.response.decode(try await connection.json(request))
        } catch let error as HKError {
            throw error
        } catch {
            throw DaemonFailure(error).error(address)
        }
    }
}
