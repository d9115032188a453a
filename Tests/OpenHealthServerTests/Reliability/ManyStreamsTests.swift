// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import NIOCore
import NIOPosix
import OpenHealthTestBasics
import ProcessTestSupport
import TestTimeLimits
import Testing

@testable import OpenHealthServer

@Suite("A thousand streams of changes", .timeLimit(.slow))
struct ManyStreamsTests {
    private static let count = 1000

    /// Whether this process can open enough connections.
    private static let isAllowed: Bool = {
        var limit = rlimit()
        let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(files, &limit) == 0 else { return false }
        limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, 8192))
        return setrlimit(files, &limit) == 0 && limit.rlim_cur >= 4096
    }()

    @Test("each stream receives a change of another app", .enabled(if: isAllowed))
    func streams() async throws {
        let store = try ServedStore()
        let (daemon, token) = try await store.prepare()
        let before = try await daemon.metric("process_resident_memory_bytes") ?? 0
        let begun = EventLog<Void>()
        let told = AtomicNumber()
        let request = """
            GET /v1/changes?type=stepCount&content=types HTTP/1.1\r\nHost: localhost\r\n\
            Authorization: Bearer \(token)\r\n\r\n
            """
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<Self.count {
                // The daemon waits ten seconds for the head of a new connection, so few are opened at a time.
                await begun.wait(count: number - 20)
                group.addTask {
                    try await RudeClient(daemon.port).use { outbound, inbound in
                        try await outbound.write(ByteBuffer(string: request))
                        var received = ""
                        var isOpen = false
                        while let part = try await inbound.next() {
                            received += String(buffer: part)
                            if !isOpen, received.contains("event: place") {
                                isOpen = true
                                begun.note()
                            }
                            if received.contains("event: types") { break }
                        }
                        #expect(received.contains("HKQuantityTypeIdentifierStepCount"))
                        told.add()
                    }
                }
            }
            await begun.wait(count: Self.count)
            #expect(try await daemon.metric("health_streams_open") == Double(Self.count))
            let memory = try await daemon.metric("process_resident_memory_bytes") ?? 0
            let each = (memory - before) / Double(Self.count) / 1024
            // The size is printed, and its limit only detects leaks: a debug build uses more memory.
            print("a thousand streams: \(Int(each)) KiB each, \(Int(memory / 1_048_576)) MiB together")
            #expect(each < 512)
            #expect(try store.run("add", "stepCount", "100", "--store", store.store.path).status == 0)
            try await group.waitForAll()
        }
        #expect(told.value == Self.count)
        let open: Double? = try await poll {
            let open = try await daemon.metric("health_streams_open")
            return open == 0 ? open : nil
        }
        #expect(open == 0)
        daemon.signal(SIGTERM)
        #expect(await daemon.end() == 0)
    }
}
