// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of nights and workouts of pushes that overlap others of the same source.
@Suite struct PushedSessionTests {
    private static let base = 1_710_000_000.0
    private static let sleep = HKCategoryTypeIdentifier.sleepAnalysis.rawValue

    /// A night or workout of HC Webhook; dates are minutes after ``base``.
    private struct Session {
        var from: Double
        var to: Double
        var kind = "biking"
        var updated: Double?
        var hasStages = true

        private static func date(_ minutes: Double) -> String { "\(Int(PushedSessionTests.base + minutes * 60))" }

        /// The JSON of a night of one stage.
        var night: String {
            let (start, end) = (Self.date(from), Self.date(to))
            let stages = hasStages ? "{\"stage\": \"4\", \"start_time\": \(start), \"end_time\": \(end)}" : ""
            let date = updated.map { ", \"sleep_updated_at\": \(Self.date($0))" } ?? ""
            return """
                {"session_end_time": \(end), "duration_seconds": \(Int((to - from) * 60)), "stages": [\(stages)],
                "metadata": {"data_origin": "com.example.band"}\(date)}
                """
        }

        /// The JSON of a workout.
        var workout: String {
            """
            {"type": "\(kind)", "start_time": \(Self.date(from)), "end_time": \(Self.date(to)),
            "distance_meters": 1000, "metadata": {"data_origin": "com.example.ride"}}
            """
        }
    }

    /// Pushes nights one after the other, and returns the periods of the stored stages, in minutes.
    private static func nights(_ pushes: [[Session]]) throws -> [String] {
        let store = try ScratchStore()
        for push in pushes {
            try store.pushHealthConnect("{\"sleep\": [\(push.map(\.night).joined(separator: ", "))]}")
        }
        try store.expectNoFaults()
        return try periods(store.database.records(SampleRequest()).map { ($0.start, $0.end) })
    }

    /// Pushes workouts one after the other, and returns the periods of the stored ones, in minutes.
    private static func workouts(_ pushes: [[Session]]) throws -> [String] {
        let store = try ScratchStore()
        for push in pushes {
            try store.pushHealthConnect("{\"exercise\": [\(push.map(\.workout).joined(separator: ", "))]}")
        }
        try store.expectNoFaults()
        return try periods(store.database.workouts().map { ($0.sample.start, $0.sample.end) })
    }

    private static func periods(_ dates: [(start: Date, end: Date)]) -> [String] {
        dates.map { date in
            let minutes = [date.start, date.end].map { Int(($0.timeIntervalSince1970 - base) / 60) }
            return "\(minutes[0])-\(minutes[1])"
        }.sorted()
    }

    private static let night = Session(from: 0, to: 343)
    private static let nap = Session(from: 300, to: 343)

    @Test func `a nap inside a night does not replace it`() throws {
        let (night, nap) = (Self.night, Self.nap)
        for pushes in [
            [[night], [nap]], [[nap], [night]], [[night, nap]], [[nap, night]], [[night, nap], [night, nap]],
            [[night], [nap, night], [nap]], [[night], [Session(from: 100, to: 140)]],
        ] {
            #expect(try Self.nights(pushes) == ["0-343"], "\(pushes)")
        }
    }

    @Test func `a nap inside a night does not replace it even if it was changed later`() throws {
        var (night, nap) = (Self.night, Self.nap)
        (night.updated, nap.updated) = (350, 400)
        #expect(try Self.nights([[night], [nap]]) == ["0-343"])
        #expect(try Self.nights([[nap, night]]) == ["0-343"])
    }

    @Test func `a repeated push of an earlier state of a night changes nothing`() throws {
        let (earlier, later) = (Session(from: 0, to: 65), Session(from: 0, to: 425))
        #expect(try Self.nights([[earlier], [later], [earlier]]) == ["0-425"])
        #expect(try Self.nights([[earlier, later]]) == ["0-425"])
        #expect(try Self.nights([[later, earlier], [earlier]]) == ["0-425"])
    }

    @Test func `a night that lacks only a little at its edges is a correction`() throws {
        #expect(try Self.nights([[Session(from: 0, to: 480)], [Session(from: 10, to: 450)]]) == ["10-450"])
        // The later date of change decides otherwise.
        #expect(
            try Self.nights([
                [Session(from: 0, to: 480, updated: 500)], [Session(from: 0, to: 300, updated: 600)],
                [Session(from: 0, to: 480, updated: 500)],
            ]) == ["0-300"])
    }

    @Test func `a night that is trimmed at both ends replaces the earlier one`() throws {
        #expect(try Self.nights([[Session(from: 0, to: 540)], [Session(from: 60, to: 480)]]) == ["60-480"])
    }

    @Test func `a night and a nap that follows it are two`() throws {
        let pushes = [[Session(from: 0, to: 300)], [Session(from: 290, to: 400)]]
        #expect(try Self.nights(pushes) == ["0-300", "290-400"])
    }

    @Test func `a night without stages does not replace the stages of a night with the same dates`() throws {
        func values(_ pushes: [[Session]]) throws -> [Double] {
            let store = try ScratchStore()
            for push in pushes {
                try store.pushHealthConnect("{\"sleep\": [\(push.map(\.night).joined(separator: ", "))]}")
            }
            try store.expectNoFaults()
            return try store.database.records(SampleRequest()).map { $0.value ?? -1 }
        }
        let core = Double(HKCategoryValueSleepAnalysis.asleepCore.rawValue)
        for date in [Double?.none, 500] {
            let stages = Session(from: 0, to: 480, updated: date)
            let whole = Session(from: 0, to: 480, updated: date, hasStages: false)
            for pushes in [[[stages], [whole]], [[whole], [stages], [whole]], [[stages, whole]], [[whole, stages]]] {
                #expect(try values(pushes) == [core])
            }
            // A later version of the night is longer.
            let longer = Session(from: 0, to: 490, updated: date.map { $0 + 10 }, hasStages: false)
            #expect(
                try values([[stages], [whole], [longer]])
                    == [Double(HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue)])
        }
    }

    @Test func `a repeated push of an earlier state of a workout changes nothing`() throws {
        let (earlier, later) = (Session(from: 0, to: 10), Session(from: 0, to: 60))
        for pushes in [
            [[earlier], [later], [earlier]], [[earlier, later]], [[later, earlier], [later, earlier]],
            [[later], [earlier, later]],
        ] {
            #expect(try Self.workouts(pushes) == ["0-60"], "\(pushes)")
        }
    }

    @Test func `a workout inside a longer one is another one`() throws {
        let (ride, sprint) = (Session(from: 0, to: 180), Session(from: 120, to: 130))
        for pushes in [
            [[ride], [sprint]], [[sprint], [ride]], [[sprint, ride], [ride, sprint]],
            [[ride], [sprint], [ride], [sprint]],
        ] {
            #expect(try Self.workouts(pushes) == ["0-180", "120-130"], "\(pushes)")
        }
    }

    @Test func `a workout that is trimmed at both ends, moved or extended replaces the earlier one`() throws {
        let first = Session(from: 20, to: 80)
        for later in [Session(from: 30, to: 70), Session(from: 40, to: 90), Session(from: 0, to: 100)] {
            #expect(
                try Self.workouts([[first], [later], [later]]) == ["\(Int(later.from))-\(Int(later.to))"], "\(later)")
        }
        #expect(try Self.workouts([[first, first], [first, first]]) == ["20-80"])
    }

    @Test func `a workout whose activity was corrected replaces the earlier one`() throws {
        let store = try ScratchStore()
        let walk = Session(from: 0, to: 60, kind: "walking")
        let run = Session(from: 0, to: 60, kind: "running")
        func push(_ sessions: Session...) throws -> [String] {
            try store.pushHealthConnect("{\"exercise\": [\(sessions.map(\.workout).joined(separator: ", "))]}")
            try store.expectNoFaults()
            return try store.database.workouts().map(\.activityName).sorted()
        }
        #expect(try push(walk).count == 1)
        let running = try push(run)
        #expect(running.count == 1)
        #expect(try push(run) == running)
        // Two that one push lists together are two.
        #expect(try push(run, walk).count == 2)
        #expect(try push(run, walk).count == 2)
        let revisions = try store.database.revisions(
            type: HKWorkoutTypeIdentifier, from: .distantPast, to: .distantFuture)
        #expect(revisions == .init(samples: 1, versions: 1))
    }

    /// Pushes workouts of Health Auto Export, and returns the ends of the stored ones, in minutes.
    private static func exportWorkouts(_ pushes: [(id: String?, to: Int)]) throws -> [Int] {
        let store = try ScratchStore()
        for push in pushes {
            let id = push.id.map { "\"id\":\"\($0)\"," } ?? ""
            try store.push(
                """
                {"data":{"workouts":[{\(id)"name":"Outdoor Run","start":"2024-06-04 08:00:00 +0200",
                "end":"2024-06-04 08:\(push.to):00 +0200","distance":{"qty":5,"units":"km"}}]}}
                """)
        }
        try store.expectNoFaults()
        return try store.database.workouts().map { Int($0.sample.end.timeIntervalSince($0.sample.start)) / 60 }
    }

    @Test func `a workout that is sent with an identifier and without one is one`() throws {
        let id = "11111111-2222-4333-8444-555555555503"
        for (named, other) in [(31, 30), (30, 31), (30, 30), (30, 50), (50, 30)] {
            for pushes in [
                [(id, named), (nil, other)], [(nil, other), (id, named)], [(id, named), (nil, other), (id, named)],
                [(nil, other), (id, named), (nil, other), (id, named)],
            ] as [[(id: String?, to: Int)]] {
                #expect(try Self.exportWorkouts(pushes).count == 1, "\(pushes)")
            }
            // The version with the identifier counts if it is the last one.
            #expect(try Self.exportWorkouts([(nil, other), (id, named)]) == [named])
        }
        #expect(try Self.exportWorkouts([(id, 31), ("11111111-2222-4333-8444-555555555504", 30)]).count == 2)
    }

    @Test func `a night that is sent with its stages later replaces the night without them`() throws {
        let store = try ScratchStore()
        func push(_ stages: [(id: String, parent: String?, stage: String, from: Int, to: Int)]) throws {
            let list = stages.map { stage in
                """
                {"id": "\(stage.id)", "parentId": \(stage.parent.map { "\"\($0)\"" } ?? "null"), "stage": "\(stage.stage)",
                "startDate": \(Int(Self.base) + 60 * stage.from), "endDate": \(Int(Self.base) + 60 * stage.to),
                "source": {"appId": "com.example.band"}}
                """
            }
            try store.pushWearables(
                "{\"provider\": \"google\", \"data\": {\"sleep\": [\(list.joined(separator: ", "))]}}")
        }
        try push([("night", nil, "sleeping", 0, 480)])
        let stages: [(id: String, parent: String?, stage: String, from: Int, to: Int)] = [
            ("night-s0", "night", "light", 0, 200), ("night-s1", "night", "rem", 210, 480),
        ]
        try push(stages)
        try push(stages)
        try store.expectNoFaults()
        #expect(
            try Self.periods(store.database.records(SampleRequest()).map { ($0.start, $0.end) })
                == ["0-200", "210-480"])
    }

    @Test(arguments: [true, false]) func `a later version of a workout has its route`(sendsRoute: Bool) throws {
        let store = try ScratchStore()
        for (distance, hasRoute) in [(5.0, true), (5.2, sendsRoute)] {
            let route = """
                ,"route": [{"latitude": 52.5, "longitude": 13.4, "altitude": 30, "timestamp": "2024-06-04 08:00:05 +0200"},
                {"latitude": 52.6, "longitude": 13.4, "altitude": 31, "timestamp": "2024-06-04 08:20:05 +0200"}]
                """
            try store.push(
                """
                {"data": {"workouts": [{"id": "11111111-2222-4333-8444-555555555503", "name": "Outdoor Run",
                "start": "2024-06-04 08:00:00 +0200", "end": "2024-06-04 08:30:00 +0200", "duration": 1800,
                "distance": {"qty": \(distance), "units": "km"}\(hasRoute ? route : "")}]}}
                """)
        }
        #expect(try store.count("SELECT count(*) FROM workout_statistics WHERE sum = 5.2") == 1)
        #expect(try store.count("SELECT count(*) FROM workout_route AS r JOIN workout AS w ON w.id = r.workout") == 1)
        #expect(try store.count("SELECT count(*) FROM route_point") == 2)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }

    // MARK: Series

    /// Pushes the heart rates of a record as Open Wearables does.
    private static func pushSeries(
        _ store: ScratchStore, _ record: String, _ rates: [Double], from first: Int = 0, provider: String = "google"
    ) throws -> PushedReceipt.Counts {
        let readings = rates.enumerated().map { index, rate in
            """
            {"id": "\(record)-s\(first + index)", "parentId": "\(record)", "type": "HEART_RATE", "unit": "bpm",
            "startDate": \(Int(base) + 60 * (first + index)), "value": \(rate), "source": {"appId": "com.example.band"}}
            """
        }
        return try store.pushWearables(
            "{\"provider\": \"\(provider)\", \"data\": {\"records\": [\(readings.joined(separator: ", "))]}}"
        ).allSamples
    }

    /// Returns the heart rates in beats a minute.
    private static func rates(_ store: ScratchStore) throws -> [Double] {
        try store.expectNoFaults()
        return try store.database.records(SampleRequest()).compactMap(\.value).sorted()
    }

    @Test func `a series that is written again with fewer readings loses the others`() throws {
        let store = try ScratchStore()
        let (record, other) = ("A0000000-0000-4000-8000-000000000001", "A0000000-0000-4000-8000-000000000002")
        #expect(try Self.pushSeries(store, record, [60, 70, 80]) == .init(added: 3))
        #expect(try Self.pushSeries(store, other, [90, 91]) == .init(added: 2))
        #expect(try Self.pushSeries(store, record, [60, 70, 80]) == .init(known: 3))
        #expect(try Self.pushSeries(store, record, [61, 71]) == .init(replaced: 2))
        #expect(try Self.rates(store) == [61, 71, 90, 91])
        // It grows, shrinks to one reading and grows again.
        for rates: [Double] in [[61, 71, 81, 82], [63], [64, 74]] {
            _ = try Self.pushSeries(store, record, rates)
            #expect(try Self.rates(store) == (rates + [90, 91]).sorted())
        }
    }

    @Test func `a part of a series deletes nothing`() throws {
        let store = try ScratchStore()
        let record = "A0000000-0000-4000-8000-000000000001"
        _ = try Self.pushSeries(store, record, [60, 70, 80])
        _ = try Self.pushSeries(store, record, [90, 100], from: 3)
        _ = try Self.pushSeries(store, record, [71], from: 1)
        #expect(try Self.rates(store) == [60, 71, 80, 90, 100])
        // The first part again does not know the later one.
        _ = try Self.pushSeries(store, record, [60, 72, 80])
        #expect(try Self.rates(store) == [60, 72, 80, 90, 100])
    }

    @Test func `a series of another connection stays`() throws {
        let store = try ScratchStore()
        let record = "A0000000-0000-4000-8000-000000000001"
        _ = try Self.pushSeries(store, record, [60, 70, 80])
        let json = """
            {"provider": "google", "data": {"records": [{"id": "\(record)-s0", "parentId": "\(record)",
            "type": "HEART_RATE", "unit": "bpm", "startDate": \(Int(Self.base)), "value": 55}]}}
            """
        try store.pushWearables(json, app: "other")
        #expect(try Self.rates(store) == [55, 60, 70, 80])
    }

    @Test func `a workout without an identifier and with another distance is a later version`() throws {
        let store = try ScratchStore()
        func push(_ distance: Double) throws -> PushedReceipt.Counts {
            try store.push(
                """
                {"data": {"workouts": [{"name": "Outdoor Run", "start": "2024-06-04 08:00:00 +0200",
                 "end": "2024-06-04 08:30:00 +0200", "duration": 1800, "distance": {"qty": \(distance), "units": "km"}}]}}
                """
            ).allSamples
        }
        #expect(try push(5) == .init(added: 1))
        #expect(try push(5) == .init(known: 1))
        #expect(try push(5.2) == .init(replaced: 1))
        #expect(try push(5.2) == .init(known: 1))
        #expect(try store.count("SELECT count(*) FROM workout") == 1)
        #expect(try store.count("SELECT count(*) FROM workout_statistics WHERE sum = 5.2") == 1)
        #expect(try store.database.check().findings == [])
        try store.expectNoFaults()
    }
}
