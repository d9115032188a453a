// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import TestTimeLimits
import Testing

@testable import OpenHealthServer
@testable import OpenHealthStore

/// Tests of the owner's pages during a long write.
@Suite(.timeLimit(.usual)) struct LaterWriteTests {
    @Test func `pages and the progress of imports do not wait for the end of an import`() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            let token = try daemon.services.apps.register(
                trusted: AppIdentity(identifier: "org.example.steps", name: "Steps"))
            let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            let database = daemon.database
            Thread.detachNewThread {
                try? database.write { _ in
                    begun.signal()
                    end.wait()
                }
            }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    begun.wait()
                    continuation.resume()
                }
            }
            defer { end.signal() }
            // The clock advances far enough for the use of the session to be recorded.
            for _ in 0..<12 {
                daemon.clock.move(seconds: 700)
                for path in ["/owner/apps", "/v1/owner/session", "/v1/owner/apps", "/"] {
                    let response = try await daemon.send("GET", path, as: .owner(owner))
                    #expect(response.status == 200, "\(path)")
                }
                #expect(try await daemon.send("GET", "/v1/app", as: .app(token)).status == 200)
            }
            // The uses of the session and of the app; one of them is being written.
            #expect(daemon.services.later.count <= 2)
        }
    }

    @Test func `the use of a session is recorded afterwards`() async throws {
        try await OwnedDaemon.with { daemon in
            let owner = try await daemon.signIn()
            for _ in 0..<5 {
                daemon.clock.move(seconds: 10 * 3600)
                let response = try await daemon.send("GET", "/v1/owner/session", as: .owner(owner))
                #expect(response.status == 200)
                let hash = Secret.hash(owner.cookie)
                try await daemon.services.settled()
                #expect(try daemon.database.owner.session(hash: hash)?.used == daemon.clock.now)
            }
            daemon.clock.move(seconds: 13 * 3600)
            #expect(try await daemon.send("GET", "/v1/owner/session", as: .owner(owner)).status == 401)
        }
    }
}
