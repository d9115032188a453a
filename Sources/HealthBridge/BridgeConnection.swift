// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The connection of a bridge to its server.
struct BridgeConnection: Sendable {
    /// The response to a batch.
    struct Response: Decodable {
        struct Refused: Decodable {
            var reason: String
        }

        /// The number of refused samples.
        var refused: Int
        /// The first refused samples.
        var refusals: [Refused]
    }

    private struct Problem: Decodable {
        var detail: String?
    }

    private let address: URL
    private let token: String
    private let session: URLSession

    init(server: URL, token: String) {
        address = server.appendingPathComponent("v1/ingest/healthkit")
        self.token = token
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 60
        configuration.httpCookieStorage = nil
        configuration.urlCache = nil
        session = URLSession(configuration: configuration)
    }

    /// Sends a batch.
    /// - Throws: A ``BridgeError``.
    func send(_ body: Data) async throws -> Response {
        var request = URLRequest(url: address)
        request.httpMethod = "POST"
        request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        let (status, data) = try await response(request)
        switch status {
        case 200..<300:
            // A truncated response does not count: the batch is sent again.
            guard let response = try? JSONDecoder().decode(Response.self, from: data) else {
                throw BridgeError(.unreachable, "The server's response was cut off.")
            }
            return response
        case 401:
            throw BridgeError(
                .unauthenticated,
                "The server does not accept the token. Connect the app again on the server's Apps page.")
        case 403: throw BridgeError(.notAllowed, detail(data) ?? "The server does not allow this app to save the type.")
        case 408, 425, 429, 500...:
            throw BridgeError(.unreachable, "The server has answered with the status \(status).")
        default: throw BridgeError(.refused, detail(data) ?? "The server has answered with the status \(status).")
        }
    }

    private func detail(_ data: Data) -> String? { (try? JSONDecoder().decode(Problem.self, from: data))?.detail }

    private func response(_ request: URLRequest) async throws -> (Int, Data) {
        try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: request) { data, response, error in
                if let response = response as? HTTPURLResponse, error == nil {
                    continuation.resume(returning: (response.statusCode, data ?? Data()))
                } else {
                    let reason = error.map { ": \($0.localizedDescription)" } ?? "."
                    continuation.resume(throwing: BridgeError(.unreachable, "The server cannot be reached\(reason)"))
                }
            }
            task.resume()
        }
    }
}
