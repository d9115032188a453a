// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

/// Tests of workouts and of events in two lists of Health Auto Export.
@Suite(.timeLimit(.usual)) struct HealthAutoExportWorkoutTests {
    private func read(_ data: String) throws -> PushedBatch {
        var document = "{\"data\":{\(data)}}"
        return try document.withUTF8 {
            try HealthAutoExportReader.read(
                $0, aggregation: .individual, now: Date(timeIntervalSince1970: 1_800_000_000))
        }
    }

    private func workout(_ others: String, named name: String = "Outdoor Run") -> String {
        """
        {"name":"\(name)","start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:40:00 +0000","duration":2400,\(others)}
        """
    }

    private func text(_ pairs: [MetadataPair]) -> [String] { pairs.map { "\($0.key)=\($0.value)" } }

    @Test func `activities and segments are those of the workout, and other figures are metadata`() throws {
        let push = try read(
            "\"workouts\":["
                + workout(
                    """
                    "distance":{"qty":6.1,"units":"km"},"stepCadence":{"qty":165,"units":"spm"},"strokeStyle":"Freestyle",
                    "swolfScore":40,"speed":{"qty":9,"units":"km/hr"},
                    "activities":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:20:00 +0000","activeDuration":1200,
                     "metrics":{"distance":{"qty":3,"units":"km"},"heartRateAverage":{"qty":150,"units":"bpm"},
                     "groundContact":{"qty":240,"units":"ms"}},"origin":"activityStatistics"},
                     {"start":"soon","end":"2024-03-10 10:20:00 +0000"}],
                    "segments":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:06:00 +0000",
                     "metrics":{"activeEnergy":{"qty":40,"units":"kcal"}}}]
                    """) + "]")
        let run = try #require(push.workouts.first)
        #expect(run.statistics.map(\.type) == ["HKQuantityTypeIdentifierDistanceWalkingRunning"])
        #expect(
            text(run.sample.metadata) == [
                "HKIndoorWorkout=0", "stepCadence=165.0 spm", "strokeStyle=Freestyle", "swolfScore=40",
                "HKAverageSpeed=9.0 km/hr",
            ])
        let activity = try #require(run.activities.first)
        #expect(run.activities.count == 1)
        #expect(activity.duration == 1200)
        #expect(activity.statistics.map(\.sum) == [3, nil])
        #expect(activity.statistics.map(\.average) == [nil, 150])
        #expect(text(activity.metadata) == ["origin=activityStatistics", "groundContact=240.0 ms"])
        let event = try #require(run.events.first)
        #expect(event.type == "HKWorkoutEventTypeSegment" && event.duration == 360)
        #expect(text(event.metadata) == ["activeEnergy=40.0 kcal"])
        #expect(push.refusedPlaces == ["/data/workouts/0/activities/1/start"])
    }

    @Test(arguments: [
        ("Rowing", "HKQuantityTypeIdentifierDistanceRowing"),
        ("Wheelchair Run Pace", "HKQuantityTypeIdentifierDistanceWheelchair"),
        ("Cross Country Skiing", "HKQuantityTypeIdentifierDistanceCrossCountrySkiing"),
        ("Hand Cycling", "HKQuantityTypeIdentifierDistanceCycling"),
        ("Outdoor Cycle", "HKQuantityTypeIdentifierDistanceCycling"),
        ("Pool Swim", "HKQuantityTypeIdentifierDistanceSwimming"),
        ("Hiking", "HKQuantityTypeIdentifierDistanceWalkingRunning"),
        ("Snowboarding", "HKQuantityTypeIdentifierDistanceDownhillSnowSports"), ("Sailing", nil),
    ])
    func `the type of a distance is that of the sport`(name: String, type: String?) throws {
        let push = try read("\"workouts\":[" + workout("\"distance\":{\"qty\":5,\"units\":\"km\"}", named: name) + "]")
        #expect(push.workouts.map { $0.statistics.map(\.type) } == [type.map { [$0] } ?? []])
        #expect(
            text(push.workouts[0].attributes) == (type == nil ? ["totalDistance=5.0", "totalDistanceUnit=km"] : []))
    }

    @Test func `heart rates after the end of a workout are none of its figures`() throws {
        func point(_ minute: Int, _ rate: Int) -> String {
            "{\"date\":\"2024-03-10 10:\(minute):00 +0000\",\"Min\":\(rate),\"Avg\":\(rate),\"Max\":\(rate),\"units\":\"bpm\"}"
        }
        let push = try read(
            "\"workouts\":["
                + workout(
                    "\"avgHeartRate\":{\"qty\":113,\"units\":\"bpm\"},\"heartRateData\":["
                        + [point(40, 140), point(41, 110), point(42, 90)].joined(separator: ",") + "]") + ","
                + workout("\"heartRateData\":[" + [point(10, 140), point(41, 90)].joined(separator: ",") + "]") + "]")
        #expect(push.workouts.map { $0.statistics.map(\.average) } == [[], [140]])
        #expect(push.figures.count == 5)
        #expect(push.warnings.entries.map(\.pointer) == ["/data/workouts/0/heartRateData"])
    }

    @Test func `every series of a workout is kept or named`() throws {
        let series = "[{\"date\":\"2024-03-10 10:01:00 +0000\",\"qty\":3,\"units\":\"m/s\"}]"
        let push = try read(
            "\"workouts\":[" + workout("\"speed\":\(series),\"luck\":\(series)") + ","
                + workout("\"speed\":\(series)", named: "Yoga") + "]")
        #expect(push.aggregates.map(\.type) == ["HKQuantityTypeIdentifierRunningSpeed"])
        #expect(
            push.warned == [
                "the series luck has no type and is left out", "the series speed has no type and is left out",
            ])
    }

    @Test func `an event that is in two lists is stored once`() throws {
        let push = try read(
            """
            "metrics":[{"name":"sexual_activity","units":"count","data":[
             {"date":"2024-03-10 00:00:00 +0100","Unspecified":0,"Protection Used":2,"Protection Not Used":0},
             {"date":"2024-03-12 00:00:00 +0100","Unspecified":1,"Protection Used":0,"Protection Not Used":0}]}],
            "cycleTracking":[{"name":"Sexual Activity","start":"2024-03-10 22:10:00 +0100","end":"2024-03-10 22:10:00 +0100",
             "value":"Protection Used","userEntered":true}]
            """)
        #expect(
            push.lines.map { $0.split(separator: " ").suffix(3).joined(separator: " ") } == [
                "Export HKWasUserEntered=1 HKSexualActivityProtectionUsed=1",
                "Auto Export HKSexualActivityProtectionUsed=1", "Health Auto Export",
            ])
        #expect(push.samples.rows.map(\.start) == [1_710_105_000, 1_710_025_200, 1_710_198_000])
    }

    @Test func `a name of a medication has no blanks around it`() throws {
        let push = try read(
            """
            "medications":[{"displayText":"Examplol ","start":"2024-03-10 08:00:00 +0100","status":"Taken","dosage":1},
             {"displayText":"Examplol","start":"2024-03-11 08:00:00 +0100","status":"Taken","dosage":1},
             {"displayText":"  ","start":"2024-03-11 08:00:00 +0100","status":"Taken","dosage":1}]
            """)
        let doses = push.objects.compactMap { $0.sample as? HKMedicationDoseEvent }
        #expect(Set(doses.map(\.medicationConceptIdentifier)).count == 1 && doses.count == 2)
        #expect(push.refusedPlaces == ["/data/medications/2/displayText"])
    }

    // MARK: Bad input

    @Test(arguments: ["\"x\"", "\"\"", "-1", "1e300", "{}", "[]", "true"])
    func `a figure whose end is no date is refused, and the others are kept`(end: String) throws {
        func points(_ figures: String) -> String {
            "[{\"date\":\"2024-03-10 10:00:00 +0000\",\"endDate\":\(end),\(figures)},"
                + "{\"date\":\"2024-03-10 11:00:00 +0000\",\(figures)}]"
        }
        let push = try read(
            """
            "metrics":[{"name":"heart_rate","units":"bpm","data":\(points("\"Min\":60,\"Avg\":65,\"Max\":70"))},
             {"name":"blood_pressure","units":"mmHg","data":\(points("\"systolic\":120,\"diastolic\":80"))},
             {"name":"sleep_analysis","units":"hr","data":\(points("\"totalSleep\":7"))}]
            """)
        #expect(push.refusedPlaces == (0...2).map { "/data/metrics/\($0)/data/0/endDate" })
        #expect(push.aggregates.count == 2 && push.correlations.count == 1)
        #expect(push.aggregates.allSatisfy { $0.end.isFinite })
    }

    @Test func `each field of a document can be anything, and the other elements are kept`() throws {
        let document = try #require(JSONValue("{\(Self.peer)}"))
        let bad: [JSONValue] = [
            .null, .bool(true), .string(""), .string("x"), .number("-1"), .number("1e308"), .number("0"), .array([]),
            .object([]), .string("2024-03-10 25:00:00 +0000"), .string("9999-12-31 00:00:00 +0000"), .string("nan"),
            .number("1e400"),
            .string("0"),
        ]
        let whole = try read(Self.peer)
        #expect(whole.refusals.count == 0)
        var count = 0
        for (path, changed) in document.mutations(bad) {
            let push = try read(String(changed.text.dropFirst().dropLast()))
            count += 1
            // A list that is lost has the elements of its workout, metric or kind; all others are kept.
            #expect(push.refusals.count + push.warnings.count > 0 || push.readings > 0, "\(path)")
            if path.count > 3 { #expect(push.readings + 6 >= whole.readings, "\(path)") }
            #expect(push.aggregates.allSatisfy { $0.start.isFinite && $0.end.isFinite })
            for workout in push.workouts {
                let dates = workout.activities.flatMap { [$0.start, $0.end ?? 0] } + workout.events.map(\.date)
                let numbers = workout.statistics.flatMap { [$0.sum, $0.average, $0.minimum, $0.maximum] }
                let all = dates + numbers.compactMap { $0 } + [workout.duration ?? 0]
                #expect(all.allSatisfy { $0.isFinite })
            }
        }
        #expect(count > 1600)
    }

    @Test func `each value of a workout that is of another kind is named, and the workout is kept`() throws {
        let document = try #require(JSONValue("{\(Self.rich)}"))
        #expect(try read(Self.rich).refusals.count == 0)
        #expect(try read(Self.rich).warnings.count == 0)
        // The keys whose values can be any string, or an object without entries.
        let strings: Set<String> = ["id", "location", "source"]
        let objects: Set<String> = ["metadata", "metrics", "heartRate", "elevation"]
        var count = 0
        for bad in [JSONValue.bool(true), .string("x"), .object([])] {
            for (path, changed) in document.mutations([bad]) where path.count >= 3 {
                let key = path[path.count - 1]
                if bad.string != nil ? strings.contains(key) : bad == .object([]) && objects.contains(key) { continue }
                // Metrics of segments are metadata with any unit.
                if bad.string != nil, key == "units", path.contains("segments") { continue }
                let push = try read(String(changed.text.dropFirst().dropLast()))
                let pointer = "/data/" + path.joined(separator: "/")
                // An element without a value that it must have is refused as a whole.
                let element = "/data/" + path.dropLast().joined(separator: "/")
                let places = (push.refusals.entries + push.warnings.entries).map(\.pointer)
                #expect(places.contains { $0.hasPrefix(pointer) || $0 == element }, "\(pointer) \(places)")
                let isRequired = path.count == 3 && ["name", "start", "end"].contains(key)
                #expect(isRequired || push.workouts.count == 1, "\(pointer)")
                count += 1
            }
        }
        #expect(count > 100)
    }

    private static let rich = """
        "workouts":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643C","name":"Outdoor Run","start":"2024-03-10 10:00:00 +0000",
          "end":"2024-03-10 10:30:00 +0000","duration":1800,"location":"Outdoor","metadata":{},
          "distance":{"qty":5,"units":"km"},"activeEnergyBurned":{"qty":200,"units":"kcal"},
          "temperature":{"qty":20,"units":"degC"},"humidity":{"qty":60,"units":"%"},
          "elevation":{"ascent":10,"descent":5,"units":"m"},"avgHeartRate":{"qty":120,"units":"bpm"},
          "heartRate":{"avg":{"qty":120,"units":"bpm"},"max":{"qty":150,"units":"bpm"}},
          "heartRateData":[{"date":"2024-03-10 10:00:00 +0000","Min":90,"Avg":100,"Max":110,"units":"bpm","source":"Watch"}],
          "activities":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:20:00 +0000","activeDuration":1200,
           "metrics":{"distance":{"qty":3,"units":"km"}}}],
          "segments":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:06:00 +0000",
           "metrics":{"activeEnergy":{"qty":40,"units":"kcal"}}}],
          "route":[{"latitude":41.1,"longitude":-8.6,"altitude":3,"speed":2,"timestamp":"2024-03-10 10:00:05 +0000"}]}]
        """

    private static let peer = """
        "metrics":[{"name":"heart_rate","units":"count/min","data":[
          {"date":"2024-03-10 10:00:00 +0000","Min":60,"Avg":65,"Max":70,"source":"Watch"},
          {"date":"2024-03-10 10:01:00 +0000","endDate":"2024-03-10 10:02:00 +0000","Min":60,"Avg":60,"Max":60,"source":"Watch"}]},
         {"name":"blood_glucose","units":"mg/dL","data":[{"date":"2024-03-10 10:00:00 +0000","qty":95,"mealTime":"Before Meal"}]},
         {"name":"blood_pressure","units":"mmHg","data":[{"date":"2024-03-10 10:00:00 +0000","systolic":120,"diastolic":80}]},
         {"name":"sleep_analysis","units":"hr","data":[
          {"startDate":"2024-03-10 01:00:00 +0100","endDate":"2024-03-10 02:00:00 +0100","qty":1,"value":"Core","source":"Watch"}]}],
        "workouts":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643C","name":"Outdoor Run","start":"2024-03-10 10:00:00 +0000",
          "end":"2024-03-10 10:30:00 +0000","duration":1800,"location":"Outdoor","activeEnergyBurned":{"qty":200,"units":"kcal"},
          "distance":{"qty":5,"units":"km"},"temperature":{"qty":20,"units":"degC"},
          "heartRateData":[{"date":"2024-03-10 10:00:00 +0000","Min":90,"Avg":100,"Max":110,"units":"bpm"}],
          "activities":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:20:00 +0000","activeDuration":1200,
           "metrics":{"distance":{"qty":3,"units":"km"}}}],
          "route":[{"latitude":41.1,"longitude":-8.6,"altitude":3,"timestamp":"2024-03-10 10:00:05 +0000"}]}],
        "symptoms":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 11:00:00 +0000","name":"Headache","severity":"Mild"}],
        "stateOfMind":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643D","start":"2024-03-10 10:00:00 +0000",
          "end":"2024-03-10 10:00:00 +0000","kind":"Daily Mood","labels":["Calm"],"valence":0.5}],
        "medications":[{"displayText":"Examplol","start":"2024-03-10 10:00:00 +0000","scheduledDate":"2024-03-10 10:00:00 +0000",
          "status":"Taken","dosage":2,"codings":[{"code":"1","system":"x"}]}],
        "ecg":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:00:30 +0000","classification":"Sinus Rhythm",
          "samplingFrequency":512,"voltageMeasurements":[{"voltage":0.012,"units":"mV"}]}]
        """
}
