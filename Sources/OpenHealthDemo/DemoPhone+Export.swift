// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

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
