// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthTestSupport

@testable import OpenHealthStore

/// The made-up data of a person, as an export contains them and as Health Auto Export sends them.
struct PushedPerson {
    /// A part of the data that starts on a day.
    struct Part {
        var day: Int
        /// The elements of the export.
        var xml: String
        /// The list and element of the push: a metric with a unit, or `workouts`.
        var metric: String
        var unit: String
        var json: String
    }

    private(set) var parts: [Part] = []
    let days: Int

    private static let zero = 1_709_251_200.0
    private static let watch =
        "&lt;&lt;HKDevice: 0x2&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7, software:10.1&gt;"

    init(days: Int, seed: UInt64) {
        self.days = days
        var random = SeededGenerator(seed: seed, stream: 3, index: 0)
        for day in 0..<days { add(day, &random) }
    }

    private mutating func add(_ day: Int, _ random: inout SeededGenerator) {
        let midnight = Self.zero + Double(day) * 86_400
        for hour in 0..<6 {
            let start = midnight + Double(hour) * 10_000 + Double(Int.random(in: 0..<900, using: &random))
            let steps = Int.random(in: 5...400, using: &random)
            addQuantity(
                day, "StepCount", "step_count", "count", "\(steps)", start, start + 300, source: "Anna’s Watch")
            if hour % 2 == 0 {
                addQuantity(
                    day, "StepCount", "step_count", "count", "\(steps + 3)", start + 20, start + 320, source: "Phone")
            }
            let rate = "\(Int.random(in: 48...160, using: &random))"
            add(
                day, xml: record("HeartRate", "count/min", rate, start, start, source: "Anna’s Watch"), "heart_rate",
                "bpm",
                "\"date\":\"\(Self.push(start))\",\"Min\":\(rate),\"Avg\":\(rate),\"Max\":\(rate),"
                    + "\"source\":\"Anna’s Watch\"")
            let distance = String(format: "%.5f", Double.random(in: 0.01...1, using: &random))
            addQuantity(
                day, "DistanceWalkingRunning", "walking_running_distance", "km", distance, start, start + 300,
                source: "Anna’s Watch")
        }
        let oxygen = Int.random(in: 92...99, using: &random)
        add(
            day,
            xml: record(
                "OxygenSaturation", "%", String(format: "%.2f", Double(oxygen) / 100), midnight + 4000, midnight + 4015,
                source: "Anna’s Watch"), "blood_oxygen_saturation", "%",
            "\"startDate\":\"\(Self.push(midnight + 4000))\",\"endDate\":\"\(Self.push(midnight + 4015))\","
                + "\"qty\":\(oxygen),\"source\":\"Anna’s Watch\"")
        // The phone shows pounds with one decimal, and the export has kilograms.
        let mass = Double.random(in: 60...80, using: &random)
        add(
            day,
            xml: record(
                "BodyMass", "kg", String(format: "%.2f", mass), midnight + 7000, midnight + 7000, source: "Scale"),
            "weight_body_mass", "lb",
            "\"date\":\"\(Self.push(midnight + 7000))\",\"qty\":\(String(format: "%.1f", mass * 2.204_622)),\"source\":\"Scale\""
        )
        for (index, stage) in ["Core", "Deep", "REM", "Awake"].enumerated() {
            let start = midnight + 3600 + Double(index) * 1800
            let name = stage == "Awake" ? stage : "Asleep" + stage
            add(
                day,
                xml:
                    "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"HKCategoryValueSleepAnalysis\(name)\" "
                    + "\(Self.common(start, start + 1800, "Anna’s Watch"))>\(Self.zone)</Record>",
                "sleep_analysis", "hr",
                "\"startDate\":\"\(Self.push(start))\",\"endDate\":\"\(Self.push(start + 1800))\",\"qty\":0.5,"
                    + "\"value\":\"\(stage)\",\"source\":\"Anna’s Watch\"")
        }
        addPressure(day, midnight + 9000, 110 + day % 20)
        if day % 2 == 0 { addWorkout(day, midnight + 50_000) }
    }

    private mutating func addQuantity(
        _ day: Int, _ type: String, _ metric: String, _ unit: String, _ value: String, _ start: Double, _ end: Double,
        source: String
    ) {
        add(
            day, xml: record(type, unit, value, start, end, source: source), metric, unit,
            "\"start\":\"\(Self.push(start))\",\"end\":\"\(Self.push(end))\",\"date\":\"\(Self.push(start))\",\"qty\":\(value),"
                + "\"source\":\"\(source)\"")
    }

    private mutating func addPressure(_ day: Int, _ time: Double, _ systolic: Int) {
        let members =
            record("BloodPressureSystolic", "mmHg", "\(systolic)", time, time, source: "Cuff")
            + record("BloodPressureDiastolic", "mmHg", "75", time, time, source: "Cuff")
        add(
            day,
            xml: members + "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" "
                + "\(Self.common(time, time, "Cuff"))>\(members)</Correlation>",
            "blood_pressure", "mmHg",
            "\"date\":\"\(Self.push(time))\",\"systolic\":\(systolic),\"diastolic\":75,\"source\":\"Cuff\"")
    }

    private mutating func addWorkout(_ day: Int, _ start: Double) {
        let end = start + 1800
        let xml =
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\" durationUnit=\"min\" "
            + "\(Self.common(start, end, "Anna’s Watch"))>"
            + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" startDate=\"\(Self.export(start))\" "
            + "endDate=\"\(Self.export(end))\" sum=\"210.5\" unit=\"kcal\"/>"
            + "<WorkoutRoute \(Self.common(start + 5, end - 5, "Anna’s Watch"))>" + location(start + 5)
            + location(end - 5) + "</WorkoutRoute></Workout>"
        let route = [start + 5, end - 5].map {
            "{\"latitude\":41.1,\"longitude\":-8.6,\"altitude\":90,\"timestamp\":\"\(Self.push($0))\",\"speed\":2.5}"
        }.joined(separator: ",")
        let uuid = String(format: "5BFB1B2A-7020-4C84-8A32-%012X", day)
        add(
            day, xml: xml, "workouts", "",
            "\"id\":\"\(uuid)\",\"name\":\"Outdoor Run\",\"start\":\"\(Self.push(start))\",\"end\":\"\(Self.push(end))\","
                + "\"duration\":1800,\"activeEnergyBurned\":{\"qty\":210.5,\"units\":\"kcal\"},\"route\":[\(route)]")
    }

    private func location(_ time: Double) -> String {
        "<Location date=\"\(Self.export(time))\" latitude=\"41.1\" longitude=\"-8.6\" altitude=\"90\" speed=\"2.5\" "
            + "course=\"-1\" horizontalAccuracy=\"3\" verticalAccuracy=\"2\"/>"
    }

    private mutating func add(_ day: Int, xml: String, _ metric: String, _ unit: String, _ json: String) {
        parts.append(Part(day: day, xml: xml, metric: metric, unit: unit, json: "{\(json)}"))
    }

    // MARK: Documents

    /// Returns the export of the first days.
    func export(days: Int) -> String {
        "<HealthData locale=\"en_GB\">" + parts.filter { $0.day < days }.map(\.xml).joined(separator: "\n")
            + "</HealthData>"
    }

    /// Returns the push of some days.
    func push(_ days: Range<Int>) -> String {
        let chosen = parts.filter { days.contains($0.day) }
        let metrics = Dictionary(grouping: chosen.filter { $0.metric != "workouts" }, by: \.metric)
        let lists = metrics.sorted { $0.key < $1.key }.map { name, parts in
            "{\"data\":[\(parts.map(\.json).joined(separator: ","))],\"name\":\"\(name)\",\"units\":\"\(parts[0].unit)\"}"
        }
        let workouts = chosen.filter { $0.metric == "workouts" }.map(\.json)
        return
            "{\"data\":{\"metrics\":[\(lists.joined(separator: ","))],\"workouts\":[\(workouts.joined(separator: ","))]}}"
    }

    private func record(
        _ type: String, _ unit: String, _ value: String, _ start: Double, _ end: Double, source: String
    ) -> String {
        "<Record type=\"HKQuantityTypeIdentifier\(type)\" unit=\"\(unit)\" value=\"\(value)\" "
            + "\(Self.common(start, end, source))>\(Self.zone)</Record>"
    }

    private static let zone = "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Lisbon\"/>"

    private static func common(_ start: Double, _ end: Double, _ source: String) -> String {
        "sourceName=\"\(source)\" sourceVersion=\"10.1\" device=\"\(watch)\" creationDate=\"\(export(end + 60))\" "
            + "startDate=\"\(export(start))\" endDate=\"\(export(end))\""
    }

    private static func export(_ time: Double) -> String { text(time, offset: 3600) + " +0100" }

    /// Returns a date with a 12-hour clock, in another offset than that of the export.
    private static func push(_ time: Double) -> String {
        let plain = text(time, offset: 7200)
        let hour = Int(plain.dropFirst(11).prefix(2)) ?? 0
        let clock = "\(hour % 12 == 0 ? 12 : hour % 12)" + plain.dropFirst(13)
        return plain.prefix(11) + clock + "\u{202F}" + (hour < 12 ? "AM" : "PM") + " +0200"
    }

    private static func text(_ time: Double, offset: Double) -> String {
        let seconds = Int(time + offset)
        let day = CivilDay.date(seconds / 86_400)
        return String(
            format: "%04d-%02d-%02d %02d:%02d:%02d", day.year, day.month, day.day, seconds % 86_400 / 3600,
            seconds % 3600 / 60, seconds % 60)
    }
}

extension ScratchStore {
    /// Stores a push of Health Auto Export.
    @discardableResult
    func push(
        _ json: String, aggregation: HealthAutoExportReader.Aggregation? = .individual, app: String = "phone",
        now: Date = Date(timeIntervalSince1970: 1_800_000_000)
    ) throws -> PushedReceipt {
        var json = json
        let push = try json.withUTF8 { try HealthAutoExportReader.read($0, aggregation: aggregation, now: now) }
        return try database.ingest(push, app: app, now: now)
    }

    /// Returns the samples without their UUIDs and positions, as lines.
    func contents() throws -> [String] {
        try database.records(SampleRequest()).map { record in
            let metadata = record.metadata.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ",")
            return "\(record.type) \(record.start.timeIntervalSince1970) \(record.end.timeIntervalSince1970) "
                + "\(record.value ?? .nan) \(record.text ?? "") \(record.source) \(record.sourceVersion ?? "") "
                + "\(record.device?.hardware ?? "") \(record.unit ?? "") \(metadata)"
        }.sorted()
    }
}
