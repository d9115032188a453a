// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthTestBasics

/// The data of a generated person, as apps on the phone push them and as an export contains them.
///
/// A push and an export of the same days describe the same samples: dates with another offset and clock, other units, values with
/// fewer digits, and without devices and metadata. The same seed produces the same data, and each day depends only on the seed.
package struct DemoPhone: Sendable {
    /// The content of a reading.
    enum Content: Sendable {
        case quantity(HKQuantityTypeIdentifier, Double)
        case sleep(HKCategoryValueSleepAnalysis)
        case pressure(systolic: Int, diastolic: Int)
        /// A run with the burned kilocalories and a route of two points.
        case run(Double)
    }

    /// A sample of the person.
    struct Reading: Sendable {
        var content: Content
        var source: String
        /// The start and end, in seconds since 1970.
        var start: Double
        var end: Double
        /// The UUID, for apps that send it.
        var uuid: UUID
    }

    /// The number of days.
    package let days: Int
    /// The seed, which determines the person.
    package let seed: UInt64
    /// The start of the first day, in seconds since 1970.
    private let first: Double

    static let watch = "Anna’s Watch"

    /// Creates a description of a person.
    /// - Parameters:
    ///   - days: The number of days; at least 1.
    ///   - lastDay: The last day, in UTC.
    package init(
        days: Int, seed: UInt64 = 1, lastDay: DateComponents = DateComponents(year: 2025, month: 4, day: 10)
    ) {
        self.days = max(1, days)
        self.seed = seed
        let last = CivilDay.number(year: lastDay.year ?? 2025, month: lastDay.month ?? 1, day: lastDay.day ?? 1)
        first = Double(last - self.days + 1) * 86_400
    }

    /// Returns the start of a day, in seconds since 1970.
    func midnight(_ day: Int) -> Double { first + Double(day) * 86_400 }

    // MARK: Readings

    /// Returns the readings of a day, without those of a glucose sensor.
    func readings(_ day: Int) -> [Reading] {
        var random = SeededGenerator(seed: seed, stream: 40, index: UInt64(day))
        var readings: [Reading] = []
        let midnight = midnight(day)
        func add(_ content: Content, _ source: String, _ start: Double, lasting seconds: Double = 0) {
            readings.append(
                Reading(
                    content: content, source: source, start: start, end: start + seconds,
                    uuid: uuid(day, readings.count)))
        }
        let stages: [HKCategoryValueSleepAnalysis] = [.asleepCore, .asleepDeep, .asleepREM, .awake, .asleepCore]
        for (index, stage) in stages.enumerated() {
            add(.sleep(stage), Self.watch, midnight + 3600 + Double(index) * 1800, lasting: 1800)
        }
        add(
            .quantity(.oxygenSaturation, Double(92 + random.below(8)) / 100), Self.watch, midnight + 4000, lasting: 15)
        add(.quantity(.bodyMass, 60 + Double(random.below(2000)) / 100), "Scale", midnight + 25_000)
        add(.pressure(systolic: 110 + random.below(20), diastolic: 70 + random.below(10)), "Cuff", midnight + 27_000)
        for walk in 0..<8 {
            let start = midnight + 28_800 + Double(walk) * 5400 + Double(random.below(900))
            let (steps, seconds) = (5 + random.below(400), Double(300 + random.below(300)))
            add(.quantity(.stepCount, Double(steps)), Self.watch, start, lasting: seconds)
            // The phone counts some of the same walks.
            if walk % 2 == 0 { add(.quantity(.stepCount, Double(steps + 3)), "Phone", start + 20, lasting: seconds) }
            add(
                .quantity(.distanceWalkingRunning, Double(steps * 70 + random.below(100)) / 100_000), Self.watch, start,
                lasting: seconds)
        }
        for slot in 0..<96 {
            add(
                .quantity(.heartRate, Double(48 + random.below(112))), Self.watch,
                midnight + Double(slot) * 900 + Double(random.below(600)))
        }
        if day % 2 == 0 { add(.run(200 + Double(random.below(100)) / 2), Self.watch, midnight + 66_000, lasting: 1800) }
        return readings.sorted { $0.start < $1.start }
    }

    /// The readings of a glucose sensor on a day: one every five minutes.
    func glucose(_ day: Int) -> [Reading] {
        var random = SeededGenerator(seed: seed, stream: 41, index: UInt64(day))
        var value = 100 + random.below(30)
        return (0..<288).map { slot in
            value = min(max(value + random.below(11) - 5, 60), 240)
            return Reading(
                content: .quantity(.bloodGlucose, Double(value)), source: "sensor",
                start: midnight(day) + Double(slot) * 300 + 7, end: midnight(day) + Double(slot) * 300 + 7,
                uuid: uuid(day, 1000 + slot))
        }
    }

    private func uuid(_ day: Int, _ index: Int) -> UUID {
        var random = SeededGenerator(seed: seed, stream: 42, index: UInt64(day * 10_000 + index))
        let (high, low) = (random.next(), random.next())
        var bytes = withUnsafeBytes(of: (high, low)) { Array($0) }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}

extension DemoPhone {
    /// Returns a number as apps write it.
    /// - Parameter places: The number of decimal places.
    static func text(_ value: Double, places: Int) -> String {
        let text = String(format: "%.\(places)f", value)
        guard text.contains(".") else { return text }
        let plain = text.reversed().drop { $0 == "0" }.drop { $0 == "." }
        return String(plain.reversed())
    }

    /// Returns the date and time of an instant in an offset of seconds, such as `2024-03-10 14:05:09`.
    static func text(_ time: Double, offset: Int, separator: String = " ") -> String {
        // checked: days within a few centuries
        let seconds = Int(time) + offset
        let dayNumber = Int((Double(seconds) / 86_400).rounded(.down))
        let day = CivilDay.date(dayNumber)
        let second = seconds - dayNumber * 86_400
        return String(format: "%04d-%02d-%02d", day.year, day.month, day.day) + separator
            + String(format: "%02d:%02d:%02d", second / 3600, second % 3600 / 60, second % 60)
    }
}

/// The order in which a phone sends the days of a person, with the faults of real phones.
///
/// The phone pushes at noon and at midnight, each time the day before and the day itself, like apps whose period is
/// yesterday and today. Every day is sent more than once, and the figures of the running day grow. Some days are missed,
/// and sent at the end. Some pushes are repeated.
package struct DemoPhoneRuns: Sendable {
    /// A push.
    package struct Run: Sendable, Equatable {
        /// The days.
        package var days: Range<Int>
        /// The time of the push in seconds since 1970; later readings are not in it.
        package var end: Double
    }

    /// The pushes, in order.
    package let runs: [Run]

    /// Creates the pushes of a person.
    /// - Parameters:
    ///   - gap: The phone misses every day whose number is a multiple of this one, and sends it at the end; 0 for no missed days.
    ///   - repeats: The number of times that each push is repeated.
    package init(_ phone: DemoPhone, gap: Int = 0, repeats: Int = 0) {
        func isMissed(_ day: Int) -> Bool { gap > 0 && (day + 1) % gap == 0 }
        var runs: [Run] = []
        for day in 0..<phone.days where !isMissed(day) {
            let first = day > 0 && !isMissed(day - 1) ? day - 1 : day
            for hours in [12.0, 24] {
                runs.append(Run(days: first..<day + 1, end: phone.midnight(day) + hours * 3600))
            }
        }
        for day in 0..<phone.days where isMissed(day) {
            runs.append(Run(days: day..<day + 1, end: phone.midnight(day + 1)))
        }
        self.runs = runs.flatMap { run in [Run](repeating: run, count: 1 + max(0, repeats)) }
    }
}

extension DemoPhone {
    /// Returns the main document of an export of the first days.
    package func export(days: Int) -> String {
        let elements = (0..<min(days, self.days)).flatMap { readings($0).map(element) }
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_GB\">\n"
            + elements.joined(separator: "\n") + "\n</HealthData>\n"
    }

    private func element(_ reading: Reading) -> String {
        switch reading.content {
        case .quantity(let type, let value):
            return record(type.rawValue, Self.exportUnit(type), Self.exportText(type, value), reading)
        case .sleep(let stage):
            let name =
                switch stage {
                case .awake: "Awake"
                case .asleepDeep: "AsleepDeep"
                case .asleepREM: "AsleepREM"
                default: "AsleepCore"
                }
            return "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" "
                + "value=\"HKCategoryValueSleepAnalysis\(name)\" \(common(reading))>\(Self.zone)</Record>"
        case .pressure(let systolic, let diastolic):
            let members =
                record("HKQuantityTypeIdentifierBloodPressureSystolic", "mmHg", "\(systolic)", reading)
                + record("HKQuantityTypeIdentifierBloodPressureDiastolic", "mmHg", "\(diastolic)", reading)
            return members + "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" \(common(reading))>"
                + members + "</Correlation>"
        case .run(let energy): return workout(reading, energy)
        }
    }

    private func record(_ type: String, _ unit: String, _ value: String, _ reading: Reading) -> String {
        "<Record type=\"\(type)\" unit=\"\(unit)\" value=\"\(value)\" \(common(reading))>\(Self.zone)</Record>"
    }

    private func workout(_ reading: Reading, _ energy: Double) -> String {
        let (start, end) = (reading.start, reading.end)
        var route = reading
        (route.start, route.end) = (start + 5, end - 5)
        let locations = [start + 5, end - 5].map {
            "<Location date=\"\(Self.exportDate($0))\" latitude=\"41.1\" longitude=\"-8.6\" altitude=\"90\" speed=\"2.5\" "
                + "course=\"-1\" horizontalAccuracy=\"3\" verticalAccuracy=\"2\"/>"
        }
        return "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"30\" durationUnit=\"min\" "
            + "\(common(reading))>"
            + "<WorkoutStatistics type=\"HKQuantityTypeIdentifierActiveEnergyBurned\" "
            + "startDate=\"\(Self.exportDate(start))\" endDate=\"\(Self.exportDate(end))\" "
            + "sum=\"\(Self.text(energy, places: 1))\" unit=\"kcal\"/>"
            + "<WorkoutRoute \(common(route))>\(locations.joined())</WorkoutRoute></Workout>"
    }

    private static let zone = "<MetadataEntry key=\"HKTimeZone\" value=\"Europe/Lisbon\"/>"

    private func common(_ reading: Reading) -> String {
        let device =
            "&lt;&lt;HKDevice: 0x2&gt;, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch6,7, "
            + "software:10.1&gt;"
        return "sourceName=\"\(reading.source)\" sourceVersion=\"10.1\" device=\"\(device)\" "
            + "creationDate=\"\(Self.exportDate(reading.end + 60))\" startDate=\"\(Self.exportDate(reading.start))\" "
            + "endDate=\"\(Self.exportDate(reading.end))\""
    }

    private static func exportDate(_ time: Double) -> String { text(time, offset: 3600) + " +0100" }

    private static func exportUnit(_ type: HKQuantityTypeIdentifier) -> String {
        switch type {
        case .heartRate: "count/min"
        case .distanceWalkingRunning: "km"
        case .oxygenSaturation: "%"
        case .bodyMass: "kg"
        case .bloodGlucose: "mg/dL"
        default: "count"
        }
    }

    private static func exportText(_ type: HKQuantityTypeIdentifier, _ value: Double) -> String {
        text(value, places: type == .distanceWalkingRunning ? 5 : 2)
    }
}
