// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthWarehouse
import Testing

/// Tests of passwords and unencrypted connections.
@Suite struct PlainPasswordTests {
    /// An address reserved for documentation (RFC 5737), to which connections would time out.
    private static let elsewhere = "http://192.0.2.1:8123"

    private static func error(_ address: String, _ credentials: WarehouseCredentials) async throws -> WarehouseError? {
        let url = try #require(URL(string: address))
        do {
            _ = try await Warehouse.connect(to: [url], credentials: credentials)
            return nil
        } catch let error as WarehouseError {
            return error
        }
    }

    @Test(arguments: [elsewhere, "http://127.example.invalid:8123", "HTTP://192.0.2.1:8123"])
    func `a password is not sent to another machine over plain HTTP`(address: String) async throws {
        let error = try await Self.error(address, WarehouseCredentials(user: "health", password: "a secret"))
        #expect(error?.code == .invalidArgument)
        #expect(error?.description.contains("--insecure") == true)
        #expect(error?.description.contains("https://") == true)
        #expect(error?.description.contains("a secret") == false)
    }

    @Test func `a layout from servers does not send the password to other machines`() async throws {
        let layout = ClusterLayout(
            shards: [
                .init(name: "near", replicas: [.init(url: try #require(URL(string: "http://127.0.0.1:1")))]),
                .init(name: "far", replicas: [.init(url: try #require(URL(string: Self.elsewhere)))]),
            ])
        let warehouse = Warehouse(layout: layout, credentials: WarehouseCredentials(password: "a secret"))
        for replica in [layout.shards[1].replicas[0]] {
            await #expect(throws: WarehouseError.self) { try await warehouse.server(replica).run("SELECT 1") }
        }
    }

    @Test(arguments: ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1", "https://127.0.0.1:1"])
    func `the password is sent over loopback and TLS`(address: String) async throws {
        let error = try await Self.error(address, WarehouseCredentials(user: "health", password: "a secret"))
        #expect(error?.code == .unreachable)
    }

    @Test func `the password is sent over plain HTTP if allowed`() async throws {
        let credentials = WarehouseCredentials(user: "health", password: "a secret", allowsPlainHTTP: true)
        let error = try await Self.error("http://none.invalid:8123", credentials)
        #expect(error?.code == .unreachable)
    }
}
