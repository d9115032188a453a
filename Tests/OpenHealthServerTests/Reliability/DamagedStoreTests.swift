// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestSupport
import TestTimeLimits
import Testing

@Suite("A damaged store", .timeLimit(.slow))
struct DamagedStoreTests {
    private static let type = "HKQuantityTypeIdentifierStepCount"
    private static let paths = [
        "/v1/types", "/v1/samples?type=\(type)&limit=1000", "/v1/samples?type=\(type)&limit=10",
        "/v1/statistics?type=\(type)&every=day&options=cumulativeSum",
        "/v1/sources?type=\(type)",
    ]

    @Test("requests get an answer or a named error, and the server continues")
    func damagedPages() async throws {
        let store = try ServedStore()
        let (first, token) = try await store.prepare()
        for batch in 0..<4 {
            let samples = (0..<500).map { WriteLoad.sample(batch * 500 + $0) }
            let body = JSONValue.object([("samples", .array(samples))])
            #expect(try await first.send("POST", "/v1/samples", token: token, json: body).status == 200)
        }
        for path in Self.paths { #expect(try await first.send("GET", path, token: token).status == 200, "\(path)") }
        first.signal(SIGTERM)
        #expect(await first.end() == 0)
        let copy = store.folder.appendingPathComponent("copy.db")
        #expect(try store.run("backup", copy.path, "--store", store.store.path).status == 0)
        let sound = try Data(contentsOf: copy)
        try #require(sound.count > 65_536)
        var generator = SeededGenerator(seed: 19)
        var (answered, refused) = (0, 0)
        for round in 0..<36 {
            var bytes = sound
            // The first pages contain the header and the tables of apps, without which the server does not start.
            for _ in 0..<(round % 3 * 8 + 1) {
                let place = 8192 + generator.below(bytes.count - 8192)
                bytes[place] ^= 1 << UInt8(generator.below(8))
            }
            try bytes.write(to: store.store)
            for end in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store.store.path + end) }
            let daemon: ServingProcess
            do {
                daemon = try await store.serve()
            } catch let failure as ServedStore.Failure {
                #expect(failure.description.contains("health: "), "\(round): \(failure)")
                #expect(!failure.description.contains("Fatal error"), "\(round)")
                continue
            }
            var hasEnded = false
            for path in Self.paths {
                let response: ServingProcess.Response
                do {
                    response = try await daemon.send("GET", path, token: token)
                } catch {
                    // A damaged list of tables ends the server, which logs the damage.
                    hasEnded = true
                    #expect(daemon.logged.contains("health.db is damaged"), "\(round) \(path): \(error)")
                    break
                }
                answered += 1
                if response.status == 200 || response.status == 401 || response.status == 403 { continue }
                refused += 1
                #expect([500, 503].contains(response.status), "\(round) \(path)")
                #expect(response.type == "application/problem+json", "\(round) \(path)")
                let detail = try #require(response.json["detail"]?.string)
                #expect(detail.contains("damaged") && detail.contains("health check"), "\(round) \(path): \(detail)")
            }
            daemon.signal(SIGTERM)
            #expect(await daemon.end() == (hasEnded ? 1 : 0), "\(round)")
        }
        #expect(answered > 60)
        #expect(refused > 0)
    }
}
