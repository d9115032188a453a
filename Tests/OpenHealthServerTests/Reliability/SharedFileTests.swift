// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@Suite("Two servers on one file", .timeLimit(.usual))
struct SharedFileTests {
    @Test("the second server refuses, by any name of the file, and names the first, and other tools continue")
    func refused() async throws {
        let store = try ServedStore()
        let first = try await store.serve()
        let link = store.folder.appendingPathComponent("link.db")
        let other = store.folder.appendingPathComponent("other.db")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store.store)
        try FileManager.default.linkItem(at: store.store, to: other)
        // The number of locks is too large for the kernel's list to be read in one piece.
        let locked = try ManyLocks(store.folder.appendingPathComponent("locked"))
        defer { locked.release() }
        for url in [store.store, link, other] {
            let second = try store.run("serve", "--store", url.path, "--listen", "127.0.0.1:0")
            #expect(second.status == 1)
            #expect(second.errors.contains("process \(first.number)"))
            #expect(second.errors.contains(url.path))
            #expect(second.output.isEmpty)
        }
        #expect(try store.run("types", "--store", store.store.path).status == 0)
        #expect(try await first.send("GET", "/readyz").status == 200)
        // A killed process leaves no lock.
        first.signal(SIGKILL)
        await first.end()
        let next = try await store.serve()
        #expect(try await next.send("GET", "/readyz").status == 200)
    }
}
