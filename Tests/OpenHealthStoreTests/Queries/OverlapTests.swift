// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthTestSupport
import Testing

@testable import OpenHealthStore

@Suite struct OverlapTests {
    @Test func boundaries() throws {
        let store = try ScratchStore()
        // Start and end date, and whether the sample is in the range from 100 to 200.
        let cases: [(Double, Double, Bool)] = [
            (0, 99, false), (0, 100, true), (0, 150, true), (0, 1000, true), (99, 99, false), (100, 100, true),
            (100, 200, true), (150, 150, true), (199, 300, true), (200, 200, false), (200, 300, false),
            (201, 202, false), (100, 150, true),
        ]
        let samples = cases.map { MadeSamples.steps(1, from: $0.0, to: $0.1) }
        try store.database.save(samples, source: MadeSamples.app)
        let request = SampleRequest(
            types: ["HKQuantityTypeIdentifierStepCount"], from: MadeSamples.date(100), to: MadeSamples.date(200))
        let found = Set(try store.database.records(request).map(\.uuid))
        for (sample, expected) in zip(samples, cases) {
            #expect(found.contains(sample.uuid) == expected.2, "\(expected.0) to \(expected.1)")
        }
    }

    /// Queries for samples of all lengths, from instants to years, agree with checking each sample.
    @Test func agreesWithTheReference() throws {
        var generator = SeededGenerator(seed: 21)
        for round in 0..<6 {
            let store = try ScratchStore()
            var samples: [HKQuantitySample] = []
            for _ in 0..<300 {
                let start = generator.number(0, 1e7).rounded()
                let length = round == 0 ? 0 : pow(10, generator.number(-1, Double(round) + 3)) - 0.1
                let type: HKQuantityTypeIdentifier = generator.below(3) == 0 ? .heartRate : .stepCount
                samples.append(
                    MadeSamples.quantity(
                        type, 1, type == .heartRate ? "count/min" : "count", from: start,
                        to: start + max(0, length.rounded())))
            }
            try store.database.save(Array(samples.prefix(200)), source: MadeSamples.app)
            try store.database.save(Array(samples.dropFirst(200)), source: MadeSamples.app)
            #expect(try store.database.check().findings == [])
            for _ in 0..<60 {
                let from = generator.number(-1e6, 1.1e7).rounded()
                let to = from + pow(10, generator.number(0, 7)).rounded()
                var request = SampleRequest(from: MadeSamples.date(from), to: MadeSamples.date(to))
                if generator.below(4) == 0 { request.from = nil }
                if generator.below(4) == 0 { request.to = nil }
                if generator.below(2) == 0 { request.types = ["HKQuantityTypeIdentifierStepCount"] }
                request.newestFirst = generator.below(2) == 0
                if generator.below(3) == 0 { request.limit = generator.below(20) }
                let expected = Self.model(samples, request)
                let found = try store.database.records(request)
                #expect(found.map(\.start) == expected.map(\.startDate))
                if request.limit == nil { #expect(Set(found.map(\.uuid)) == Set(expected.map(\.uuid))) }
                #expect(try store.database.samples(request).map(\.uuid) == found.map(\.uuid))
            }
        }
    }

    private static func model(_ samples: [HKQuantitySample], _ request: SampleRequest) -> [HKQuantitySample] {
        let found = samples.filter { sample in
            (request.types.isEmpty || request.types.contains(sample.quantityType.identifier))
                && sample.endDate >= request.from ?? .distantPast && sample.startDate < request.to ?? .distantFuture
        }
        let sorted = found.sorted {
            request.newestFirst ? $0.startDate > $1.startDate : $0.startDate < $1.startDate
        }
        return Array(sorted.prefix(request.limit ?? .max))
    }

    @Test func importedLongSamplesAreFound() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(
            .init(start: 0, end: 86_400 * 300), .init(start: 86_400 * 200, end: 86_400 * 200 + 60),
            .init(
                type: "HKCategoryTypeIdentifierContraceptive", unit: nil,
                value: "HKCategoryValueContraceptiveImplant", start: 0, end: 86_400 * 1500))
        try store.importXML(export.document)
        let day = SampleRequest(
            from: MadeSamples.date(86_400 * 250), to: MadeSamples.date(86_400 * 251))
        #expect(try store.database.records(day).count == 2)
        #expect(try store.database.check().findings == [])
    }

    @Test func sourcesAreComparedByTheirNormalisedNames() throws {
        let store = try ScratchStore()
        var export = TestExport()
        export.add(.init(source: "Ada’s\u{00A0}Watch"), .init(source: "Ada's Watch", start: 60, end: 90))
        export.add(.init(source: "ada's watch", start: 90, end: 95))
        try store.importXML(export.document)
        #expect(try store.database.records(SampleRequest(source: "Ada's Watch")).count == 2)
        #expect(try store.database.records(SampleRequest(source: " Ada’s  Watch ")).count == 2)
        #expect(try store.database.records(SampleRequest(source: "ada's watch", limit: 5)).count == 1)
        #expect(try store.database.records(SampleRequest(source: "nobody")).isEmpty)
    }

    @Test func wrongRequestsAreRefused() throws {
        let store = try ScratchStore()
        let error = #expect(throws: StoreError.self) { try store.database.records(SampleRequest(limit: -1)) }
        #expect(error?.code == .invalidArgument)
        #expect(throws: StoreError.self) { try store.database.changes(after: 0, limit: 0) }
        #expect(try store.database.records(SampleRequest(types: ["Nothing"])).isEmpty)
        #expect(try store.database.records(SampleRequest(limit: 0)).isEmpty)
    }

    @Test func readingStopsOnRequest() throws {
        let store = try ScratchStore()
        try store.database.save((0..<10).map { MadeSamples.steps(1, from: Double($0)) }, source: MadeSamples.app)
        var seen = 0
        try store.database.forEachSample(SampleRequest()) { _ in
            seen += 1
            return seen < 4
        }
        #expect(seen == 4)
        struct Stop: Error {}
        #expect(throws: Stop.self) { try store.database.forEachSample(SampleRequest()) { _ in throw Stop() } }
        #expect(try store.database.records(SampleRequest()).count == 10)
    }
}
