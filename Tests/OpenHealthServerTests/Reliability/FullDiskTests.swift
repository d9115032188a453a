// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@Suite("A full disk", .timeLimit(.usual))
struct FullDiskTests {
    /// Whether this user can mount a small file system in a separate mount namespace.
    private static let canMount: Bool = {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mount-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        guard (try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)) != nil,
            let process = try? RunningProcess(
                ["unshare", "-rm", "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path],
                output: folder.appendingPathComponent("output"), errors: folder.appendingPathComponent("errors"))
        else { return false }
        return process.waitForEnd() == 0
    }()

    @Test(
        "saves are refused with 507, the store stays sound, and saves continue once there is space",
        .enabled(if: canMount))
    func full() async throws {
        let store = try ServedStore()
        let disk = store.folder.appendingPathComponent("disk").path
        try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
        // The registration and permission are written on the normal disk; the files are then moved to the small one.
        let (first, token) = try await store.prepare()
        first.signal(SIGTERM)
        #expect(await first.end() == 0)
        let script = """
            mount -t tmpfs -o size=6m tmpfs "$1" && cp "$2"* "$1/" && \
            head -c 2000000 /dev/zero > "$1/filler" && shift 2 && exec "$@"
            """
        let daemon = try await ServingProcess(
            [
                "unshare", "-rm", "sh", "-c", script, "sh", disk, store.store.path, ServedStore.tool, "serve",
                "--store", disk + "/health.db", "--listen", "127.0.0.1:0",
            ], store)
        var saved = 0
        var refused: ServingProcess.Response?
        for batch in 0..<400 where refused == nil {
            let samples = (0..<500).map { WriteLoad.sample(batch * 500 + $0) }
            let response = try await daemon.send(
                "POST", "/v1/samples", token: token, json: .object([("samples", .array(samples))]))
            if response.status == 200 { saved += 500 } else { refused = response }
        }
        #expect(refused?.status == 507)
        #expect(refused?.type == "application/problem+json")
        #expect(refused?.json["type"]?.string == "urn:openhealthkit:problem:insufficient-storage")
        #expect(saved > 0)
        #expect(try await WriteLoad.numbers(daemon, token: token).count == saved)
        // Space becomes available. The daemon has a mount namespace of its own, so its path is used.
        try FileManager.default.removeItem(atPath: "/proc/\(daemon.number)/root\(disk)/filler")
        let body = JSONValue.object([("samples", .array((0..<500).map { WriteLoad.sample(1_000_000 + $0) }))])
        #expect(try await daemon.send("POST", "/v1/samples", token: token, json: body).status == 200)
        #expect(try await WriteLoad.numbers(daemon, token: token).count == saved + 500)
        daemon.signal(SIGTERM)
        #expect(await daemon.end() == 0)
    }
}
