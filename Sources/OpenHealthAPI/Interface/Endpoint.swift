// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// A route with a JSON request and a JSON response, whose formats the server, its clients and the OpenAPI document share.
///
/// Either is `Void` if there is no body.
package struct Endpoint<Input: Sendable, Output: Sendable>: Sendable {
    /// The route.
    package let route: APIRoute
    /// The JSON form of the request's body.
    package let request: JSONFormat<Input>
    /// The JSON form of the response's body.
    package let response: JSONFormat<Output>
    /// The status of the response.
    package let status: Int

    /// Declares an endpoint.
    /// - Parameters:
    ///   - id: The identifier of the route.
    ///   - summary: The summary of the route.
    ///   - onlyReads: Whether the response requires only reads; nil for all requests with GET, and no others.
    ///   - request: The form of the request's body; ``JSONFormat/nothing`` if it has none.
    ///   - most: The maximum number of bytes of the body.
    ///   - response: The form of the response's body; ``JSONFormat/nothing`` if it has none.
    ///   - says: The summary of the response.
    ///   - lines: The form of a line of a response in NDJSON; nil if there is no such response.
    ///   - status: The status of the response.
    ///   - others: Further responses with other statuses.
    package init(
        _ id: String, _ method: APIRoute.Method, _ path: String, for audience: APIRoute.Audience, _ summary: String,
        onlyReads: Bool? = nil, details: String = "", parameters: [APIParameter] = [], request: JSONFormat<Input>,
        most: Int = 1 << 20,
        response: JSONFormat<Output>, _ says: String, lines: JSONSchema? = nil, status: Int = 200,
        also others: [APIResponse] = [], problems: [Problem.Kind] = []
    ) {
        let content = [("application/json", response.reference)] + (lines.map { [("application/x-ndjson", $0)] } ?? [])
        let isEmpty = Output.self == Void.self
        route = APIRoute(
            id, method, path, for: audience, summary, onlyReads: onlyReads, details: details, parameters: parameters,
            body: Input.self == Void.self ? nil : .json(request.reference, most: most),
            responses: [isEmpty ? .nothing(says) : APIResponse(status, says, content)] + others, problems: problems)
        self.request = request
        self.response = response
        self.status = isEmpty ? 204 : status
    }
}

extension Endpoint where Input == Void {
    /// Declares an endpoint whose requests have no body.
    package init(
        _ id: String, _ method: APIRoute.Method, _ path: String, for audience: APIRoute.Audience, _ summary: String,
        details: String = "", parameters: [APIParameter] = [], response: JSONFormat<Output>, _ says: String,
        lines: JSONSchema? = nil, also others: [APIResponse] = [], problems: [Problem.Kind] = []
    ) {
        self.init(
            id, method, path, for: audience, summary, details: details, parameters: parameters, request: .nothing,
            response: response, says, lines: lines, also: others, problems: problems)
    }

    /// Declares an endpoint whose requests have a body that is not JSON.
    package init(
        _ id: String, _ method: APIRoute.Method, _ path: String, for audience: APIRoute.Audience, _ summary: String,
        details: String = "", parameters: [APIParameter] = [], body: APIBody, response: JSONFormat<Output>,
        _ says: String, status: Int = 200, also others: [APIResponse] = [], problems: [Problem.Kind] = []
    ) {
        route = APIRoute(
            id, method, path, for: audience, summary, details: details, parameters: parameters, body: body,
            responses: [.json(response.reference, says, status: status)] + others, problems: problems)
        request = .nothing
        self.response = response
        self.status = status
    }
}

extension APIRoute {
    /// Returns the path with values in its variable parts, percent-encoded.
    package func path(_ values: [String: String]) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { part in
            guard part.hasPrefix("{"), part.hasSuffix("}") else { return String(part) }
            let name = String(part.dropFirst().dropLast())
            guard let value = values[name] else {
                // checked: the names are literals in the client's code, not input
                preconditionFailure("\(id) has no value for {\(name)}")
            }
            return PercentEncoding.encoded(value)
        }.joined(separator: "/")
    }
}

/// Percent-encoding of the parts of addresses (RFC 3986).
package enum PercentEncoding {
    /// Returns a string with all bytes percent-encoded except for unreserved characters.
    package static func encoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            default:
                let digits = Array("0123456789ABCDEF".utf8)
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
