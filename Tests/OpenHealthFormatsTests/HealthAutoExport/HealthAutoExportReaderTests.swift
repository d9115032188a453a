// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import TestTimeLimits
import Testing

@testable import OpenHealthFormats

/// Tests of the reader of Health Auto Export's JSON.
@Suite(.timeLimit(.usual)) struct HealthAutoExportReaderTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func read(
        _ data: String, aggregation: HealthAutoExportReader.Aggregation? = .individual
    ) throws -> PushedBatch {
        try readDocument("{\"data\":{\(data)}}", aggregation: aggregation)
    }

    private static func readDocument(
        _ document: String, aggregation: HealthAutoExportReader.Aggregation? = .individual
    ) throws -> PushedBatch {
        var document = document
        return try document.withUTF8 { try HealthAutoExportReader.read($0, aggregation: aggregation, now: now) }
    }

    private static func metric(_ name: String, _ unit: String, _ points: String...) -> String {
        "\"metrics\":[{\"name\":\"\(name)\",\"units\":\"\(unit)\",\"data\":[\(points.joined(separator: ","))]}]"
    }

    private static let date = "\"date\":\"2024-03-10 14:05:09 +0100\",\"source\":\"Watch\""
    /// 2024-03-10 13:05:09 UTC.
    private static let seconds = 1_710_075_909.0

    @Test func `a reading with a date only does not state its end`() throws {
        let interval = "\"start\":\"2024-03-10 14:05:09 +0100\",\"end\":\"2024-03-10 14:06:09 +0100\""
        let push = try Self.read(
            Self.metric(
                "step_count", "count", "{\(Self.date),\"qty\":7}", "{\(interval),\"source\":\"Watch\",\"qty\":7}"))
        #expect(push.samples.newProvenances.map(\.missing) == [.end, nil])
    }

    // MARK: Dates

    @Test(arguments: [
        "2024-03-10 14:05:09 +0100", "2024-03-10 2:05:09 PM +0100", "2024-03-10 2:05:09\u{202F}PM +0100",
        "2024-03-10 02:05:09 pm +0100", "2024-03-10 2:05:09\u{202F}p.m. +0100", "2024-03-10T13:05:09Z",
        "2024-03-10 1:05:09 PM +0000", "2024-03-10 2:05:09\u{00A0}PM +01:00", "2024-03-10 2:05:09PM +0100",
        "2024-03-10 2:05:09 p.\u{00A0}m. +0100", "2024-03-10 下午2:05:09 +0100", "2024-03-10 오후 2:05:09 +0100",
        "2024-03-10 午後2:05:09 +0100", "2024-03-10 2:05:09 μ.μ. +0100", "2024-03-10 2:05:09 пп +0100",
        "٢٠٢٤-٠٣-١٠ ٢:٠٥:٠٩ م +0100", "2024-03-10 2:05:09 ip. +0100",
    ])
    func `every form of a date is the same instant`(text: String) {
        #expect(HealthAutoExportDate.seconds(text) == Self.seconds)
    }

    @Test func `the clock of a date is that of its zone, and every form has the same plain text`() {
        let dates = [
            ("2024-03-10 12:00:00 AM +0530", 0.0, "2024-03-10 00:00:00 +0530"),
            ("2024-03-10", 0, "2024-03-10 00:00:00 +0000"),
            ("2024-03-09T23:30:00-03:30", 84_600, "2024-03-09 23:30:00 -0330"),
            ("٢٠٢٤-٠٣-١٠ ٢:٠٥:٠٩ م +0100", 50_709, "2024-03-10 14:05:09 +0100"),
            ("1969-12-31 11:59:59 PM +0000", 86_399, "1969-12-31 23:59:59 +0000"),
        ]
        for (text, clock, plain) in dates {
            #expect(HealthAutoExportDate.clock(text) == clock, "\(text)")
            #expect(HealthAutoExportDate.plainText(text) == plain, "\(text)")
            #expect(HealthAutoExportDate.plainText(plain) == nil)
        }
        #expect(HealthAutoExportDate.clock("yesterday") == nil && HealthAutoExportDate.plainText("") == nil)
    }

    @Test func `midnight and noon of a 12-hour clock are twelve hours apart`() throws {
        let midnight = try #require(HealthAutoExportDate.seconds("2024-03-10 12:00:00 AM +0000"))
        let noon = try #require(HealthAutoExportDate.seconds("2024-03-10 12:00:00 PM +0000"))
        #expect(noon - midnight == 43_200)
        #expect(HealthAutoExportDate.seconds("2024-03-10") == midnight)
    }

    @Test(arguments: [
        "", "yesterday", "2024-02-30 10:00:00 +0000", "2024-03-10 13:00:00 PM +0000", "2024-03-10 0:00:00 AM +0000",
        "2024-03-10 10:00:00 XX +0000", "2024-03-10 10 +0000", "2024-03-10 PM", "10/03/2024",
        "2024-03-10 1:2:3:4 AM +0000",
    ])
    func `other text is not a date`(text: String) {
        #expect(HealthAutoExportDate.seconds(text) == nil)
    }

    // MARK: Names

    @Test(arguments: [
        ("active_energy", "activeEnergyBurned"), ("walking_running_distance", "distanceWalkingRunning"),
        ("weight_body_mass", "bodyMass"), ("vo2max", "vo2Max"), ("vo2_max", "vo2Max"),
        ("heart_rate_variability", "heartRateVariabilitySDNN"), ("blood_oxygen_saturation", "oxygenSaturation"),
        ("stair_speed_up", "stairAscentSpeed"), ("monosaturated_fat", "dietaryFatMonounsaturated"),
        ("vitamin_b12", "dietaryVitaminB12"), ("apple_sleeping_wrist_temperature", "appleSleepingWristTemperature"),
        ("carbohydrates", "dietaryCarbohydrates"), ("number_of_times_fallen", "numberOfTimesFallen"),
        ("running_ground_contact_time", "runningGroundContactTime"), ("cycling_power", "cyclingPower"),
        ("zinc", "dietaryZinc"), ("caffeine", "dietaryCaffeine"), ("uv_exposure", "uvExposure"),
        ("time_in_daylight", "timeInDaylight"), ("sleep_analysis", "sleepAnalysis"),
        ("sexual_activity", "sexualActivity"),
        ("six_minute_walking_test_distance", "sixMinuteWalkTestDistance"), ("push_count", "pushCount"),
        ("forced_expiratory_volume_1", "forcedExpiratoryVolume1"), ("total_calories", "totalEnergyBurned"),
        ("basal_metabolic_rate", "basalMetabolicRate"), ("environmental_audio_exposure", "environmentalAudioExposure"),
    ])
    func `metrics have the types of their names`(name: String, type: String) {
        #expect(HealthAutoExportNames.type(name)?.swiftName == type)
    }

    @Test(arguments: [
        ("heart_rate", "bpm", "72", 72.0), ("body_temperature", "degF", "98.6", 37),
        ("weight_body_mass", "lb", "220.462", 100),
        ("dietary_energy", "kJ", "418.4", 100), ("blood_glucose", "mmol/L", "5.5", 99.08),
        ("blood_oxygen_saturation", "%", "97", 0.97), ("vo2_max", "ml/(kg·min)", "40.1", 40.1),
        ("vo2max", "mL/min·kg", "40.1", 40.1), ("walking_speed", "km/hr", "3.6", 1),
        ("cycling_cadence", "rpm", "80", 80),
        ("environmental_audio_exposure", "dBASPL", "60", 60), ("dietary_water", "fl_oz_us", "1", 0.029_573_5),
        ("blood_glucose", "mmol<180.1558800000541>/L", "5.5", 99.08), ("step_count", "count", "12", 12),
        ("heart_rate", "count", "72", 72),
        ("physical_effort", "kcal/hr·kg", "2.5", 2.5),
    ])
    func `units are those that the person chose`(name: String, unit: String, value: String, expected: Double) throws {
        let push = try Self.read(Self.metric(name, unit, "{\(Self.date),\"qty\":\(value)}"))
        #expect(push.refusals.entries == [])
        let row = try #require(push.samples.rows.first)
        let type = try #require(HealthTypes.named(push.samples.newTypes[0])?.canonicalUnit)
        let wanted =
            name == "dietary_water"
            ? HKQuantity(unit: .liter(), doubleValue: expected).doubleValue(for: HKUnit(from: type))
            : expected
        #expect(abs(row.value - wanted) < 0.001 * max(1, abs(wanted)))
        #expect(row.start == Self.seconds)
    }

    // MARK: Samples and figures

    @Test func `a heart rate with one value is a sample, and one with a spread is a figure`() throws {
        let push = try Self.read(
            Self.metric(
                "heart_rate", "count/min", "{\(Self.date),\"Min\":60,\"Avg\":60,\"Max\":60}",
                "{\(Self.date),\"Min\":60,\"Avg\":65,\"Max\":70}"))
        #expect(push.samples.rows.map(\.value) == [60])
        #expect(push.aggregates.map(\.average) == [65])
        #expect(push.aggregates.map(\.minimum) == [60])
        #expect(push.aggregates.map(\.maximum) == [70])
    }

    @Test func `negative sums of all types except energies are refused by name, as samples and as figures`() throws {
        let types = HealthTypes.all.filter { $0.kind == .quantity && $0.aggregationStyle == .cumulative }
        #expect(types.count > 50)
        for type in types {
            let unit = try #require(type.canonicalUnit)
            let metric = Self.metric(type.swiftName, unit, "{\(Self.date),\"qty\":-5}", "{\(Self.date),\"qty\":5}")
            for aggregation in [HealthAutoExportReader.Aggregation.individual, .interval(.hours)] {
                let push = try Self.read(metric, aggregation: aggregation)
                let kept = push.samples.rows.count + push.aggregates.count
                #expect(kept == (unit == "kcal" ? 2 : 1), "\(type.swiftName)")
                #expect(push.refusals.entries.map(\.pointer) == (unit == "kcal" ? [] : ["/data/metrics/0/data/0/qty"]))
                #expect(push.refusals.entries.allSatisfy { $0.reason.contains(type.swiftName) })
            }
        }
    }

    @Test func `the order of a metric's keys does not matter`() throws {
        let push = try Self.read(
            "\"metrics\":[{\"data\":[{\(Self.date),\"qty\":5}],\"units\":\"count\",\"name\":\"step_count\"}]")
        #expect(push.samples.rows.count == 1)
    }

    @Test func `the last value of a key that a reading has twice counts`() throws {
        let push = try Self.read(Self.metric("step_count", "count", "{\"qty\":5,\(Self.date),\"qty\":7}"))
        #expect(push.samples.rows.map(\.value) == [7])
    }

    @Test func `phases of sleep are samples, also in other languages`() throws {
        func point(_ word: String) -> String {
            "{\"startDate\":\"2024-03-10 01:00:00 +0100\",\"endDate\":\"2024-03-10 02:00:00 +0100\",\"qty\":1,"
                + "\"value\":\"\(word)\",\"source\":\"Watch\"}"
        }
        let words = ["In Bed", "Asleep", "Awake", "Core", "Deep", "REM", "Unspecified", "Kern", "Tief", "Wach", "コア"]
        let push = try Self.read(
            "\"metrics\":[{\"name\":\"sleep_analysis\",\"units\":\"hr\",\"data\":[\(words.map(point).joined(separator: ","))]}]",
            aggregation: nil)
        #expect(push.samples.rows.dropLast().map(\.value) == [0, 1, 2, 3, 4, 5, 1, 3, 4, 2])
        #expect(push.samples.texts == ["コア"])
        #expect(push.warnings.entries.map(\.pointer) == ["/data/metrics/0/data/10/value"])
        #expect(push.refusals.count == 0)
    }

    @Test func `nights of aggregated sleep are figures`() throws {
        let push = try Self.read(
            Self.metric(
                "sleep_analysis", "hr",
                "{\"date\":\"2024-03-10\",\"totalSleep\":7.5,\"core\":4,\"deep\":1,\"rem\":2,\"source\":\"A|B\","
                    + "\"sleepStart\":\"2024-03-09 23:00:00 +0100\"}"), aggregation: .interval(.days))
        #expect(push.samples.rows.isEmpty)
        #expect(push.aggregates.first?.interval == .days)
        #expect(push.aggregates.first?.sources == "A|B")
        #expect(push.aggregates.first?.others.contains(MetadataPair(key: "deep", value: "1")) == true)
    }

    @Test func `blood pressure is a correlation, and reasons are metadata`() throws {
        let push = try Self.read(
            "\"metrics\":["
                + "{\"name\":\"blood_pressure\",\"units\":\"mmHg\",\"data\":[{\(Self.date),\"systolic\":120,\"diastolic\":80}]},"
                + "{\"name\":\"insulin_delivery\",\"units\":\"IU\",\"data\":[{\(Self.date),\"qty\":4,\"reason\":\"Bolus\"}]},"
                + "{\"name\":\"blood_glucose\",\"units\":\"mg/dL\",\"data\":[{\(Self.date),\"qty\":95,\"mealTime\":\"Before Meal\"}]}]"
        )
        guard case .correlation(let pressure) = try #require(push.samples.items.first) else {
            Issue.record("expected a correlation")
            return
        }
        #expect(pressure.members.map(\.row.value) == [120, 80])
        #expect(
            push.samples.newMetadata == [
                [MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "2")],
                [MetadataPair(key: HKMetadataKeyBloodGlucoseMealTime, value: "1")],
            ])
    }

    // MARK: Other lists

    @Test func `workouts of both versions are read`() throws {
        let push = try Self.read(
            """
            "workouts":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643C","name":"Outdoor Run","start":"2024-03-10 10:00:00 +0000",
            "end":"2024-03-10 10:30:00 +0000","duration":1800,"location":"Outdoor","activeEnergyBurned":{"qty":200,"units":"kcal"},
            "distance":{"qty":5,"units":"km"},"heartRateData":[{"date":"2024-03-10 10:00:00 +0000","Min":90,"Avg":100,"Max":110,
            "units":"bpm"}],"route":[{"latitude":41.1,"longitude":-8.6,"timestamp":"2024-03-10 10:00:05 +0000"}]},
            {"name":"Schwimmen","start":"2024-03-11 10:00:00 +0000","end":"2024-03-11 10:30:00 +0000",
            "totalEnergy":{"qty":100,"units":"kcal"},"avgHeartRate":{"qty":120,"units":"bpm"},
            "route":[{"lat":41.1,"lon":-8.6,"timestamp":"2024-03-11 10:00:05 +0000"}],
            "elevation":{"ascent":10,"descent":12,"units":"m"}}]
            """)
        let workouts = push.samples.items.compactMap { if case .workout(let workout) = $0 { workout } else { nil } }
        #expect(workouts.map(\.activityType) == ["HKWorkoutActivityTypeRunning", "Schwimmen"])
        #expect(push.itemUUIDs[0]?.uuidString == "5BFB1B2A-7020-4C84-8A32-1963F0BF643C")
        #expect(workouts.allSatisfy { $0.routes.first?.points.count == 1 })
        #expect(workouts[0].statistics.map(\.sum) == [200, 5, nil])
        #expect(workouts[0].statistics.last?.maximum == 110)
        #expect(
            workouts[1].sample.metadata.contains(MetadataPair(key: HKMetadataKeyElevationAscended, value: "10.0 m")))
        #expect(push.aggregates.map(\.type) == [HKQuantityTypeIdentifier.heartRate.rawValue])
        #expect(push.warnings.entries.map(\.pointer) == ["/data/workouts/1/name"])
    }

    @Test func `the other lists are read`() throws {
        let push = try Self.read(
            """
            "symptoms":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 11:00:00 +0000","name":"Headache",
            "severity":"Mild","userEntered":true,"source":"Health"}],
            "cycleTracking":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 11:00:00 +0000","name":"Menstrual Flow",
            "value":"Light","isCycleStart":true,"source":"Health"}],
            "stateOfMind":[{"id":"5BFB1B2A-7020-4C84-8A32-1963F0BF643C","start":"2024-03-10 10:00:00 +0000",
            "end":"2024-03-10 10:00:00 +0000","kind":"Daily Mood","labels":["Calm","Self Assured"],"associations":["Family"],
            "valence":0.5}],
            "medications":[{"displayText":"Ibuprofen","start":"2024-03-10 10:00:00 +0000","status":"Taken","dosage":2,
            "codings":[{"code":"5640","system":"http://www.nlm.nih.gov/research/umls/rxnorm"}]}],
            "heartRateNotifications":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:10:00 +0000","threshold":120,
            "heartRate":[{"hr":130,"units":"bpm"}]}],
            "ecg":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:00:30 +0000","classification":"Sinus Rhythm",
            "averageHeartRate":70,"samplingFrequency":512,"source":"ECG",
            "voltageMeasurements":[{"date":"2024-03-10 10:00:00 +0000","voltage":0.012,"units":"mV"}]}]
            """)
        // A heart rate without a date is no sample.
        #expect(push.refusals.entries.map(\.pointer) == ["/data/heartRateNotifications/0/heartRate/0"])
        #expect(push.samples.rows.map(\.value) == [2, 2, 0])
        #expect(push.warnings.entries.map(\.pointer) == ["/data/stateOfMind/0/labels/1"])
        let mind = try #require(push.objects.first?.sample as? HKStateOfMind)
        #expect(mind.kind == .dailyMood && mind.labels == [.calm] && mind.associations == [.family])
        let dose = try #require(push.objects.last?.sample as? HKMedicationDoseEvent)
        #expect(dose.logStatus == .taken && dose.doseQuantity == 2)
        guard case .electrocardiogram(let ecg) = try #require(push.samples.items.first) else {
            Issue.record("expected an electrocardiogram")
            return
        }
        #expect(ecg.voltages == [12])
    }

    @Test func `a positive ovulation test is a surge`() throws {
        let push = try Self.read(
            """
            "cycleTracking":[{"start":"2024-03-10 10:00:00 +0000","end":"2024-03-10 10:00:00 +0000",
            "name":"Ovulation Test Result","value":"Positive","source":"Health"}]
            """)
        #expect(push.samples.rows.map(\.value) == [2])
        #expect(push.warnings.entries == [])
    }

    @Test func `what follows a document is named`() throws {
        let document = "{\"data\":{\(Self.metric("step_count", "count", "{\(Self.date),\"qty\":7}"))}}"
        #expect(try Self.readDocument(document + "\n").refusals.entries == [])
        let push = try Self.readDocument(document + "\n" + document)
        #expect(push.samples.rows.count == 1 && push.refusals.count == 1)
    }

    @Test func `a dose without an identifier has the same UUID in every push`() throws {
        let data =
            "\"medications\":[{\"displayText\":\"A\",\"start\":\"2024-03-10 10:00:00 +0000\",\"status\":\"Taken\"}]"
        #expect(try Self.read(data).objects[0].sample.uuid == Self.read(data).objects[0].sample.uuid)
    }

    // MARK: Bad input

    @Test func `bad readings are refused by pointer, and the others are kept`() throws {
        let push = try Self.read(
            "\"metrics\":[{\"name\":\"mood_of_the_cat\",\"units\":\"\",\"data\":[{},{}]},"
                + "{\"name\":\"heart_rate\",\"units\":\"kg\",\"data\":[{\(Self.date),\"qty\":60}]},"
                + "{\"name\":\"step_count\",\"units\":\"count\",\"data\":[{\"date\":\"2058-01-01 10:00:00 +0000\",\"qty\":1},"
                + "{\"date\":\"soon\",\"qty\":1},{\(Self.date)},5,{\(Self.date),\"qty\":nope},{\(Self.date),\"qty\":7}]}],"
                + "\"unheard\":[]")
        #expect(
            push.refusals.entries.map(\.pointer) == [
                "/data/metrics/0/name", "/data/metrics/1/data/0", "/data/metrics/2/data/0",
                "/data/metrics/2/data/1/date",
                "/data/metrics/2/data/2", "/data/metrics/2/data/3", "/data/metrics/2/data/4", "/data/unheard",
            ])
        #expect(push.refusals.entries.first?.count == 2)
        #expect(push.samples.rows.map(\.value) == [7])
    }

    @Test func `everything before the end of truncated JSON is kept`() throws {
        let whole =
            "{\"data\":{"
            + Self.metric(
                "step_count", "count", "{\(Self.date),\"qty\":1}", "{\(Self.date),\"qty\":2}",
                "{\(Self.date),\"qty\":3}") + "}}"
        let cut = whole.replacing("\"units\":\"count\",", with: "").replacing(
            "{\"name\"", with: "{\"units\":\"count\",\"name\"")
        let push = try Self.readDocument(String(cut.dropLast(12)))
        #expect(push.samples.rows.map(\.value) == [1, 2])
        #expect(push.refusals.count == 1)
        #expect(push.refusals.entries.first?.pointer == "/data/metrics/0")
    }

    @Test(arguments: ["", "[]", "null", "{}", "{\"data\":[]}", "{\"data\":", "date,steps\n1,2", "{\"data\":{\"metr"])
    func `documents of other kinds cannot be read`(document: String) {
        #expect(throws: HealthAutoExportReader.NotReadable.self) { try Self.readDocument(document) }
    }

    @Test func `no prefix of a document stops the reader`() throws {
        let document = Array(
            ("{\"data\":{"
                + Self.metric("step_count", "count", "{\(Self.date),\"qty\":1,\"metadata\":{\"a\":\"\\u00e4\"}}") + "}}")
                .utf8)
        for length in 0..<document.count {
            let part = Array(document[..<length])
            _ = try? part.withUnsafeBufferPointer {
                try HealthAutoExportReader.read($0, aggregation: nil, now: Self.now)
            }
        }
        #expect(try Self.readDocument(String(decoding: document, as: UTF8.self)).samples.rows.count == 1)
    }

    @Test func `deep nesting is refused`() throws {
        let deep = String(repeating: "[", count: 100_000)
        #expect(try Self.readDocument("{\"data\":{\"metrics\":" + deep).samples.rows.isEmpty)
        let push = try Self.read(
            Self.metric("step_count", "count", String(repeating: "[", count: 500) + String(repeating: "]", count: 500)))
        #expect(push.refusals.count == 1)
    }
}
