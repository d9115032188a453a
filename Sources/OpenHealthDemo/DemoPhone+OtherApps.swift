// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics

// MARK: Open Wearables

extension DemoPhone {
    /// Returns the bodies of a push of the Open Wearables SDK on an iPhone, of up to 2,000 records each.
    package func openWearables(_ days: Range<Int>, until end: Double? = nil) -> [String] {
        let readings = days.clamped(to: 0..<self.days).flatMap { self.readings($0) }.filter {
            $0.end <= end ?? .infinity
        }
        var lists: (records: [String], sleep: [String], workouts: [String]) = ([], [], [])
        var bodies: [String] = []
        func flush() {
            bodies.append(
                "{\"provider\":\"apple\",\"sdkVersion\":\"0.6.0\",\"data\":{\"records\":[\(lists.records.joined(separator: ","))],"
                    + "\"sleep\":[\(lists.sleep.joined(separator: ","))],"
                    + "\"workouts\":[\(lists.workouts.joined(separator: ","))]}}")
            lists = ([], [], [])
        }
        for reading in readings {
            switch reading.content {
            case .quantity(let type, let value):
                lists.records.append(record(reading, type, value))
            case .pressure(let systolic, let diastolic):
                // The SDK sends the members of correlations one by one.
                var second = reading
                second.uuid = Self.other(reading.uuid)
                lists.records.append(record(reading, .bloodPressureSystolic, Double(systolic)))
                lists.records.append(record(second, .bloodPressureDiastolic, Double(diastolic)))
            case .sleep(let stage):
                lists.sleep.append("{\(Self.wearable(reading)),\"stage\":\"\(Self.stageName(stage))\"}")
            case .run(let energy):
                lists.workouts.append(
                    "{\(Self.wearable(reading)),\"type\":\"running\",\"values\":[{\"type\":\"duration\",\"value\":1800000,"
                        + "\"unit\":\"ms\"},{\"type\":\"activeEnergyBurned\",\"value\":\(Self.text(energy, places: 1)),"
                        + "\"unit\":\"Cal\"}],\"route\":null,\"laps\":null,\"segments\":null}")
            }
            if lists.records.count + lists.sleep.count + lists.workouts.count >= 2000 { flush() }
        }
        if bodies.isEmpty || !lists.records.isEmpty || !lists.sleep.isEmpty || !lists.workouts.isEmpty { flush() }
        return bodies
    }

    private func record(_ reading: Reading, _ type: HKQuantityTypeIdentifier, _ value: Double) -> String {
        let (unit, factor): (String, Double) =
            switch type {
            case .heartRate: ("bpm", 1)
            case .distanceWalkingRunning: ("m", 1000)
            // The only percentage that the SDK multiplies.
            case .oxygenSaturation: ("%", 100)
            case .bodyMass: ("kg", 1)
            case .bloodPressureSystolic, .bloodPressureDiastolic: ("mmHg", 1)
            case .bloodGlucose: ("mg/dL", 1)
            default: ("count", 1)
            }
        return "{\(Self.wearable(reading)),\"type\":\"\(type.rawValue)\","
            + "\"value\":\(Self.text(value * factor, places: 4)),\"unit\":\"\(unit)\"}"
    }

    private static func wearable(_ reading: Reading) -> String {
        "\"id\":\"\(reading.uuid)\",\"parentId\":null,\"startDate\":\"\(utc(reading.start))\","
            + "\"endDate\":\"\(utc(reading.end))\",\"zoneOffset\":\"+01:00\",\"source\":{\"name\":\"\(reading.source)\","
            + "\"bundleIdentifier\":\"com.apple.health.demo\",\"version\":\"10.1\",\"productType\":\"Watch6,7\","
            + "\"operatingSystemVersion\":{\"majorVersion\":10,\"minorVersion\":1,\"patchVersion\":0},"
            + "\"recordingMethod\":\"automatic\"}"
    }

    private static func other(_ uuid: UUID) -> UUID {
        var bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        bytes[15] ^= 1
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    private static func stageName(_ stage: HKCategoryValueSleepAnalysis) -> String {
        switch stage {
        case .awake: "awake"
        case .asleepDeep: "deep"
        case .asleepREM: "rem"
        default: "light"
        }
    }

    private static func utc(_ time: Double) -> String { text(time, offset: 0, separator: "T") + "Z" }
}

// MARK: HC Webhook

extension DemoPhone {
    /// Returns the body of a push of the Android app HC Webhook.
    package func healthConnectWebhook(_ days: Range<Int>, until end: Double? = nil) -> String {
        var lists: [String: [String]] = [:]
        func add(_ list: String, _ fields: String, _ reading: Reading) {
            let origin = "com.example.\(reading.source == "Phone" ? "phone" : "watch")"
            lists[list, default: []].append("{\(fields),\"metadata\":{\"data_origin\":\"\(origin)\"}}")
        }
        for reading in days.clamped(to: 0..<self.days).flatMap({ self.readings($0) })
        where reading.end <= end ?? .infinity {
            let time = "\"time\":\"\(Self.utc(reading.start))\""
            let times =
                "\"start_time\":\"\(Self.utc(reading.start))\",\"end_time\":\"\(Self.utc(reading.end))\""
            switch reading.content {
            case .quantity(.stepCount, let value): add("steps", "\"count\":\(Int(value)),\(times)", reading)
            case .quantity(.heartRate, let value): add("heart_rate", "\"bpm\":\(Int(value)),\(time)", reading)
            case .quantity(.distanceWalkingRunning, let value):
                add("distance", "\"meters\":\(Self.text(value * 1000, places: 2)),\(times)", reading)
            case .quantity(.oxygenSaturation, let value):
                add("oxygen_saturation", "\"percentage\":\(Self.text(value * 100, places: 0)),\(time)", reading)
            case .quantity(.bodyMass, let value):
                add("weight", "\"kilograms\":\(Self.text(value, places: 2)),\(time)", reading)
            case .quantity: break
            case .pressure(let systolic, let diastolic):
                add("blood_pressure", "\"systolic\":\(systolic),\"diastolic\":\(diastolic),\(time)", reading)
            case .sleep(let stage):
                let seconds = Int(reading.end - reading.start)
                add(
                    "sleep",
                    "\"session_end_time\":\"\(Self.utc(reading.end))\",\"duration_seconds\":\(seconds),"
                        + "\"stages\":[{\"stage\":\"\(Self.stageName(stage))\",\(times),\"duration_seconds\":\(seconds)}]",
                    reading)
            case .run(let energy):
                add(
                    "exercise",
                    "\"type\":\"running\",\(times),\"duration_seconds\":1800,\"calories\":\(Self.text(energy, places: 1))",
                    reading)
            }
        }
        let texts = lists.sorted { $0.key < $1.key }.map { "\"\($0.key)\":[\($0.value.joined(separator: ","))]" }
        return "{\(([#""app_version":"1.0""#] + texts).joined(separator: ","))}"
    }
}

// MARK: Nightscout

extension DemoPhone {
    /// Returns the entries that an uploader of Nightscout sends: a reading of glucose every five minutes.
    package func nightscoutEntries(_ days: Range<Int>, until end: Double? = nil) -> String {
        let entries = days.clamped(to: 0..<self.days).flatMap(glucose).filter { $0.end <= end ?? .infinity }
            .compactMap { reading -> String? in
                guard case .quantity(_, let value) = reading.content else { return nil }
                return "{\"type\":\"sgv\",\"sgv\":\(Int(value)),\"date\":\(Int(reading.start * 1000)),"
                    + "\"dateString\":\"\(Self.utc(reading.start))\",\"direction\":\"Flat\",\"device\":\"\(reading.source)\"}"
            }
        return "[\(entries.joined(separator: ","))]"
    }

    /// Returns the treatments that an uploader of Nightscout sends: a bolus and carbohydrates at each meal.
    package func nightscoutTreatments(_ days: Range<Int>, until end: Double? = nil) -> String {
        let meals = days.clamped(to: 0..<self.days).flatMap { day in
            [28_800, 43_200, 68_400].map { (day: day, time: midnight(day) + Double($0)) }
        }
        let treatments = meals.filter { $0.time <= end ?? .infinity }.map { meal in
            let grams = 30 + (meal.day * 7 + Int(meal.time) / 3600) % 40
            return "{\"eventType\":\"Meal Bolus\",\"created_at\":\"\(Self.utc(meal.time))\",\"insulin\":\(grams / 10),"
                + "\"carbs\":\(grams),\"enteredBy\":\"demo\"}"
        }
        return "[\(treatments.joined(separator: ","))]"
    }
}
