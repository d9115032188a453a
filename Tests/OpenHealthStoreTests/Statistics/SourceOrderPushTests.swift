// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAccess
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthSession
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

/// Tests of the default order of sources that connections with phones bring.
@Suite struct SourceOrderPushTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let steps = HKQuantityTypeIdentifier.stepCount.rawValue

    private static let export = """
        <HealthData locale="en_GB"><Record type="\(steps)" sourceName="Ana’s Apple Watch" unit="count"
         startDate="2024-03-09 16:00:00 +0000" endDate="2024-03-09 16:10:00 +0000" value="1000"/></HealthData>
        """

    private static func push(_ store: ScratchStore, source: String, bundle: String?, app: String) throws {
        var origin = ProvenanceData(sourceName: source)
        origin.bundleIdentifier = bundle
        var builder = PushBuilder(missing: [], now: now)
        builder.addQuantity(
            steps, value: 0, unit: "count",
            PushBuilder.Reading(
                start: 1_710_000_000, end: 1_710_000_600, source: origin, uuid: UUID(), place: "/samples", index: 0))
        #expect(try store.database.ingest(builder.batch, app: app, now: now).allSamples == .init(added: 1))
    }

    /// A new connection cannot hide the readings of an import by naming a source like a watch.
    @Test(arguments: [nil, "com.apple.health.NEW"], [false, true])
    func aPushedSourceRanksBelowThoseOfImports(bundle: String?, isPhone: Bool) throws {
        let store = try ScratchStore()
        try store.importXML(Self.export)
        try store.database.apps.connections.allowPushes(
            of: [Self.steps], by: AppIdentity(identifier: "phone.a", name: "A"), includesImports: isPhone)
        try Self.push(store, source: "Brand New Apple Watch", bundle: bundle, app: "phone.a")
        let order = try store.database.sourceOrder(type: Self.steps)
        #expect(order.map(\.reason) == [.watch, .watch])
        let names = ["Ana’s Apple Watch", "Brand New Apple Watch"]
        // Sources of the phone of the imports are as any: both have samples of the same time, so the name decides.
        #expect(order.map(\.source.name) == names)
        for usesRollups in [true, false] {
            let rows = try store.database.statistics(StatisticsRequest(type: Self.steps), usesRollups: usesRollups)
            #expect(rows.first?.figures.sum == 1000)
        }
        // The owner's order comes first.
        try store.database.setSourceOrder(order.reversed().map(\.source.id), type: Self.steps)
        #expect(try store.database.sourceOrder(type: Self.steps).map(\.source.name) == names.reversed())
        #expect(try store.database.statistics(StatisticsRequest(type: Self.steps)).first?.figures.sum == 0)
        #expect(try store.database.check().findings == [])
    }

    /// The later source ranks first again when the owner states that the connection is the phone of the imports.
    @Test func theOwnersStatementRestoresTheOrder() throws {
        let store = try ScratchStore()
        try store.importXML(Self.export)
        try store.database.apps.connections.allowPushes(
            of: [Self.steps], by: AppIdentity(identifier: "phone.a", name: "A"), includesImports: false)
        var builder = PushBuilder(missing: [], now: Self.now)
        builder.addQuantity(
            Self.steps, value: 7, unit: "count",
            PushBuilder.Reading(
                start: 1_710_000_300, end: 1_710_000_600, source: ProvenanceData(sourceName: "New Apple Watch"),
                uuid: UUID(), place: "/samples", index: 0))
        try store.database.ingest(builder.batch, app: "phone.a", now: Self.now)
        func first() throws -> String? { try store.database.sourceOrder(type: Self.steps).first?.source.name }
        #expect(try first() == "Ana’s Apple Watch")
        #expect(try store.database.statistics(StatisticsRequest(type: Self.steps)).first?.figures.sum == 1000)
        try store.database.apps.connections.setPushPermission(.connectionAndImports, of: "phone.a")
        #expect(try first() == "New Apple Watch")
        #expect(try store.database.statistics(StatisticsRequest(type: Self.steps)).first?.figures.sum == 507)
    }

    /// A source that an import contains too ranks as one of imports.
    @Test func aSourceOfAnImportKeepsItsRank() throws {
        let store = try ScratchStore()
        try Self.push(store, source: "Ana’s Apple Watch", bundle: nil, app: "phone.a")
        try Self.push(store, source: "A newer Apple Watch", bundle: nil, app: "phone.b")
        try store.importXML(Self.export)
        let order = try store.database.sourceOrder(type: Self.steps)
        #expect(order.map(\.source.name) == ["Ana’s Apple Watch", "A newer Apple Watch"])
    }
}
