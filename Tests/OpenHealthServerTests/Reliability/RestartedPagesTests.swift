// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import TestTimeLimits
import Testing

/// Tests of pages across restarts: a cursor of one process is valid in the next one.
@Suite("Pages across restarts", .timeLimit(.usual))
struct RestartedPagesTests {
    /// Queries whose parts have several keys: the order of an object's keys differs in every process unless they are sorted.
    private static let queries = [
        "type=stepCount", "type=stepCount&from=2023-01-01T00:00:00Z&to=2024-12-31T00:00:00Z",
        "type=stepCount&from=2023-01-01T00:00:00Z&order=quantity",
        "type=stepCount&to=2024-12-31T00:00:00Z&order=newestFirst",
    ]

    @Test("every listing of samples is complete while the server restarts before each page")
    func restarted() async throws {
        let store = try ServedStore()
        var (daemon, token) = try await store.prepare()
        let saved = (1...10).map(WriteLoad.sample)
        let response = try await daemon.send(
            "POST", "/v1/samples", token: token, json: .object([("samples", .array(saved))]))
        #expect(response.status == 200 || response.status == 201, "\(response)")
        var cursors: [String?] = Self.queries.map { _ in nil }
        var found: [[Int]] = Self.queries.map { _ in [] }
        for page in 0..<10 {
            for (index, query) in Self.queries.enumerated() where page == 0 || cursors[index] != nil {
                let more = cursors[index].map { "&cursor=\($0)" } ?? ""
                let response = try await daemon.send("GET", "/v1/samples?\(query)&limit=1\(more)", token: token)
                let samples = try #require(response.json["samples"]?.array, "\(query): \(response)")
                found[index] += samples.compactMap { $0["value"]?.double.map { Int($0) } }
                cursors[index] = response.json["cursor"]?.string
            }
            daemon.signal(SIGTERM)
            await daemon.end()
            if page < 9 { daemon = try await store.serve() }
        }
        #expect(cursors.allSatisfy { $0 == nil })
        for (query, numbers) in zip(Self.queries, found) {
            #expect(numbers.sorted() == Array(1...10), "\(query)")
        }
    }
}
