// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthStore
import Testing

@testable import OpenHealthServer

/// A client of Nightscout's interface that sends the requests of real clients.
///
/// The requests are written down from the sources of xDrip+ (`NightscoutUploader.java`), Loop (NightscoutKit's `NightscoutClient.swift`), Trio
/// (`NightscoutAPI.swift`), nightscout-librelink-up and py-nightscout, which Home Assistant uses.
struct NightscoutClient {
    let daemon: TestDaemon
    let connection: PhoneConnection

    init(_ daemon: TestDaemon) throws {
        self.daemon = daemon
        connection = try PhoneConnection.create(.nightscout, server: daemon.url, in: daemon.database)
    }

    private var secret: String { PhoneConnection.token(ofSecret: connection.token) }

    /// Sends a request, and returns its response.
    @discardableResult
    func send(
        _ method: String, _ path: String, _ body: String? = nil, expecting status: Int = 200
    ) async throws -> JSONValue {
        let json = try body.map { try #require(JSONValue($0)) }
        let encoded = path.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed.union(["%"])) ?? path
        let response = try await daemon.send(
            method, encoded.replacing("[", with: "%5B").replacing("]", with: "%5D"), json: json,
            headers: [("api-secret", secret)])
        #expect(response.status == status, "\(method) \(path): \(response.text)")
        return response.json.value
    }

    /// Returns the documents of a list.
    func list(_ path: String) async throws -> [JSONValue] { try await send("GET", "/api/v1/" + path).array ?? [] }

    // MARK: xDrip+

    /// Saves a treatment as xDrip+ does: each with a PUT, and an `_id` that is the beginning of its UUID.
    func xDripSave(_ uuid: String, _ content: String, at date: String) async throws {
        let id = uuid.replacing("-", with: "").lowercased().prefix(24)
        try await send(
            "PUT", "/api/v1/treatments",
            """
            {"timestamp": 1795172400000, "eventType": "Meal Bolus", "enteredBy": "xdrip", "uuid": "\(uuid)", \(content),
             "created_at": "\(date)", "sysTime": "\(date)", "_id": "\(id)"}
            """)
    }

    /// Deletes a treatment as xDrip+ does: the first that a list with the UUID has.
    /// - Returns: Whether there was one.
    func xDripDelete(_ uuid: String) async throws -> Bool {
        let found = try await list("treatments.json?find[uuid]=\(uuid)")
        guard let id = found.first?["_id"]?.string, id.utf8.count == 24 else { return false }
        try await send("DELETE", "/api/v1/treatments/\(id)")
        return true
    }

    // MARK: Loop

    /// Uploads documents as Loop does: it needs one response with an `_id` for each.
    /// - Returns: The identifiers.
    func loopUpload(_ documents: [String], to collection: String = "treatments") async throws -> [String] {
        let body = "[" + documents.joined(separator: ",") + "]"
        let responses = try await send("POST", "/api/v1/\(collection)", body).array ?? []
        #expect(responses.count == documents.count)
        return responses.compactMap { $0["_id"]?.string }
    }

    static func loopCarbs(_ grams: Int, sync: String, id: String? = nil, at date: String) -> String {
        let name = id.map { "\"_id\": \"\($0)\", " } ?? ""
        return
            "{\(name)\"created_at\": \"\(date)\", \"timestamp\": \"\(date)\", \"enteredBy\": \"loop://Anna's iPhone\", "
            + "\"eventType\": \"Carb Correction\", \"carbs\": \(grams), \"absorptionTime\": 180, \"syncIdentifier\": \"\(sync)\"}"
    }

    // MARK: Trio

    /// Returns the meals that Trio counts: those of others since a date.
    func trioMeals(since date: String) async throws -> [JSONValue] {
        try await list(
            "treatments.json?find[carbs][$exists]=true&find[enteredBy][$ne]=Trio&find[enteredBy][$ne]=Trio&find[created_at][$gt]=\(date)"
        )
    }

    static func trio(_ event: String, _ content: String, id: String, at date: String) -> String {
        "{\"eventType\": \"\(event)\", \"created_at\": \"\(date)\", \"enteredBy\": \"Trio\", \(content), \"id\": \"\(id)\"}"
    }
}

extension NightscoutClient {
    /// Runs a closure with the client of a new connection and its server.
    /// - Parameter now: The current date of the server, in seconds since 1970; by default 2026-11-20T14:00:00Z.
    static func serve(
        at now: Double = 1_795_183_200, _ body: @escaping @Sendable (NightscoutClient, TestDaemon) async throws -> Void
    ) async throws {
        try await TestDaemon.with {
            $0.clock = { Date(timeIntervalSince1970: now) }
        } _: { daemon in
            try await body(try NightscoutClient(daemon), daemon)
        }
    }
}

extension TestDaemon {
    /// Returns the values of the samples of a type, in its canonical unit.
    func values(_ type: HKQuantityTypeIdentifier) throws -> [Double] {
        let unit = HKQuantityType(type).canonicalUnit
        return try database.samples(SampleRequest(types: [type.rawValue])).compactMap { sample in
            (sample as? HKQuantitySample)?.quantity.doubleValue(for: unit)
        }
    }
}
