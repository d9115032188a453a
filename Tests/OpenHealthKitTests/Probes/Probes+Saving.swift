// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit
import OpenHealthTestSupport
import Testing

extension Probes {
    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/save(_:withcompletion:)-47iwb
    @Test func oneUnauthorizedTypeFailsTheWholeBatch() async throws {
        try grant(steps)
        try world.deny(share: [pulse], to: app)
        await expect(.errorAuthorizationDenied) { try await app.save([steps(0, 1), pulse(0, 60)]) }
        #expect(try await counts().isEmpty)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/save(_:withcompletion:)-47iwb
    @Test func anObjectThatIsSavedAlreadyFailsTheWholeBatch() async throws {
        try grant(steps)
        let saved = steps(0, 1, 1)
        try await app.save(saved)
        await expect(.errorInvalidArgument) { try await app.save([steps(5, 6, 2), saved]) }
        #expect(try await counts() == [1])
    }

    /// Source: HKMetadata.h of the iOS 27 SDK, HKMetadataKeyExternalUUID
    @Test func externalIdentifiersMayOccurTwice() async throws {
        try grant(steps)
        let metadata = [HKMetadataKeyExternalUUID: "A"]
        try await app.save([steps(0, 1, metadata: metadata), steps(0, 1, metadata: metadata)])
        #expect(try await counts() == [10, 10])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkmetadatakeysyncidentifier
    @Test func aGreaterSyncVersionReplacesTheObject() async throws {
        try grant(steps)
        try await app.save(steps(0, 1, 10, metadata: Self.sync(1)))
        try await app.save(steps(0, 1, 20, metadata: Self.sync(2)))
        #expect(try await counts() == [20])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkmetadatakeysyncversion
    @Test func aSyncVersionThatIsNotGreaterReplacesNothing() async throws {
        try grant(steps)
        try await app.save(steps(0, 1, 20, metadata: Self.sync(2)))
        try await app.save(steps(0, 1, 10, metadata: Self.sync(1)))
        try await app.save(steps(0, 1, 30, metadata: Self.sync(2)))
        #expect(try await counts() == [20])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkmetadatakeysyncidentifier
    @Test func aReplacedSampleIsReplacedInItsWorkout() async throws {
        try grant(steps, .workoutType())
        let builder = HKWorkoutBuilder(healthStore: app, configuration: Self.running(), device: nil)
        try await builder.beginCollection(at: Self.day)
        try await builder.addSamples([steps(0, 1, 10, metadata: Self.sync(1))])
        try await builder.endCollection(at: Self.day + 600)
        let workout = try #require(try await builder.finishWorkout())
        try await app.save(steps(0, 1, 20, metadata: Self.sync(2)))
        #expect(try await counts(HKQuery.predicateForObjects(from: workout)) == [20])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/delete(_:withcompletion:)-78l1m
    @Test func objectsOfOtherAppsCannotBeDeleted() async throws {
        try grant(steps)
        try world.add(steps(0, 1))
        let found = try #require(try await read(steps).first)
        await #expect(throws: HKError.self) { try await app.delete(found) }
        #expect(try await counts() == [10])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/deleteobjects(of:predicate:withcompletion:)
    @Test func deletingByPredicateDeletesOwnObjects() async throws {
        try grant(steps)
        try world.add(steps(0, 1, 1))
        try await app.save([steps(5, 6, 2), steps(7, 8, 3)])
        #expect(try await app.deleteObjects(of: steps, predicate: NSPredicate(value: true)) == 2)
        #expect(try await counts() == [1])
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkhealthstore/delete(_:withcompletion:)-17hzm
    @Test func anEmptyListCannotBeDeleted() async throws {
        try grant(steps)
        await expect(.errorInvalidArgument) { try await app.delete([HKObject]()) }
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkobject/sourcerevision
    @Test func retrievedObjectsHaveTheRevisionOfTheSavingApp() async throws {
        try grant(steps)
        try await app.save(steps(0, 1))
        let revision = try #require(try await read(steps).first?.sourceRevision)
        #expect(revision.source.bundleIdentifier == "org.example.probe" && revision.version == "1.0")
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkobject/metadata
    @Test func retrievedObjectsKeepIdentifierMetadataAndDevice() async throws {
        try grant(steps)
        let device = HKDevice(
            name: "Band", manufacturer: "Maker", model: "2", hardwareVersion: nil, firmwareVersion: nil,
            softwareVersion: "3.1", localIdentifier: nil, udiDeviceIdentifier: nil)
        let metadata: [String: Any] = ["text": "a", "number": 2, "date": Self.day]
        let sample = steps(0, 1, device: device, metadata: metadata)
        try await app.save(sample)
        let found = try #require(try await read(steps).first)
        #expect(found.uuid == sample.uuid && found.device == device)
        #expect(found.metadata?["text"] as? String == "a" && found.metadata?["number"] as? Int == 2)
        #expect(found.metadata?["date"] as? Date == Self.day && found.metadata?.count == 3)
    }

    /// Source: https://developer.apple.com/documentation/healthkit/hkerror/errordatabaseinaccessible
    @Test func aLockedStoreAcceptsSamplesAndAnswersNoQuery() async throws {
        try grant(steps)
        world.lockDatabase()
        try await app.save(steps(0, 1))
        await expect(.errorDatabaseInaccessible) { try await read(steps) }
        world.unlockDatabase()
        #expect(try await counts() == [10])
    }

    static func running() -> HKWorkoutConfiguration {
        let configuration = HKWorkoutConfiguration()
        configuration.activityType = .running
        return configuration
    }
}
