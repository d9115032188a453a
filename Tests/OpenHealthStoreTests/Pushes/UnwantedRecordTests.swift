// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import Testing

@testable import OpenHealthStore

/// Tests that samples that the person deleted do not come back with the next push of the same records.
@Suite struct UnwantedRecordTests {
    /// Returns a push of Health Auto Export with records of all kinds, with and without identifiers.
    private static func json(weight: Int = 71, steps: Int = 500) -> String {
        """
        {"data":{"metrics":[
         {"name":"weight_body_mass","units":"kg","data":[{"date":"2024-03-10 08:00:00 +0000","qty":70,"source":"Scale"},
          {"date":"2024-03-11 08:00:00 +0000","qty":\(weight),"source":"Scale"}]},
         {"name":"step_count","units":"count","data":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF6430",
          "startDate":"2024-03-10 10:00:00 +0000","endDate":"2024-03-10 10:10:00 +0000","qty":\(steps),"source":"Watch"}]},
         {"name":"blood_pressure","units":"mmHg","data":[
          {"date":"2024-03-10 10:00:00 +0000","systolic":120,"diastolic":80,"source":"Cuff"}]},
         {"name":"sleep_analysis","units":"hr","data":[{"startDate":"2024-03-10 01:00:00 +0100",
          "endDate":"2024-03-10 02:00:00 +0100","qty":1,"value":"Core","source":"Watch"}]}],
         "workouts":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643C","name":"Outdoor Run","start":"2024-03-10 10:00:00 +0000",
          "end":"2024-03-10 10:30:00 +0000","duration":1800,"distance":{"qty":5,"units":"km"}}],
         "stateOfMind":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643D","start":"2024-03-10 10:00:00 +0000",
          "end":"2024-03-10 10:00:00 +0000","kind":"Daily Mood","labels":["Calm"],"valence":0.5}]}}
        """
    }

    private static func uuids(_ store: ScratchStore) throws -> [UUID] {
        try store.database.records(SampleRequest()).map(\.uuid)
    }

    @Test(arguments: [false, true])
    func `deleted samples do not come back unless their records have changed`(bySource: Bool) throws {
        let store = try ScratchStore()
        let first = try store.push(Self.json())
        #expect(first.refusals.entries == [] && first.allSamples.added >= 7)
        if bySource {
            for source in Int64(1)...10 { _ = try? store.database.deleteSamples(ofSource: source) }
        } else {
            try store.database.delete(Self.uuids(store))
        }
        #expect(try Self.uuids(store) == [])
        for _ in 0..<2 {
            let receipt = try store.push(Self.json())
            #expect(receipt.allSamples.added + receipt.allSamples.replaced == 0)
            #expect(try Self.uuids(store) == [])
        }
        // Other content is added.
        #expect(try store.push(Self.json(weight: 72, steps: 600)).allSamples.added == 2)
        #expect(try store.database.records(SampleRequest()).compactMap(\.value).sorted() == [72, 600])
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
        // Another connection sends its own records.
        #expect(try store.push(Self.json(), app: "phone.b").allSamples.added >= 7)
    }

    @Test(arguments: ["file.health-auto-export", "phone"])
    func `a file does not bring deleted samples back unless the person asks for it`(sender: String) throws {
        let store = try ScratchStore()
        let added = try store.push(Self.json(), app: sender).allSamples.added
        let count = try Self.uuids(store).count
        try store.database.delete(Self.uuids(store))
        let file = "file.health-auto-export"
        let receipt = try store.push(Self.json(), app: file)
        #expect(receipt.allSamples.added == 0 && receipt.unwanted >= 6)
        #expect(try Self.uuids(store) == [])
        let restored = try store.push(Self.json(), app: file, restoresDeleted: true)
        #expect(restored.allSamples.added == added && restored.unwanted == 0)
        #expect(try Self.uuids(store).count == count)
        #expect(try store.push(Self.json(), app: file).unwanted == 0)
        #expect(try store.database.check().findings == [])
    }

    @Test(arguments: [false, true])
    func `a deleted sample of an import does not come back with pushes of the phone of the imports`(isPhone: Bool)
        throws
    {
        let store = try ScratchStore()
        try store.importXML(
            """
            <HealthData locale="en_GB"><Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale" unit="kg"
             startDate="2024-03-10 08:00:00 +0000" endDate="2024-03-10 08:00:00 +0000" value="70"/></HealthData>
            """)
        try store.database.apps.connections.allowPushes(
            of: [HKQuantityTypeIdentifier.bodyMass.rawValue], by: AppIdentity(identifier: "phone", name: "Phone"),
            includesImports: isPhone)
        let json = """
            {"data":{"metrics":[{"name":"weight_body_mass","units":"kg","data":[
             {"date":"2024-03-10 08:00:00 +0000","qty":70,"source":"Scale"}]}]}}
            """
        #expect(try store.push(json).allSamples == .init(known: 1))
        try store.database.delete(Self.uuids(store))
        #expect(try store.push(json).allSamples == (isPhone ? .init(known: 1) : .init(added: 1)))
        #expect(try Self.uuids(store).count == (isPhone ? 0 : 1))
    }
}
