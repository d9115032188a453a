// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestTimeLimits
import Testing

@Suite("Servers that do not start", .timeLimit(.usual))
struct ServeRefusalTests {
    private static func refused(_ store: ServedStore, _ options: String...) throws -> (status: Int32, errors: String) {
        let process = try RunningProcess(
            [ServedStore.tool, "serve", "--store", store.store.path] + options,
            output: store.folder.appendingPathComponent("output"), errors: store.folder.appendingPathComponent("errors")
        )
        let status = process.waitForEnd()
        let errors = try String(contentsOf: store.folder.appendingPathComponent("errors"), encoding: .utf8)
        #expect(try String(contentsOf: store.folder.appendingPathComponent("output"), encoding: .utf8).isEmpty)
        #expect(errors.split(separator: "\n").count == 1, "\(errors)")
        #expect(errors.hasPrefix("health: "))
        return (status, errors)
    }

    @Test(
        "health data does not leave the machine unencrypted without --insecure",
        arguments: [
            "0.0.0.0:0", "[::]:0", "127.evil.example:0", "192.168.1.1:8484", "localhost.example:1",
        ])
    func plain(_ address: String) throws {
        let refused = try Self.refused(try ServedStore(), "--listen", address)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("--tls-cert") && refused.errors.contains("--insecure"))
    }

    @Test(
        "invalid addresses are refused",
        arguments: ["bla", "127.0.0.1", "127.0.0.1:", ":8484", "127.0.0.1:99999", "::1:80", "a b:1"])
    func badAddress(_ address: String) throws {
        #expect(try Self.refused(try ServedStore(), "--listen", address).status == 2)
    }

    @Test("an address of another machine and a port in use are refused")
    func taken() async throws {
        let store = try ServedStore()
        let other = try Self.refused(store, "--listen", "192.0.2.1:0", "--insecure")
        #expect(other.status == 1 && other.errors.contains("192.0.2.1"))
        let daemon = try await ServedStore().serve()
        let taken = try Self.refused(store, "--listen", "127.0.0.1:\(daemon.port)")
        #expect(taken.status == 1 && taken.errors.contains("port \(daemon.port)"))
    }

    @Test("certificates: both files are required, readable and matching")
    func certificates() throws {
        let store = try ServedStore()
        #expect(try Self.refused(store, "--tls-cert", "a.pem").status == 2)
        let files = store.folder.appendingPathComponent("a.pem")
        try Data("nothing".utf8).write(to: files)
        for path in [files.path, store.folder.appendingPathComponent("missing.pem").path] {
            let refused = try Self.refused(store, "--tls-cert", path, "--tls-key", path)
            #expect(refused.status == 1 && refused.errors.contains(path))
        }
    }

    @Test("files other than stores and invalid public addresses are refused")
    func others() throws {
        let store = try ServedStore()
        #expect(try Self.refused(store, "--public-url", "health.example.org").status == 2)
        #expect(try Self.refused(store, "--log-level", "loud").status == 2)
        try Data("this is text, and long enough to be looked at".utf8).write(to: store.store)
        let refused = try Self.refused(store, "--listen", "127.0.0.1:0")
        #expect(refused.status == 1 && refused.errors.contains(store.store.path))
    }
}
