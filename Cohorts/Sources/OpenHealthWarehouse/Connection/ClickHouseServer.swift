// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A ClickHouse server with its HTTP interface.
package struct ClickHouseServer: Sendable {
    /// The URL of the server, such as `http://127.0.0.1:8123`.
    package let url: URL
    private let credentials: WarehouseCredentials

    package init(url: URL, credentials: WarehouseCredentials = WarehouseCredentials()) {
        self.url = url
        self.credentials = credentials
    }

    /// The HTTP client of the process.
    private static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: HTTPClient.Configuration.Timeout(connect: .seconds(5), read: .seconds(600)))
        configuration.httpVersion = .http1Only
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        // ClickHouse 18.16 closes connections that are idle for three seconds.
        configuration.connectionPool.idleTimeout = .seconds(2)
        configuration.connectionPool.retryConnectionEstablishment = false
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    /// The maximum length of a response, in bytes.
    private static let maximumResponseLength = 1 << 30

    /// The time limit for requests of the state of a server.
    package static let shortTime = Duration.seconds(10)

    /// Returns whether the server responds.
    package func responds() async -> Bool {
        var request = HTTPClientRequest(url: url.appendingPathComponent("ping").absoluteString)
        request.method = .GET
        guard let response = try? await Self.client.execute(request, timeout: .seconds(5)) else { return false }
        return response.status == .ok
    }

    /// Runs a statement, and returns its rows.
    /// - Parameters:
    ///   - settings: The ClickHouse settings of the statement.
    ///   - limit: The time limit; nil for no limit.
    /// - Throws: A ``ServerFailure``.
    package func ask(
        _ sql: String, settings: [String: String] = [:], within limit: Duration? = nil
    ) async throws -> ResultTable {
        // Otherwise, an error can follow the first rows after a successful status.
        let settings = settings.merging(["wait_end_of_query": "1"]) { given, _ in given }
        let body = try await post(Array("\(sql)\nFORMAT TabSeparatedWithNames".utf8), settings, within: limit)
        return try ResultTable(Array(body.readableBytesView))
    }

    /// Runs a statement without a result.
    /// - Throws: A ``ServerFailure``.
    package func run(_ sql: String, settings: [String: String] = [:]) async throws {
        _ = try await post(Array(sql.utf8), settings)
    }

    /// Inserts rows into a table in a single block, which is inserted completely or not at all.
    /// - Parameters:
    ///   - table: The table with its database.
    ///   - columns: The columns of the rows, in order.
    ///   - rows: The rows in the format of ``RowBinaryWriter``.
    /// - Throws: A ``ServerFailure``.
    package func insert(
        into table: String, columns: [String], rows: [UInt8], settings: [String: String] = [:]
    ) async throws {
        let statement = "INSERT INTO \(table) (\(columns.joined(separator: ", "))) FORMAT RowBinary"
        let parameters = settings.merging(["query": statement]) { _, statement in statement }
        // A server that hangs would block the whole push, although another server can accept the same rows.
        _ = try await post(rows, parameters, within: .seconds(120))
    }

    private func post(
        _ body: [UInt8], _ parameters: [String: String], within limit: Duration? = nil
    ) async throws -> ByteBuffer {
        var components = URLComponents(url: url, resolvingAgainstBaseURL: false)
        components?.queryItems = parameters.sorted { $0.key < $1.key }.map {
            URLQueryItem(name: $0.key, value: $0.value)
        }
        // ClickHouse decodes a plus as a space.
        let query = components?.percentEncodedQuery?.replacing("+", with: "%2B")
        components?.percentEncodedQuery = query
        guard let address = components?.string else { throw ServerFailure.unreadable("\(url) is not an address") }
        var request = HTTPClientRequest(url: address)
        request.method = .POST
        for (name, value) in try credentials.headers(for: url) { request.headers.add(name: name, value: value) }
        request.body = .bytes(body)
        do {
            // The client doesn't detect every cancellation before the request.
            try Task.checkCancellation()
            let deadline = limit.map { NIODeadline.now() + TimeAmount($0) } ?? .distantFuture
            let response = try await Self.client.execute(request, deadline: deadline)
            let bytes = try await response.body.collect(upTo: Self.maximumResponseLength)
            guard response.status == .ok else { throw Self.failure(response.status, String(buffer: bytes)) }
            return bytes
        } catch let failure as ServerFailure {
            throw failure
        } catch let error as CancellationError {
            throw error
        } catch is NIOTooManyBytesError {
            throw ServerFailure.unreadable("it is longer than \(Self.maximumResponseLength) bytes")
        } catch {
            // Cancelling a task cancels its requests, which isn't a failure of the server.
            try Task.checkCancellation()
            throw ServerFailure.unreachable(Self.reason(error))
        }
    }

    /// Returns the failure of a server from the body of its response: `Code: 60, e.displayText() = DB::Exception: Table …`, and since 20
    /// `Code: 60. DB::Exception: Table …`.
    private static func failure(_ status: HTTPResponseStatus, _ text: String) -> ServerFailure {
        guard text.hasPrefix("Code: "), let code = Int(text.dropFirst(6).prefix { $0.isASCII && $0.isNumber }) else {
            return .unreadable("it has the status \(status.code) and does not come from ClickHouse")
        }
        var message = Substring(text)
        if let start = message.range(of: "DB::") { message = message[start.lowerBound...] }
        if let end = message.range(of: ", e.what()") { message = message[..<end.lowerBound] }
        if let end = message.range(of: "Stack trace:") { message = message[..<end.lowerBound] }
        let line = message.split(whereSeparator: \.isNewline).joined(separator: " ")
        return .refused(code: code, message: line.trimmingCharacters(in: .whitespaces))
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HTTPClientError where error == .connectTimeout: return "no response within five seconds"
        case let error as HTTPClientError where error == .deadlineExceeded || error == .readTimeout:
            return "it does not answer in time"
        case let error as HTTPClientError where error == .remoteConnectionClosed:
            return "the connection ended before the response"
        default:
            // The errors of NIO and NIOSSL contain this information only in their descriptions.
            let text = "\(error)"
            if text.contains("Connection refused") { return "the connection was refused" }
            if text.contains("UnknownHost") { return "there is no such host" }
            return text.contains("CERTIFICATE_VERIFY_FAILED")
                ? "its certificate is not trusted (the system's authorities, which update-ca-certificates adds to, do not "
                    + "know its issuer)"
                : (error as? IOError)?.description ?? text
        }
    }
}

/// The version of a ClickHouse server, such as 18.16.1.
package struct ServerVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The significant numbers: the year and the release in that year.
    package let year: Int
    package let release: Int
    /// The version as reported by the server.
    package let description: String

    /// Creates a version from the result of `version()`, or returns nil if it isn't a version.
    package init?(_ text: String) {
        let parts = text.split(separator: ".")
        guard parts.count >= 2, let year = Int(parts[0]), let release = Int(parts[1]) else { return nil }
        (self.year, self.release, description) = (year, release, text)
    }

    package static func < (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.year, left.release) < (right.year, right.release)
    }

    package static func == (left: ServerVersion, right: ServerVersion) -> Bool {
        (left.year, left.release) == (right.year, right.release)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(year)
        hasher.combine(release)
    }

    /// The oldest version on which the SQL of this module has been tested, which is that of Debian 12.
    // checked: the text is a version
    package static let oldest = ServerVersion("18.16")!

    /// Whether columns have their own compression codecs, since 20.1. 18.16 doesn't support them, and the newest of those used
    /// here (`DoubleDelta`, `T64`) were introduced during 2019.
    package var hasColumnCodecs: Bool { (year, release) >= (20, 1) }

    /// Whether tables without replicas can recognise repeated blocks, since 22.3, which has the setting
    /// `non_replicated_deduplication_window`.
    package var recognisesBlocks: Bool { (year, release) >= (22, 3) }
}
