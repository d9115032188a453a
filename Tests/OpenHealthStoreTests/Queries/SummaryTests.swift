// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct SummaryTests {
    @Test func typesHaveCountsAndRanges() throws {
        let store = try ScratchStore()
        #expect(try store.database.types().isEmpty)
        try store.database.save(
            [
                MadeSamples.steps(1, from: 0, to: 10_000), MadeSamples.steps(1, from: 50, to: 60),
                MadeSamples.steps(1, from: 70, to: 80), MadeSamples.heartRate(60, at: 5),
            ], source: MadeSamples.app)
        let types = try store.database.types()
        #expect(types.map(\.name) == ["heartRate", "stepCount"])
        let steps = try #require(types.last)
        #expect(steps.count == 3)
        #expect(steps.unit == "count")
        #expect(steps.kind == .quantity)
        #expect(steps.earliest == MadeSamples.date(0))
        #expect(steps.latest == MadeSamples.date(10_000))
        try store.database.delete(try store.database.records(SampleRequest(types: [types[0].identifier])).map(\.uuid))
        #expect(try store.database.types().map(\.name) == ["stepCount"])
    }

    @Test func sourcesHaveVersionsAndDevices() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(.init(version: "10.1"), .init(version: "9.2", start: 100, end: 200))
        export.add(.init(source: "Scale", version: nil, device: nil, start: -50, end: -50))
        try store.importXML(export.document)
        try store.database.save([MadeSamples.steps(1, from: 0)], source: MadeSamples.app)
        let sources = try store.database.sources()
        #expect(sources.map(\.name) == ["Ada’s iPhone", "Journal", "Scale"])
        #expect(sources[0].versions == ["9.2", "10.1"])
        #expect(sources[0].devices == ["iPhone"])
        #expect(sources[0].count == 2)
        #expect(sources[0].bundleIdentifier == nil)
        #expect(sources[0].earliest == MadeSamples.date(0))
        #expect(sources[0].latest == MadeSamples.date(200))
        #expect(sources[1].bundleIdentifier == "org.example.journal")
        #expect(sources[2].devices.isEmpty)
    }

    @Test func settingsAndCharacteristics() throws {
        let store = try ScratchStore()
        #expect(try store.database.setting("a") == nil)
        #expect(store.database.homeTimeZone == nil)
        try store.database.setSetting("a", value: "1")
        try store.database.setSetting("a", value: "2")
        #expect(try store.database.setting("a") == "2")
        try store.database.setSetting("time_zone", value: "Asia/Tokyo")
        #expect(store.database.homeTimeZone?.identifier == "Asia/Tokyo")
        try store.database.person.setCharacteristic(
            "HKCharacteristicTypeIdentifierBloodType", value: "HKBloodTypeOPositive")
        #expect(try store.database.person.characteristics().map(\.value) == ["HKBloodTypeOPositive"])
    }

    @Test func importsAreRecorded() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(.init(), .init(start: 60, end: 70))
        try store.importXML(export.document)
        try store.importXML(export.document)
        let imports = try store.database.imports()
        #expect(imports.map(\.added) == [2, 0])
        #expect(imports.map(\.read) == [2, 2])
        #expect(imports.allSatisfy { $0.file == "export.xml" && $0.started <= $0.finished })
        #expect(imports[0].exportDate == MadeSamples.date(86_400 * 30))
    }
}
