// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

@Suite struct WriteHealthTests {
    private let height = HKQuantityType(.height)

    @Test func permissionThenSavingThenTheMessage() async throws {
        let world = try HealthWorld()
        let writer = world.run(as: world.app("org.example.write")) { WriteHealthScreen() }
        writer.model.heightData = 172.5
        writer.handleSaveButton()
        #expect(try await writer.alerts.next() == "Saved!")
        #expect(world.requests.map(\.share) == [[height]])
    }

    @Test func refusalsReachOneErrorHandler() async throws {
        let world = try HealthWorld()
        world.prompt = .deny
        let writer = world.run(as: world.app("org.example.write")) { WriteHealthScreen() }
        writer.model.heightData = 172.5
        writer.handleSaveButton()
        let denied = HKAuthorizationStatus.sharingDenied.rawValue
        #expect(try await writer.alerts.next() == "Error HKAuthorizationStatus \(denied)")
    }

    @Test func failedSavesReachTheSameErrorHandler() async throws {
        let world = try HealthWorld()
        let app = world.app("org.example.write")
        let writer = world.run(as: app) { WriteHealthScreen() }
        writer.model.heightData = 172.5
        world.failNext(.save, with: .errorDatabaseInaccessible, of: app)
        writer.handleSaveButton()
        let code = HKError.Code.errorDatabaseInaccessible.rawValue
        #expect(try await writer.alerts.next() == "Error \(HKErrorDomain) \(code)")
        // No alert was shown twice, and the next attempt is independent.
        writer.handleSaveButton()
        #expect(try await writer.alerts.next() == "Saved!")
    }

    @Test func oneAppReadsSamplesOfAnother() async throws {
        let world = try HealthWorld()
        let writer = world.run(as: world.app("org.example.write")) { WriteHealthScreen() }
        let readerApp = world.app("org.example.read")
        let reader = world.run(as: readerApp) { HealthDataTableViewController() }
        try world.grant(read: [height], to: readerApp)
        for (index, centimetres) in [172.0, 173, 174].enumerated() {
            writer.model.heightData = centimetres
            writer.model.recordDate = world.clock.now + Double(index) * 60 - 3600
            writer.handleSaveButton()
            _ = try await writer.alerts.next()
            reader.updateTableView()
            let expected = [1.72, 1.73, 1.74].prefix(index + 1).reversed()
            #expect(try await reader.rows.next() == Array(expected))
        }
    }
}
