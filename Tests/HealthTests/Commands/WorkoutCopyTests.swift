// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProcessTestSupport
import Testing

@Suite("Copies in health workouts")
struct WorkoutCopyTests {
    private static func workout(
        _ source: String, from: String, to: String, kilometres: String, day: Int = 10
    ) -> String {
        #"<Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" "#
            + #"totalDistance="\#(kilometres)" totalDistanceUnit="km" sourceName="\#(source)" "#
            + #"startDate="2024-03-\#(day) \#(from) +0100" endDate="2024-03-\#(day) \#(to) +0100"/>"#
    }

    private static func rows(_ arguments: [String], in home: Home) throws -> [[String: Any]] {
        let result = try Tool.run(["workouts"] + arguments + ["--format", "json"], in: home)
        #expect(result.status == 0, "\(arguments): \(result.errors)")
        return try Parsed.array(result.output)
    }

    @Test("copies are listed with the effort, explained, split and joined")
    func copies() throws {
        let home = try MadeStore.make([
            Self.workout("Watch", from: "08:00:00", to: "08:30:00", kilometres: "5"),
            Self.workout("Strava", from: "08:00:10", to: "08:30:40", kilometres: "5.02"),
            Self.workout("Watch", from: "18:00:00", to: "18:30:00", kilometres: "4"),
        ])
        let efforts = try Self.rows([], in: home)
        #expect(efforts.count == 2)
        let copies = try #require(efforts[0]["copies"] as? [[String: Any]])
        #expect(copies.count == 1)
        #expect((efforts[1]["copies"] as? [Any])?.isEmpty == true)
        let shown = try #require(efforts[0]["uuid"] as? String)
        let copy = try #require(copies[0]["uuid"] as? String)
        #expect(Set(copies[0].keys) == ["uuid", "source", "start", "end", "duration"])
        let all = try Self.rows(["--copies"], in: home)
        #expect(all.count == 3)
        #expect(all.compactMap { $0["copyOf"] as? String } == [shown])
        #expect(all.first { $0["uuid"] as? String == copy }?["copyOf"] as? String == shown)
        #expect(try Self.rows(["--totals"], in: home).compactMap { $0["count"] as? Int } == [2])

        func explain(_ uuid: String) throws -> [String: Any] {
            let result = try Tool.run(["explain", uuid, "--format", "json"], in: home)
            #expect(result.status == 0, "\(result.errors)")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        }
        let explanation = try explain(copy)
        let workouts = try #require(explanation["workouts"] as? [[String: Any]])
        #expect(workouts.compactMap { $0["uuid"] as? String } == [shown, copy])
        #expect(workouts.compactMap { $0["shown"] as? Bool } == [true, false])
        let reasons = try #require(explanation["reasons"] as? [[String: Any]])
        #expect(reasons.compactMap { $0["kind"] as? String } == ["time", "activity", "distance"])
        #expect(explanation["decision"] as? String == "automatic")
        #expect(try Tool.run(["explain", copy], in: home).output.contains("joined automatically"))

        #expect(try Self.rows(["--split", copy], in: home).count == 2)
        #expect(try Self.rows([], in: home).count == 3)
        #expect(try explain(copy)["decision"] as? String == "person")
        #expect(try Self.rows(["--join", "\(shown),\(copy)"], in: home).count == 1)
        #expect(try Self.rows([], in: home).count == 2)
        #expect(try explain(shown)["decision"] as? String == "person")
        #expect(try Tool.run(["workouts", "--split", "nothing"], in: home).status == 2)
        #expect(try Tool.run(["explain", "stepCount"], in: home).status == 2)
    }

    @Test("a contradiction of routes is named where the person joined the workouts")
    func contradictions() throws {
        let home = try MadeStore.make([])
        for (number, creator) in ["Watch", "Strava"].enumerated() {
            let points = (0...30).map { minute in
                """
                <trkpt lat="\(0.0016 * Double(minute))" lon="\(0.01 * Double(number))">\
                <time>2024-03-10T08:\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>
                """
            }
            let file = home.file("\(creator).gpx")
            try """
            <gpx version="1.1" creator="\(creator)" xmlns="http://www.topografix.com/GPX/1/1"><trk><type>running</type>\
            <trkseg>\(points.joined(separator: "\n"))</trkseg></trk></gpx>
            """.write(to: file, atomically: true, encoding: .utf8)
            let result = try Tool.run(["import", file.path], in: home)
            #expect(result.status == 0, "\(result.errors)")
        }
        let uuids = try Self.rows([], in: home).compactMap { $0["uuid"] as? String }
        #expect(uuids.count == 2)
        #expect(try Self.rows(["--join", uuids.joined(separator: ",")], in: home).count == 1)
        let text = try Tool.run(["explain", uuids[0]], in: home).output
        #expect(text.contains(" contradicts ") && text.contains("m apart at the same time"), "\(text)")
        #expect(text.contains("You joined these workouts."))
        let json = try Tool.run(["explain", uuids[0], "--format", "json"], in: home).output
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        let reasons = try #require(object?["reasons"] as? [[String: Any]])
        #expect(reasons.compactMap { $0["kind"] as? String } == ["routesApart"])
        #expect(reasons.compactMap { ($0["metres"] as? Double)?.rounded() } == [1112])
    }

    @Test("wrong workouts are errors that change nothing")
    func errors() throws {
        let home = try MadeStore.make([
            Self.workout("Watch", from: "08:00:00", to: "08:30:00", kilometres: "5"),
            Self.workout("Strava", from: "08:00:10", to: "08:30:40", kilometres: "5.02"),
            Self.workout("Watch", from: "18:00:00", to: "18:30:00", kilometres: "4"),
            Self.workout("Strava", from: "18:00:00", to: "18:30:00", kilometres: "4", day: 12),
        ])
        let before = try Tool.run(["workouts", "--format", "json"], in: home).output
        let efforts = try Self.rows([], in: home)
        let (run, single) = (try #require(efforts[0]["uuid"] as? String), try #require(efforts[1]["uuid"] as? String))
        let unknown = "00000000-0000-4000-8000-000000000000"
        for arguments in [
            ["explain", unknown], ["workouts", "--split", unknown], ["workouts", "--join", "\(run),\(unknown)"],
        ] {
            let result = try Tool.run(arguments, in: home)
            #expect(result.status == 1, "\(arguments)")
            #expect(result.errors.contains("there is no workout with the UUID \(unknown)"), "\(result.errors)")
        }
        let alone = try Tool.run(["workouts", "--split", single], in: home)
        #expect(alone.status == 2 && alone.errors.contains("is not linked with other workouts"), "\(alone.errors)")
        for list in [run, "\(run),\(run)", "\(run) \(run)"] {
            let result = try Tool.run(["workouts", "--join"] + list.split(separator: " ").map(String.init), in: home)
            #expect(result.status == 2 && result.errors.contains("one workout cannot be joined"), "\(result.errors)")
        }
        let later = try #require(efforts[2]["uuid"] as? String)
        let apart = try Tool.run(["workouts", "--join", "\(run),\(later)"], in: home)
        #expect(apart.status == 2 && apart.errors.contains("start more than 15 hours apart"), "\(apart.errors)")
        for list in ["", ",", "nothing"] {
            #expect(try Tool.run(["workouts", "--join", list], in: home).status == 2, "\(list)")
        }
        #expect(try Tool.run(["workouts", "--split", run, "--join", run], in: home).status != 0)
        #expect(try Tool.run(["workouts", "--format", "json"], in: home).output == before)
        // A workout without copies is explained.
        #expect(try Tool.run(["explain", single], in: home).status == 0)
    }

    @Test("receipts count copies, and the check finds no fault after decisions")
    func receipts() throws {
        let home = try MadeStore.make([Self.workout("Watch", from: "08:00:00", to: "08:30:00", kilometres: "5")])
        let file = home.file("strava.xml")
        let workout = Self.workout("Strava", from: "08:00:10", to: "08:30:40", kilometres: "5.02")
        try ImportCommandTests.document([workout], exported: nil).write(to: file, atomically: true, encoding: .utf8)
        func receipt() throws -> [String: Any] {
            let result = try Tool.run(["import", file.path, "--json"], in: home)
            #expect(result.status == 0, "\(result.errors)")
            return try #require(
                try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        }
        #expect(try receipt()["copies"] as? Int == 1)
        #expect(try receipt()["copies"] as? Int == 0)
        let copies = try #require(try Self.rows([], in: home).first?["copies"] as? [[String: Any]])
        let copy = try #require(copies.first?["uuid"] as? String)
        #expect(try Self.rows(["--split", copy], in: home).count == 2)
        // What the person chose remains.
        #expect(try receipt()["copies"] as? Int == 0)
        #expect(try Self.rows([], in: home).count == 2)
        #expect(try Tool.run(["check"], in: home).status == 0)
    }
}
