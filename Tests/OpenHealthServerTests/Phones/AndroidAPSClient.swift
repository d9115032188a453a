// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthServer

/// A client of version 3 of Nightscout's interface that sends the requests of AndroidAPS, which are written down from its sources
/// (`NightscoutRemoteService`, `NSAuthInterceptor`, `NSAndroidClientImpl` and the workers of `nsclientV3`).
final class AndroidAPSClient: Sendable {
    let daemon: TestDaemon
    let connection: PhoneConnection
    private let state = Guarded(State())

    private struct State {
        /// The signed token; empty before the first request.
        var token = ""
        var tokenRequests = 0
        /// The times of the last loaded changes by collection.
        var loaded: [String: Int] = [:]
    }

    /// The number of requests for a token.
    var tokenRequests: Int { state.withLock { $0.tokenRequests } }

    init(_ daemon: TestDaemon, _ connection: PhoneConnection? = nil) throws {
        self.daemon = daemon
        self.connection =
            try connection ?? PhoneConnection.create(.nightscout, server: daemon.url, in: daemon.database)
    }

    // MARK: Requests

    /// Sends a request; if it is not authenticated, gets a token and sends it again.
    func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> TestDaemon.Response {
        let json = try body.map { try #require(JSONValue($0)) }
        func attempt() async throws -> TestDaemon.Response {
            let token = state.withLock { $0.token }
            return try await daemon.send(
                method, "/api/v3/" + path, json: json,
                headers: [("Date", "1795183200000"), ("Authorization", "Bearer \(token)")])
        }
        let response = try await attempt()
        guard response.status == 401 || response.status == 403 else { return response }
        state.withLock { $0.tokenRequests += 1 }
        let refreshed = try await daemon.send("GET", "/api/v2/authorization/request/\(connection.token)")
        guard refreshed.status == 200 else { return refreshed }
        let token = try #require(refreshed.json.value["token"]?.string)
        state.withLock { $0.token = token }
        #expect(refreshed.json.value["iat"]?.double != nil && refreshed.json.value["exp"]?.double != nil)
        return try await attempt()
    }

    /// Returns the documents of a list.
    func list(_ path: String) async throws -> [JSONValue] {
        let response = try await send("GET", path)
        #expect(response.status == 200, "\(path): \(response.text)")
        return response.json.value["result"]?.array ?? []
    }

    // MARK: Uploads

    /// Creates a document, and returns its identifier.
    func create(_ collection: String, _ body: String, expecting status: Int = 201) async throws -> String {
        let response = try await send("POST", collection, body)
        #expect(response.status == status, "\(response.text)")
        let value = response.json.value
        #expect(value["lastModified"]?.double != nil)
        if status == 200 { #expect(value["isDeduplication"] == .bool(true)) }
        return try #require(value["identifier"]?.string)
    }

    static func bolus(_ units: Double, at date: Int, type: String = "SMB") -> String {
        let event = type == "SMB" ? "Correction Bolus" : "Meal Bolus"
        return document(event, "\"insulin\": \(units), \"type\": \"\(type)\", \"isBasalInsulin\": false", at: date)
    }

    static func carbs(_ grams: Double, at date: Int) -> String {
        document(grams < 12 ? "Carb Correction" : "Meal Bolus", "\"carbs\": \(grams)", at: date)
    }

    static func document(_ event: String, _ fields: String, at date: Int) -> String {
        """
        {"date": \(date), "utcOffset": 60, "app": "AAPS", "isReadOnly": false, "isValid": true, "eventType": "\(event)",
         "pumpId": 4711, "pumpType": "GENERIC_AAPS", "pumpSerial": "1", \(fields)}
        """
    }

    static func reading(_ value: Double, at date: Int) -> String {
        """
        {"type": "sgv", "sgv": \(value), "date": \(date), "device": "xDrip-DexcomG6", "direction": "Flat", "app": "AAPS", "utcOffset": 60,
         "isReadOnly": false, "isValid": true, "filtered": \(value), "unfiltered": 0.0, "units": "mg/dl"}
        """
    }

    // MARK: Downloads

    /// Returns the times of the last changes by collection.
    func lastModified() async throws -> [String: Int] {
        let response = try await send("GET", "lastModified")
        guard case .object(let entries)? = response.json.value["result"]?["collections"] else { return [:] }
        return Dictionary(uniqueKeysWithValues: entries.map { ($0.key, Int($0.value.double ?? 0)) })
    }

    /// Returns documents that were changed since the last call, as the workers do: parts of at most 500 until one is empty.
    func changes(_ collection: String, since start: Int = 0) async throws -> [JSONValue] {
        var found: [JSONValue] = []
        for _ in 0..<1000 {
            let from = state.withLock { $0.loaded[collection] } ?? start
            let response = try await send("GET", "\(collection)/history/\(from)?limit=500")
            #expect(response.status == 200, "\(response.text)")
            let part = response.json.value["result"]?.array ?? []
            let tag = response.header("ETag")
            #expect((tag == nil) == part.isEmpty)
            if part.isEmpty { return found }
            // W/"1795183200000", without the first three characters and the last one.
            let last = try #require(tag.flatMap { Int($0.dropFirst(3).dropLast()) })
            state.withLock { $0.loaded[collection] = last }
            found += part
        }
        return found
    }
}
