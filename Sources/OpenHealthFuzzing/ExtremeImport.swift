// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthDemo
import OpenHealthModel
import OpenHealthTestBasics

/// An import of samples with extreme values: the least and greatest numbers of several types, subnormal numbers, numbers that are not
/// finite, dates at both ends of the calendar, and texts that resemble numbers.
///
/// Bytes choose the content, so that a fuzzer can use it as well as a test.
package struct ExtremeImport: SampleBatchSource {
    /// The numbers of values, durations, coordinates and figures.
    package static let numbers: [Double] = [
        0, -0.0, 1, -1, 0.1, 72.5, 1e-5, 999_999.5, 1e15, -1e15, 0x1p53, 0x1p53 + 2, 0x1p31, -0x1p31, 0x1p63, -0x1p63,
        0x1p64, 1e19, 1e100, -1e100, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan,
    ]
    /// The dates in seconds since 1970. All are in the years 1 to 9999 except the last ones.
    package static let dates: [Double] = [
        1_700_000_000, 1_700_000_000.25, 0, -0.5, -2_208_988_800, -62_135_769_600, 253_402_300_799, -1e10, 1e11,
        253_402_300_800, -62_135_769_601, 1e13, -1e18, 1e308, .infinity, -.infinity, .nan,
    ]
    private static let units: [String?] = [
        nil, "count", "count/min", "kg", "lb", "km", "kcal", "%", "degF", "dBASPL", "mmol<180.1558800000541>/L",
        "no unit", "",
    ]
    private static let texts = [
        "", "1", "-9223372036854775808", "9223372036854775808", "1e400", "-1e400", "nan", "inf", "1e308 kg", "1e400 kg",
        "-1 degC", "5 no", "0.5 %", "9999-12-31 23:59:59 +0000", "0001-01-01 00:00:00 +1400",
        "99999-01-01 00:00:00 +0000",
        "Asia/Kathmandu", "=1+1", "\u{0}\u{FFFF}<&\"", "true", "HKWorkoutActivityTypeRunning",
    ]

    private static let plainTypes = HealthTypes.all.filter { HealthTypes.plainKinds.contains($0.kind) }

    private var bytes: [UInt8]
    private var place = 0
    private var batch = SampleBatch()
    private var isAtEnd = false

    /// Creates an import of the samples that bytes choose.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
        addDictionaries()
        // Some formats of exports need the year of birth.
        batch.items.append(
            .characteristics([MetadataPair(key: "HKCharacteristicTypeIdentifierDateOfBirth", value: "1980-05-05")]))
        while place < bytes.count {
            if next(4) == 0 { addItem() } else { addRow(next(Self.plainTypes.count)) }
        }
    }

    /// Creates an import with each number for each type of quantities and categories, and with each number in every other item.
    package static func everything(seed: UInt64) -> ExtremeImport {
        var all = ExtremeImport([])
        var generator = SeededGenerator(seed: seed)
        for type in plainTypes.indices {
            for number in numbers.indices { all.addRow(type, number: number, date: 0) }
            for date in dates.indices { all.addRow(type, number: 2, date: date) }
            guard plainTypes[type].kind == .category else { continue }
            // SQLite stores texts of other numbers as numbers, and texts up to their first null character.
            for text in texts
            where (Double(text) == nil || StoreLimits.isInfinite(text)) && !text.unicodeScalars.contains("\0") {
                all.addRow(type, number: 2, date: 0)
                all.batch.texts.append(text)
                all.batch.rows[all.batch.rows.count - 1].value = .nan
                all.batch.rows[all.batch.rows.count - 1].text = Int32(all.batch.texts.count - 1)
            }
        }
        all.bytes = (0..<100_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for _ in 0..<2000 { all.addItem() }
        return all
    }

    /// Statements that write values that no import stores, but a damaged store or one of an earlier version can contain.
    ///
    /// Samples that do not end are in each day from their start until tomorrow. They begin after that day, except for a sixteenth of the
    /// types, since daily figures of all would be hundreds of thousands of rows.
    package static let damage = [
        ("9e999", "9e999", "1e308", "start > 2e9 OR type % 16 = 0"), ("-9e999", "-1", "-1e308", "TRUE"),
        ("-9.223372036854775808e18", "1e19", "1e19", "start > 2e9 OR type % 16 = 0"),
    ].map { value, duration, date, samples in
        """
        UPDATE sample SET value = \(value) WHERE id % 3 = 0 AND typeof(value) IN ('integer', 'real');
        UPDATE sample SET end = \(date) WHERE id % 7 = 0 AND (\(samples));
        UPDATE sample SET lag = \(Int64.min) WHERE id % 5 = 0;
        UPDATE workout SET duration = \(duration);
        UPDATE workout_activity SET start = \(date), end = -(\(date)), duration = \(duration);
        UPDATE workout_event SET start = \(date), duration = \(duration);
        UPDATE workout_statistics SET start = \(date), end = -(\(date)), sum = \(value), average = \(value), maximum = \(value);
        UPDATE route_point SET time = \(date), latitude = \(value), longitude = \(value), altitude = \(value), speed = \(value);
        UPDATE electrocardiogram SET sample_rate = \(value), average_heart_rate = \(value);
        UPDATE vision_prescription SET expiration = \(date);
        UPDATE activity_summary SET attributes = '{"activeEnergyBurned":"1e400"}';
        """
    }

    package mutating func nextBatch() -> SampleBatch? {
        defer { isAtEnd = true }
        return isAtEnd ? nil : batch
    }

    // MARK: Choices

    private mutating func next(_ count: Int) -> Int {
        guard place < bytes.count else { return 0 }
        defer { place += 1 }
        guard count > 256, place + 1 < bytes.count else { return Int(bytes[place]) % count }
        defer { place += 1 }
        return (Int(bytes[place]) << 8 | Int(bytes[place + 1])) % count
    }

    private mutating func number() -> Double { Self.numbers[next(Self.numbers.count)] }
    private mutating func text() -> String { Self.texts[next(Self.texts.count)] }
    /// Returns a date, which is an ordinary one for half of the choices.
    private mutating func date() -> Double { Self.dates[max(0, next(2 * Self.dates.count) - Self.dates.count)] }
    private mutating func end(of start: Double) -> Double {
        let length = number()
        return length.isNaN ? date() : start + min(length, 86_400)
    }
    private mutating func provenance() -> Int32 { Int32(next(Self.units.count)) }

    private mutating func pairs() -> [MetadataPair] {
        (0..<next(3)).map { _ in
            MetadataPair(key: HealthMetadataKeys.all[next(HealthMetadataKeys.all.count)], value: text())
        }
    }

    private mutating func sample() -> SampleData {
        let start = date()
        return SampleData(
            provenance: provenance(), metadata: pairs(), start: start, end: end(of: start), created: date())
    }

    // MARK: Content

    private mutating func addDictionaries() {
        batch.newTypes = Self.plainTypes.map(\.identifier) + ["HKQuantityTypeIdentifierUnheardOf"]
        batch.newProvenances = Self.units.enumerated().map { index, unit in
            ProvenanceData(
                sourceName: Self.texts[index], bundleIdentifier: index.isMultiple(of: 2) ? nil : "org.example.\(index)",
                device: index.isMultiple(of: 3) ? DeviceData(name: Self.texts[index]) : nil, unit: unit)
        }
        batch.newMetadata = HealthMetadataKeys.all.flatMap { key in
            Self.texts.map { [MetadataPair(key: key, value: $0)] }
        }
    }

    private mutating func row(_ type: Int, number: Double, start: Double) -> SampleRow {
        let metadata = batch.newMetadata.count
        return SampleRow(
            type: Int32(type), provenance: provenance(), metadata: Int32(next(metadata + 1)) - 1, start: start,
            end: end(of: start), created: date(), value: number)
    }

    private mutating func addRow(_ type: Int) {
        let start = date()
        var row = row(type, number: number(), start: start)
        if next(16) == 0 {
            batch.texts.append(text())
            row.value = .nan
            row.text = Int32(batch.texts.count - 1)
        }
        batch.rows.append(row)
    }

    private mutating func addRow(_ type: Int, number: Int, date: Int) {
        let start = Self.dates[date] + (date == 0 ? Double(number) * 600 : 0)
        batch.rows.append(
            SampleRow(
                type: Int32(type), provenance: Int32(number % Self.units.count),
                metadata: Int32(batch.rows.count % batch.newMetadata.count), start: start,
                end: start + Double(number % 3), value: Self.numbers[number]))
    }

    private mutating func addItem() {
        switch next(8) {
        case 0: batch.items.append(.correlation(correlation()))
        case 1, 2: batch.items.append(.workout(workout()))
        case 3:
            batch.items.append(
                .activitySummary(
                    ActivitySummaryData(
                        day: ["2024-01-05", "9999-12-31", "0000-00-00", "99999-01-01", "", "nan"][next(6)],
                        values: ["activeEnergyBurned", "appleExerciseTime", "appleStandHours"].map {
                            MetadataPair(key: $0, value: text())
                        })))
        case 4:
            batch.items.append(
                .clinicalRecord(
                    ClinicalRecordData(
                        type: "Immunization", identifier: text(), sourceName: text(), sourceURL: text(),
                        fhirVersion: "4.0.1",
                        receivedDate: date(), resourcePath: text(), resource: next(2) == 0 ? nil : Data(text().utf8))))
        case 5:
            batch.items.append(
                .audiogram(
                    AudiogramData(
                        type: "HKDataTypeIdentifierAudiogram", sample: sample(),
                        points: (0..<next(3)).map { _ in
                            ["frequencyValue", "leftEarValue", "rightEarValue"].map {
                                MetadataPair(key: $0, value: text())
                            } + [
                                MetadataPair(key: "frequencyUnit", value: "Hz"),
                                MetadataPair(key: "leftEarUnit", value: "dBHL"),
                            ]
                        })))
        case 6: batch.items.append(.visionPrescription(prescription()))
        default:
            batch.items.append(
                .electrocardiogram(
                    ElectrocardiogramData(
                        path: text(), start: date(), classification: text(), header: pairs(), device: text(),
                        softwareVersion: text(), sampleRate: number(), unit: text(),
                        voltages: (0..<next(5)).map { _ in number() })))
        }
    }

    private mutating func correlation() -> CorrelationData {
        let type = [HKCorrelationTypeIdentifier.bloodPressure, .food][next(2)].rawValue
        let names: [HKQuantityTypeIdentifier] =
            type == HKCorrelationTypeIdentifier.food.rawValue
            ? [.dietarySugar, .dietaryWater] : [.bloodPressureSystolic, .bloodPressureDiastolic]
        let sample = sample()
        return CorrelationData(
            type: type, sample: sample,
            members: names.map { name in
                let index = Self.plainTypes.firstIndex { $0.identifier == name.rawValue } ?? 0
                return NestedRow(row: row(index, number: number(), start: sample.start))
            })
    }

    private mutating func prescription() -> VisionPrescriptionData {
        var data = VisionPrescriptionData(type: text(), dateIssued: date())
        data.expirationDate = next(2) == 0 ? nil : date()
        data.rightEye = ["sphere", "cylinder", "axis", "add"].map { MetadataPair(key: $0, value: text()) }
        data.leftEye = pairs()
        return data
    }

    private mutating func workout() -> WorkoutData {
        var workout = WorkoutData(activityType: text(), sample: sample(), duration: next(2) == 0 ? nil : number())
        workout.attributes = [
            MetadataPair(key: "totalDistance", value: text()), MetadataPair(key: "totalDistanceUnit", value: "km"),
            MetadataPair(key: "totalEnergyBurned", value: text()),
            MetadataPair(key: "totalEnergyBurnedUnit", value: text()),
        ]
        workout.events = events()
        workout.statistics = statistics()
        if next(2) == 0 {
            var activity = WorkoutActivityData(
                uuid: text(), start: date(), end: next(2) == 0 ? nil : date(), duration: next(2) == 0 ? nil : number())
            activity.events = events()
            activity.statistics = statistics()
            activity.metadata = pairs()
            workout.activities = [activity]
        }
        if next(2) == 0 {
            workout.routes = [
                WorkoutRouteData(sample: sample(), points: (0..<next(4)).map { _ in point() })
            ]
        }
        return workout
    }

    private mutating func events() -> [WorkoutEventData] {
        let types = ["HKWorkoutEventTypeLap", "HKWorkoutEventTypePause", "HKWorkoutEventTypeResume", "Other"]
        return (0..<next(4)).map { _ in
            WorkoutEventData(
                type: types[next(4)], date: date(), duration: next(2) == 0 ? nil : number(), metadata: pairs())
        }
    }

    private mutating func statistics() -> [WorkoutStatisticsData] {
        let types: [HKQuantityTypeIdentifier] = [.heartRate, .distanceWalkingRunning, .activeEnergyBurned, .stepCount]
        return (0..<next(4)).map { _ in
            let start = date()
            var figures = WorkoutStatisticsData(
                type: types[next(4)].rawValue, start: start, end: end(of: start),
                unit: Self.units[next(Self.units.count)])
            (figures.sum, figures.average) = (next(2) == 0 ? nil : number(), next(2) == 0 ? nil : number())
            (figures.minimum, figures.maximum) = (next(2) == 0 ? nil : number(), next(2) == 0 ? nil : number())
            return figures
        }
    }

    private mutating func point() -> RoutePoint {
        var point = RoutePoint(
            time: date(), latitude: next(2) == 0 ? 52.5 : number(), longitude: next(2) == 0 ? 13.4 : number(),
            altitude: number(), speed: number(), course: number(), horizontalAccuracy: number(),
            verticalAccuracy: number())
        point.courseAccuracy = next(2) == 0 ? nil : number()
        point.speedAccuracy = next(2) == 0 ? nil : number()
        return point
    }
}
