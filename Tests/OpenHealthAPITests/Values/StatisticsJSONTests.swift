// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthModel
import OpenHealthSession
import OpenHealthStatistics
import OpenHealthTestSupport
import Testing

@Suite struct StatisticsJSONTests {
    /// Returns a random value in the type's canonical unit with full precision.
    private func quantity(_ type: HKQuantityType, _ random: inout SeededGenerator) -> HKQuantity {
        HKQuantity(unit: type.canonicalUnit, doubleValue: random.number(-1e6, 1e9))
    }

    private func figures(
        _ type: HKQuantityType, _ options: HKStatisticsOptions, _ random: inout SeededGenerator
    ) -> HKStatisticsFigures {
        var figures = HKStatisticsFigures()
        if options.contains(.discreteAverage) { figures.average = quantity(type, &random) }
        if options.contains(.discreteMin) { figures.minimum = quantity(type, &random) }
        if options.contains(.discreteMax) { figures.maximum = quantity(type, &random) }
        if options.contains(.cumulativeSum) { figures.sum = quantity(type, &random) }
        if options.contains(.duration) {
            figures.duration = HKQuantity(unit: .second(), doubleValue: random.number(0, 1e7))
        }
        if options.contains(.mostRecent) {
            figures.mostRecent = quantity(type, &random)
            figures.mostRecentInterval = DateInterval(
                start: Date(timeIntervalSince1970: random.number(1e9, 2e9)), duration: random.number(0, 1e5))
        }
        return figures
    }

    @Test func statisticsOfAllTypesAndOptionsRoundTrip() throws {
        var random = SeededGenerator(seed: 11)
        for facts in HealthTypes.all {
            guard let type = HKObjectType.named(facts.identifier) as? HKQuantityType else { continue }
            for rawValue in UInt(0)..<128 {
                let options = HKStatisticsOptions(rawValue: rawValue)
                let start = Date(timeIntervalSince1970: random.number(0, 2e9))
                let sources = (0..<random.below(3)).map { number in
                    (
                        source: HKSource(name: "Se\u{2019}\(number) \"x\"", bundleIdentifier: "org.\(number)"),
                        figures: figures(type, options, &random)
                    )
                }
                let statistics = HKStatistics(
                    quantityType: type, startDate: start, endDate: start + random.number(0, 1e6),
                    figures: figures(type, options, &random),
                    figuresBySource: options.contains(.separateBySource) ? sources : nil)
                let text = JSONFormat.statistics.json(statistics).text
                let read = try JSONFormat.statistics.decode(JSONReader(try #require(JSONValue(text))))
                #expect(read == statistics, "\(text)")
            }
        }
    }

    @Test func queriesRoundTrip() throws {
        var random = SeededGenerator(seed: 12)
        let type = HKQuantityType(.heartRate)
        for (name, identifier) in CalendarName.all {
            for zone in ["Europe/Berlin", "UTC", "Pacific/Apia", "GMT+0545", "America/St_Johns"] {
                var calendar = Calendar(identifier: identifier)
                calendar.timeZone = try #require(TimeZone(identifier: zone))
                var interval = DateComponents()
                for part in CivilBuckets.parts where random.below(2) == 0 {
                    interval[keyPath: part.path] = random.below(50) + 1
                }
                if interval == DateComponents() { interval.day = 1 }
                let request = try StatisticsQuery(
                    type: type,
                    predicate: .interval(PredicateInterval(from: random.number(0, 1e9), to: random.number(1e9, 2e9))),
                    options: HKStatisticsOptions(rawValue: UInt(random.below(128))),
                    buckets: CivilBuckets(
                        anchor: Date(timeIntervalSince1970: random.number(0, 2e9)), interval: interval,
                        calendar: calendar))
                let text = request.json.text
                let read = try StatisticsQuery(JSONReader(try #require(JSONValue(text))))
                #expect(read.type == type && read.predicate == request.predicate, "\(text)")
                #expect(read.options == request.options)
                #expect(read.buckets?.anchor == request.buckets?.anchor)
                #expect(read.buckets?.interval == interval, "\(name) \(zone)")
                #expect(read.buckets?.calendar.identifier == identifier, "\(name)")
                #expect(read.buckets?.calendar.timeZone == calendar.timeZone, "\(zone)")
            }
        }
    }

    @Test func withoutOptionsAllFiguresAreReturned() throws {
        let sum = try StatisticsQuery(JSONReader(.object([("type", .string("stepCount"))])))
        #expect(sum.options == [.cumulativeSum, .mostRecent, .duration] && sum.buckets == nil)
        let none = try StatisticsQuery(
            JSONReader(.object([("type", .string("stepCount")), ("options", .array([]))])))
        #expect(none.options == [])
    }

    @Test func intervalsWithoutLengthAreInvalidArguments() throws {
        let text =
            #"{"type":"stepCount","buckets":{"anchor":"2026-01-01T00:00:00Z","interval":{"day":0},"timeZone":"UTC"}}"#
        let json = JSONReader(try #require(JSONValue(text)))
        let problem = #expect(throws: Problem.self) { try StatisticsQuery(json) }
        #expect(problem?.kind == .invalidArgument)
        #expect(problem?.detail.hasPrefix("The intervals of the collection: the interval has no length") == true)
        #expect(problem?.healthKitCode == HKError.Code.errorInvalidArgument.rawValue)
    }

    @Test func errorsNameTheirPath() throws {
        for (text, pointer) in [
            (#"{"type":"nothing"}"#, "/type"), (#"{"type":"sleepAnalysis"}"#, "/type"), (#"{}"#, "/type"),
            (#"{"type":"stepCount","options":["sum"]}"#, "/options/0"),
            (
                #"{"type":"stepCount","buckets":{"anchor":"2026-01-01T00:00:00Z","interval":{"day":1}}}"#,
                "/buckets/timeZone"
            ),
            (
                #"{"type":"stepCount","buckets":{"anchor":"2026-01-01T00:00:00Z","interval":{"days":1},"timeZone":"UTC"}}"#,
                "/buckets/interval/days"
            ),
        ] {
            let json = JSONReader(try #require(JSONValue(text)))
            let problem = #expect(throws: Problem.self) { try StatisticsQuery(json) }
            #expect(problem?.faults.map(\.pointer) == [pointer], "\(text)")
        }
    }
}
