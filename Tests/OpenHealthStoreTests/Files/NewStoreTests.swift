// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthStore

/// Tests of stores that a failed command has created.
@Suite(.timeLimit(.usual)) struct NewStoreTests {
    /// A folder that is removed with this object.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("new-store-\(UUID().uuidString)")
        var file: URL { url.appendingPathComponent("health.db") }

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
        }

        deinit { try? FileManager.default.removeItem(at: url) }

        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
        }
    }

    @Test func `a store without content is removed with its log`() throws {
        let folder = try Folder()
        do { _ = try HealthDatabase(url: folder.file) }
        #expect(try folder.names.contains("health.db"))
        HealthDatabase.removeIfNew(folder.file)
        #expect(try folder.names == [])
        try Data().write(to: folder.file)
        HealthDatabase.removeIfNew(folder.file)
        #expect(try folder.names == [])
        HealthDatabase.removeIfNew(folder.file)
    }

    @Test func `a store that another connection uses is kept`() throws {
        let folder = try Folder()
        let database = try HealthDatabase(url: folder.file)
        HealthDatabase.removeIfNew(folder.file)
        try database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        #expect(try HealthDatabase(url: folder.file, mode: .readOnly).hasSamples())
    }

    @Test func `a store with any content is kept`() throws {
        let contents: [(HealthDatabase) throws -> Void] = [
            { try $0.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app) },
            { try $0.setSetting("timeZone", value: "Europe/Berlin") },
            {
                try $0.person.setCharacteristic(
                    HKCharacteristicTypeIdentifier.bloodType.rawValue, value: "HKBloodTypeAPositive")
            },
        ]
        for fill in contents {
            let folder = try Folder()
            do { try fill(HealthDatabase(url: folder.file)) }
            HealthDatabase.removeIfNew(folder.file)
            #expect(try folder.names.contains("health.db"))
            #expect(try HealthDatabase(url: folder.file).check().findings == [])
        }
    }

    @Test func `other files are kept`() throws {
        let folder = try Folder()
        try Data("my notes, which are no database, are long enough for a header".utf8).write(to: folder.file)
        HealthDatabase.removeIfNew(folder.file)
        #expect(try folder.names == ["health.db"])
    }
}
