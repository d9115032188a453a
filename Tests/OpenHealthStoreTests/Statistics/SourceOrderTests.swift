// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

@Suite struct SourceOrderTests {
    static let steps = HKQuantityTypeIdentifier.stepCount.rawValue
    static let names = ["Pedometer", "Ada’s iPhone", "Ada’s Apple Watch", "Health", "Ada’s iPad", "Steps!"]
    static let byKind = ["Health", "Ada’s Apple Watch", "Ada’s iPhone", "Ada’s iPad"]

    /// Returns a store with a step from each source, an hour apart.
    private func store() throws -> ScratchStore {
        let store = try ScratchStore()
        for (index, name) in Self.names.enumerated() { try save(store, name, hour: index) }
        return store
    }

    private func save(_ store: ScratchStore, _ name: String, hour: Int) throws {
        try store.database.save(
            [MadeSamples.steps(1, from: Double(hour) * 3600)], source: ProvenanceData(sourceName: name))
    }

    private func order(_ store: ScratchStore, _ type: String = steps) throws -> [String] {
        try store.database.sourceOrder(type: type).map(\.source.name)
    }

    private func number(_ store: ScratchStore, _ name: String) throws -> Int64 {
        try #require(try store.database.sources().first { $0.name == name }?.id)
    }

    @Test func defaultOrderGoesByKindAndThenByRecency() throws {
        let store = try store()
        #expect(try order(store) == Self.byKind + ["Steps!", "Pedometer"])
        // Samples older than the latest one do not change the order; later samples do.
        try save(store, "Pedometer", hour: -5)
        #expect(try order(store) == Self.byKind + ["Steps!", "Pedometer"])
        try save(store, "Pedometer", hour: 5)
        #expect(try order(store) == Self.byKind + ["Pedometer", "Steps!"])
        try save(store, "Pedometer", hour: 6)
        try save(store, "Zeta", hour: 6)
        try save(store, "Alpha", hour: 6)
        #expect(try order(store) == Self.byKind + ["Alpha", "Pedometer", "Zeta", "Steps!"])
    }

    @Test func sourcesOfOneNameAreOrderedByNumber() throws {
        let store = try ScratchStore()
        for bundle in ["org.example.b", "org.example.a"] {
            try store.database.save(
                [MadeSamples.steps(1, from: 0)], source: ProvenanceData(sourceName: "Twin", bundleIdentifier: bundle))
        }
        let order = try store.database.sourceOrder(type: Self.steps)
        #expect(order.map(\.source.bundleIdentifier) == ["org.example.b", "org.example.a"])
        #expect(order.map(\.source.id) == order.map(\.source.id).sorted())
    }

    @Test func chosenSourcesTakePrecedence() throws {
        let store = try store()
        let numbers = try ["Steps!", "Ada’s iPhone"].map { try number(store, $0) }
        try store.database.setSourceOrder(numbers, type: Self.steps)
        let rest = ["Health", "Ada’s Apple Watch", "Ada’s iPad", "Pedometer"]
        #expect(try order(store) == ["Steps!", "Ada’s iPhone"] + rest)
        let reasons = try store.database.sourceOrder(type: Self.steps).map(\.reason)
        #expect(reasons == [.chosen, .chosen, .enteredByHand, .watch, .otherAppleDevice, .other])
        // The order also applies in another process, and only to this type.
        let other = try HealthDatabase(url: store.database.url, mode: .readOnly)
        #expect(try other.sourceOrder(type: Self.steps).map(\.source.name) == ["Steps!", "Ada’s iPhone"] + rest)
        #expect(try order(store, HKQuantityTypeIdentifier.heartRate.rawValue) == [])
        // A new source is ranked after the chosen ones; another choice replaces this one.
        try save(store, "Newest", hour: 99)
        #expect(try order(store).suffix(2) == ["Newest", "Pedometer"])
        try store.database.setSourceOrder([try number(store, "Pedometer")], type: Self.steps)
        #expect(try order(store) == ["Pedometer"] + Self.byKind + ["Newest", "Steps!"])
        try store.database.setSourceOrder([], type: Self.steps)
        #expect(try order(store) == Self.byKind + ["Newest", "Steps!", "Pedometer"])
        #expect(try store.database.check().findings == [])
    }

    @Test func sourcesCanBeChosenBeforeTheyHaveSamples() throws {
        let store = try store()
        let identifier = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
        try store.database.setSourceOrder([try number(store, "Pedometer")], type: identifier)
        #expect(try order(store, identifier) == ["Pedometer"])
        #expect(try store.database.types().map(\.identifier) == [Self.steps])
        #expect(try store.database.check().findings == [])
        try store.database.setSourceOrder([], type: identifier)
        #expect(try order(store, identifier) == [])
        // Resetting the order of a type that the store does not have adds no row.
        try store.database.setSourceOrder([], type: HKQuantityTypeIdentifier.height.rawValue)
        #expect(try store.count("SELECT count(*) FROM sample_type") == 2)
    }

    @Test func invalidOrdersAreRefused() throws {
        let store = try store()
        let first = try number(store, "Pedometer")
        let wrong: [([Int64], String, StoreError.Code, String)] = [
            ([first, 99], Self.steps, .notFound, "source 99"),
            ([first, first], Self.steps, .invalidArgument, "source \(first) is named twice"),
            ([first], "HKWorkoutRouteTypeIdentifier", .invalidArgument, "HKWorkoutRouteTypeIdentifier is neither"),
            ([], "HKCorrelationTypeIdentifierFood", .invalidArgument, "HKCorrelationTypeIdentifierFood is neither"),
            ([first], "HKQuantityTypeIdentifierNobodyKnows", .notFound, "HKQuantityTypeIdentifierNobodyKnows"),
        ]
        try store.database.setSourceOrder([first], type: Self.steps)
        for (sources, type, code, text) in wrong {
            let error = #expect(throws: StoreError.self) { try store.database.setSourceOrder(sources, type: type) }
            #expect(error?.code == code)
            #expect(error?.message.contains(text) == true)
            #expect(error?.remedy.isEmpty == false)
        }
        #expect(try order(store).first == "Pedometer")
        #expect(throws: StoreError.self) { try store.database.sourceOrder(type: "HKWorkoutRouteTypeIdentifier") }
        #expect(throws: StoreError.self) { try store.database.sourceOrder(type: "HKQuantityTypeIdentifierNobodyKnows") }
    }

    @Test func unknownTypesHaveAnOrderOnceTheyHaveSamples() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(.init(type: "HKQuantityTypeIdentifierNobodyKnows"))
        try store.importXML(export.document)
        #expect(try order(store, "HKQuantityTypeIdentifierNobodyKnows") == ["Ada’s iPhone"])
    }

    @Test func importingAgainChangesNothing() throws {
        let store = try ScratchStore()
        var export = TestExport()
        for (index, name) in Self.names.enumerated() {
            export.add(.init(source: name, device: nil, start: index * 3600, end: index * 3600 + 60))
        }
        try store.importXML(export.document)
        let before = try order(store)
        #expect(before == Self.byKind + ["Steps!", "Pedometer"])
        var again = export
        again.offset = -7200
        try store.importXML(again.document)
        #expect(try order(store) == before)
        // A newer export adds newer samples.
        again.add(.init(source: "Pedometer", device: nil, start: 90_000, end: 90_060))
        try store.importXML(again.document)
        #expect(try order(store) == Self.byKind + ["Pedometer", "Steps!"])
        #expect(try store.database.check().findings == [])
    }

    @Test func deletedSamplesLeaveTheOrder() throws {
        let store = try store()
        let before = try order(store)
        #expect(try store.database.deleteSamples(ofSource: try number(store, "Steps!")) == 1)
        #expect(try order(store) == before)
        #expect(try store.database.check().findings == [])
    }
}
