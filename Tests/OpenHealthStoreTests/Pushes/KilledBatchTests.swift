// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// Tests of a large push whose process is killed at a change of a file.
@Suite struct KilledBatchTests {
    private static let seed: UInt64 = 5

    static func push(_ database: HealthDatabase) throws -> PushedReceipt {
        try database.ingest(app: "phone.a", now: PushBatchTests.now, size: 20) { PushBatchTests.read(seed, into: $0) }
    }

    /// Pushes in a child process that is killed at a change of a file.
    /// - Parameter call: The number of the change; nil for none.
    private static func run(_ store: ScratchStore, killingAt call: Int?) async {
        let (path, number) = (store.database.url.path, call ?? .max)
        await #expect(processExitsWith: call == nil ? .success : .signal(SIGKILL)) {
            [path = path as String, number = number as Int] in
            let database = try HealthDatabase(url: URL(fileURLWithPath: path))
            KillPoint.begin(killingAt: number)
            _ = try KilledBatchTests.push(database)
            try Data("\(KillPoint.callCount)".utf8).write(to: URL(fileURLWithPath: path + ".calls"))
        }
    }

    @Test func `after each of fifty kills the push is stored as a whole or not at all, and once when it is sent again`()
        async throws
    {
        let complete = try ScratchStore()
        await Self.run(complete, killingAt: nil)
        let calls = try String(contentsOf: URL(fileURLWithPath: complete.database.url.path + ".calls"), encoding: .utf8)
        let count = try #require(Int(calls))
        let expected = try complete.contents()
        let whole = try #require(try complete.database.pushes.all(of: "phone.a").first)
        #expect(!expected.isEmpty)
        _ = try Self.push(complete.database)
        let twice = try complete.contents()
        // The number of the last changes varies with the size of random values.
        let last = max(1, count - count / 10)
        var lost = 0
        for number in 0..<50 {
            let store = try ScratchStore()
            await Self.run(store, killingAt: 1 + number * last / 50)
            let again = try HealthDatabase(url: store.database.url)
            let contents = try store.contents()
            #expect(contents == [] || contents == expected, "kill \(number)")
            if contents.isEmpty { lost += 1 }
            let receipt = try Self.push(again)
            #expect(try store.contents() == (contents.isEmpty ? expected : twice), "kill \(number)")
            let counts = receipt.allSamples + receipt.allAggregates
            if contents.isEmpty { #expect(counts.added == whole.counts.added, "kill \(number)") }
            #expect(try again.check().findings == [], "kill \(number)")
            // The sorted parts were in files without a name.
            let names = try FileManager.default.contentsOfDirectory(atPath: store.folder.path)
            #expect(names.allSatisfy { !$0.contains("partial") }, "\(names)")
        }
        // Otherwise all kills would have occurred after the end of the push.
        #expect(lost > 0)
    }

    // MARK: Formats

    private static func times(_ index: Int) -> (start: String, end: String) {
        let minute = index < 10 ? "0\(index)" : "\(index)"
        return ("2024-03-10T10:\(minute):00Z", "2024-03-10T10:\(minute):30Z")
    }

    /// Returns a push of a format with records, and of Health Auto Export also figures and an object.
    static func body(_ form: PushFormat) -> String {
        let indices = 0..<40
        func list(_ element: (Int, (start: String, end: String)) -> String) -> String {
            indices.map { element($0, times($0)) }.joined(separator: ",")
        }
        switch form {
        case .healthAutoExport:
            let steps = list { index, time in
                "{\"id\":\"5BFB1B2A-7020-4C84-8A32-1963F0BF64\(10 + index)\",\"startDate\":\"\(time.start)\","
                    + "\"endDate\":\"\(time.end)\",\"qty\":\(index + 1),\"source\":\"Watch\"}"
            }
            return """
                {"data":{"metrics":[{"name":"step_count","units":"count","data":[\(steps)]}],"workouts":[{"name":"Outdoor Run",
                 "start":"2024-03-10 08:00:00 +0000","end":"2024-03-10 08:30:00 +0000","duration":1800,
                 "distance":{"qty":5,"units":"km"}}],"stateOfMind":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643D",
                 "start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:00:00 +0000","kind":"Daily Mood","labels":["Calm"],
                 "valence":0.5}]}}
                """
        case .healthConnectWebhook:
            let steps = list { index, time in
                "{\"count\":\(index + 1),\"start_time\":\"\(time.start)\",\"end_time\":\"\(time.end)\"}"
            }
            return "{\"steps\":[\(steps)],\"weight\":[{\"kilograms\":70,\"time\":\"2024-03-10T08:00:00Z\"}]}"
        case .openWearables:
            let steps = list { index, time in
                "{\"id\":\"11111111-2222-4333-8444-5555555555\(10 + index)\",\"type\":\"STEP_COUNT\","
                    + "\"startDate\":\"\(time.start)\",\"endDate\":\"\(time.end)\",\"value\":\(index + 1),"
                    + "\"unit\":\"count\",\"source\":{\"name\":\"Watch\"}}"
            }
            return """
                {"provider":"apple","sdkVersion":"0.6.0","syncTimestamp":"2026-11-24T10:00:00Z",
                 "data":{"records":[\(steps)],"sleep":[],"workouts":[]}}
                """
        case .nightscout:
            let meals = list { index, time in
                "{\"eventType\":\"Meal Bolus\",\"carbs\":\(index + 1),\"insulin\":1,\"created_at\":\"\(time.start)\","
                    + "\"enteredBy\":\"Trio\",\"identifier\":\"m\(index)\"}"
            }
            return "[\(meals)]"
        }
    }

    static func push(_ form: PushFormat, to database: HealthDatabase) throws -> PushedReceipt {
        let batch = try Array(body(form).utf8).withUnsafeBufferPointer {
            try form.read($0, aggregation: .individual, now: PushBatchTests.now)
        }
        return try database.ingest(batch, app: "phone.\(form.rawValue)", now: PushBatchTests.now)
    }

    /// Pushes in a child process that is killed at a change of a file.
    /// - Parameter call: The number of the change; nil for none.
    private static func run(_ form: PushFormat, _ store: ScratchStore, killingAt call: Int?) async {
        let (path, name, number) = (store.database.url.path, form.rawValue, call ?? .max)
        await #expect(processExitsWith: call == nil ? .success : .signal(SIGKILL)) {
            [path = path as String, name = name as String, number = number as Int] in
            let database = try HealthDatabase(url: URL(fileURLWithPath: path))
            let form = try #require(PushFormat(rawValue: name))
            KillPoint.begin(killingAt: number)
            _ = try KilledBatchTests.push(form, to: database)
            try Data("\(KillPoint.callCount)".utf8).write(to: URL(fileURLWithPath: path + ".calls"))
        }
    }

    @Test(arguments: PushFormat.allCases)
    func `nothing of a push of any format is lost or counted twice after a kill`(form: PushFormat) async throws {
        let complete = try ScratchStore()
        await Self.run(form, complete, killingAt: nil)
        let calls = try String(contentsOf: URL(fileURLWithPath: complete.database.url.path + ".calls"), encoding: .utf8)
        let count = try #require(Int(calls))
        let expected = try complete.contents()
        #expect(expected.count >= 40)
        #expect(try Self.push(form, to: complete.database).allSamples.added == 0)
        let last = max(1, count - count / 10)
        var lost = 0
        for number in 0..<13 {
            let store = try ScratchStore()
            await Self.run(form, store, killingAt: 1 + number * last / 13)
            let again = try HealthDatabase(url: store.database.url)
            let contents = try store.contents()
            #expect(contents == [] || contents == expected, "kill \(number)")
            if contents.isEmpty { lost += 1 }
            _ = try Self.push(form, to: again)
            #expect(try store.contents() == expected, "kill \(number)")
            #expect(try again.check().findings == [], "kill \(number)")
        }
        // Otherwise all kills would have occurred after the end of the push.
        #expect(lost > 0)
    }
}
