// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import OpenHealthAccess
import OpenHealthModel
import OpenHealthSession
import OpenHealthTestSupport

@testable import OpenHealthStore

/// A seeded random store with all properties that predicates can refer to. The samples are saved by several apps and imported,
/// and their values and dates are on coarse grids, so that many are equal.
struct PredicateWorld {
    let store: ScratchStore
    /// An app with permission to read all types.
    let access: AppAccess
    /// The types with samples in the store.
    let types: [HKSampleType]

    static let quantities: [(type: HKQuantityTypeIdentifier, units: [String])] = [
        (.stepCount, ["count"]), (.heartRate, ["count/min", "count/s"]), (.bodyTemperature, ["degC", "degF", "K"]),
        (.bodyMass, ["kg", "lb", "g"]), (.distanceWalkingRunning, ["m", "km", "mi"]),
    ]

    init(seed: UInt64) throws {
        store = try ScratchStore()
        var maker = PredicateWorldMaker(seed: seed)
        try maker.fill(store)
        types =
            Self.quantities.map { HKQuantityType($0.type) } + [
                HKCategoryType(.sleepAnalysis), HKCategoryType(.headache), HKCorrelationType(.bloodPressure),
                HKQuantityType(.bloodPressureSystolic), .workoutType(), .electrocardiogramType(),
                HKSeriesType.workoutRoute(), HKClinicalType(.labResultRecord), .stateOfMindType(),
            ]
        access = try AppAccess.reading(everythingOf: types, in: store.database)
    }

    /// Returns all samples of a type.
    func samples(_ type: HKSampleType) throws -> [HKSample] {
        try access.samples(SampleQuery([SampleQuery.Part(type)]))
    }
}

extension AppAccess {
    /// Returns the access of an app with permission to read some types.
    static func reading(
        everythingOf types: [HKObjectType], in database: HealthDatabase, as identifier: String = "org.example.reader"
    ) throws -> AppAccess {
        let access = AppAccess(database: database, app: AppIdentity(identifier: identifier, name: "Reader"))
        try access.record(
            AuthorizationDecision(read: Dictionary(types.map { ($0, .authorized) }) { first, _ in first }))
        return access
    }
}

/// A generator of the samples of a ``PredicateWorld``.
struct PredicateWorldMaker {
    var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    static let apps = [
        MadeSamples.app,
        ProvenanceData(sourceName: "Ada’s Watch", bundleIdentifier: "com.apple.health.1", sourceVersion: "10.1"),
        ProvenanceData(
            sourceName: "Journal", bundleIdentifier: "org.example.journal", sourceVersion: "3.2",
            productType: "Computer2,1"),
    ]
    static let devices = [
        nil,
        HKDevice(
            name: "Watch", manufacturer: "Apple Inc.", model: "Watch", hardwareVersion: "Watch6,7",
            firmwareVersion: nil, softwareVersion: "10.1", localIdentifier: nil, udiDeviceIdentifier: nil),
        HKDevice(
            name: "Scale", manufacturer: "Öko", model: nil, hardwareVersion: nil, firmwareVersion: "1",
            softwareVersion: nil, localIdentifier: "x", udiDeviceIdentifier: nil),
    ]

    mutating func pick<Element>(_ list: [Element]) -> Element { list[generator.below(list.count)] }

    /// Returns dates around 2024 and in 1930, with fractions that a double of seconds since 1970 cannot represent.
    mutating func date() -> Date {
        let base = pick([0.0, 0, 0, 0, 3600, 86_400, -2_950_000_000])
        let offset = Double(generator.below(48)) * 900 + pick([0, 0, 0, 0.5, 1e-7, 0.123_456_789])
        return Date(timeIntervalSinceReferenceDate: MadeSamples.newYear.timeIntervalSinceReferenceDate + base + offset)
    }

    mutating func interval() -> (start: Date, end: Date) {
        let start = date()
        return (start, start.addingTimeInterval(pick([0, 0, 0, 60, 900, 900.25, 7200, 200_000])))
    }

    mutating func metadata() -> [String: Any]? {
        var metadata: [String: Any] = [:]
        for _ in 0..<pick([0, 0, 1, 2]) {
            switch generator.below(7) {
            case 0: metadata[HKMetadataKeyWasUserEntered] = generator.below(2) == 0
            case 1: metadata["note"] = pick(["abc", "ABC", "a%c_", "äb\nc", ""])
            case 2: metadata["note"] = generator.below(3)
            case 3: metadata["level"] = Double(generator.below(4)) / 2
            case 4: metadata["when"] = date()
            case 5:
                metadata["size"] = HKQuantity(
                    unit: HKUnit(from: pick(["m", "cm", "kg"])), doubleValue: Double(generator.below(3)))
            default: metadata[HKMetadataKeyTimeZone] = pick(["Europe/Berlin", "UTC"])
            }
        }
        return metadata.isEmpty ? nil : metadata
    }

    mutating func quantity(_ units: [String]) -> HKQuantity {
        let unit = HKUnit(from: pick(units))
        let value = pick([0, 1, 37, 36.6, 60, 60.5, 98.6, 1.0 / 3, 100])
        return HKQuantity(unit: unit, doubleValue: value)
    }

    mutating func sample() -> HKSample {
        let (start, end) = interval()
        switch generator.below(12) {
        case 0...6:
            let (identifier, units) = pick(PredicateWorld.quantities)
            let type = HKQuantityType(identifier)
            if type.aggregationStyle != .cumulative, generator.below(5) == 0 {
                return HKDiscreteQuantitySample(
                    quantityType: type, average: quantity(units), minimum: quantity(units), maximum: quantity(units),
                    mostRecent: quantity(units),
                    mostRecentInterval: DateInterval(start: start, duration: pick([0, 5])),
                    count: 1 + generator.below(3), startDate: start, endDate: end, fields: fields())
            }
            return HKQuantitySample.stored(
                quantityType: type, quantity: quantity(units), count: pick([1, 1, 1, 4]), startDate: start,
                endDate: end, fields: fields())
        case 7:
            return HKCategorySample(
                categoryType: HKCategoryType(.sleepAnalysis), value: generator.below(6), startDate: start, endDate: end,
                fields: fields())
        case 8:
            return HKCategorySample(
                categoryType: HKCategoryType(.headache), value: generator.below(5), startDate: start, endDate: end,
                fields: fields())
        case 9: return pressure(start)
        case 10:
            return HKStateOfMind(
                date: start, kind: .dailyMood, valence: pick([-1, -0.5, 0, 0.5]),
                labels: [pick([.happy, .calm])], associations: [pick([.work, .family])], metadata: metadata())
        default: return workout(start)
        }
    }

    private mutating func fields() -> HKObjectFields {
        var values: [String: HKMetadataValue] = [:]
        for (key, value) in metadata() ?? [:] { values[key] = HKMetadataValue(value) }
        return HKObjectFields(newWith: pick(Self.devices), metadata: values)
    }

    private mutating func pressure(_ time: Date) -> HKCorrelation {
        func part(_ type: HKQuantityTypeIdentifier, _ value: Double) -> HKQuantitySample {
            HKQuantitySample(
                type: HKQuantityType(type), quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
                start: time, end: time)
        }
        return HKCorrelation(
            type: HKCorrelationType(.bloodPressure), start: time, end: time,
            objects: [
                part(.bloodPressureSystolic, pick([110, 120, 130])), part(.bloodPressureDiastolic, pick([70, 80])),
            ], metadata: metadata())
    }

    private mutating func statistics(_ start: Date, _ end: Date) -> [HKQuantityType: HKStatistics] {
        var statistics: [HKQuantityType: HKStatistics] = [:]
        for (identifier, units) in PredicateWorld.quantities where generator.below(3) == 0 {
            let type = HKQuantityType(identifier)
            let figures =
                type.aggregationStyle == .cumulative
                ? HKStatisticsFigures(sum: quantity(units))
                : HKStatisticsFigures(
                    average: quantity(units), minimum: quantity(units),
                    maximum: generator.below(2) == 0 ? nil : quantity(units))
            statistics[type] = HKStatistics(quantityType: type, startDate: start, endDate: end, figures: figures)
        }
        return statistics
    }

    private mutating func workout(_ start: Date) -> HKWorkout {
        let end = start.addingTimeInterval(pick([600, 1800, 3600.5]))
        let kinds: [HKWorkoutActivityType] = [.running, .cycling, .other]
        let activities = (0..<generator.below(3)).map { index in
            let configuration = HKWorkoutConfiguration()
            configuration.activityType = pick(kinds)
            let from = start.addingTimeInterval(Double(index) * 60)
            return HKWorkoutActivity(
                uuid: UUID(), workoutConfiguration: configuration, startDate: from,
                endDate: from.addingTimeInterval(60), duration: pick([nil, 30, 45.5]),
                statistics: statistics(from, end),
                metadataValues: generator.below(2) == 0 ? [:] : ["note": .string("abc")])
        }
        let totals = HKWorkoutTotals(
            energyBurned: generator.below(2) == 0 ? nil : quantity(["kcal", "kJ"]),
            distance: generator.below(2) == 0 ? nil : quantity(["m", "mi"]),
            flightsClimbed: generator.below(2) == 0 ? nil : quantity(["count"]))
        return HKWorkout(
            activityType: pick(kinds), startDate: start, endDate: end, duration: pick([600, 540, 30]),
            workoutActivities: activities, statistics: statistics(start, end), totals: totals, fields: fields())
    }

    mutating func fill(_ store: ScratchStore) throws {
        for _ in 0..<6 {
            let samples = (0..<30).map { _ in sample() }
            try store.database.save(samples, source: pick(Self.apps))
        }
        var export = TestExport()
        for _ in 0..<60 { export.add(record()) }
        try store.importXML(export.document)
        try importOthers(store)
    }

    private mutating func record() -> TestExport.Record {
        let start = generator.below(40) * 900
        let (type, unit, values) = pick([
            ("HKQuantityTypeIdentifierStepCount", "count" as String?, ["1", "37", "100"]),
            ("HKQuantityTypeIdentifierHeartRate", "count/min", ["60", "60.5", "36.6"]),
            ("HKQuantityTypeIdentifierBodyTemperature", "degF", ["98.6", "99.1", "100"]),
            ("HKQuantityTypeIdentifierBodyMass", "lb", ["100", "160.3"]),
            ("HKCategoryTypeIdentifierSleepAnalysis", nil, ["HKCategoryValueSleepAnalysisInBed", "HKNothing"]),
        ])
        var record = TestExport.Record(type: type, unit: unit, value: pick(values))
        record.source = pick(["Ada’s iPhone", "Ada’s Watch"])
        record.version = pick([nil, "17.2", "10.1"])
        if generator.below(3) == 0 { record.device = nil }
        record.start = start
        record.end = start + pick([0, 60, 900])
        record.metadata = pick([[], [("note", "abc")], [("HKWasUserEntered", "1")], [("size", "2 m"), ("note", "1")]])
        return record
    }

    private mutating func importOthers(_ store: ScratchStore) throws {
        var batch = SampleBatch()
        batch.newTypes = [
            "HKWorkoutTypeIdentifier", "HKWorkoutRouteTypeIdentifier", "HKQuantityTypeIdentifierHeartRate",
        ]
        batch.newProvenances = [
            ProvenanceData(sourceName: "Ada’s Watch", sourceVersion: "10.1", device: DeviceData(name: "Watch")),
            ProvenanceData(sourceName: "Ada’s Watch", unit: "count/min"),
        ]
        for index in 0..<6 {
            let start = MadeSamples.newYear.timeIntervalSince1970 + Double(index) * 4000
            var workout = WorkoutData(
                activityType: pick(["HKWorkoutActivityTypeHiking", "HKWorkoutActivityTypeRunning", "HKNew"]),
                sample: SampleData(provenance: 0, start: start, end: start + 1800), duration: pick([nil, 600, 1700]))
            workout.attributes = pick([
                [],
                [
                    MetadataPair(key: "totalDistance", value: "37"),
                    MetadataPair(key: "totalDistanceUnit", value: "km"),
                ],
            ])
            var figures = WorkoutStatisticsData(
                type: "HKQuantityTypeIdentifierDistanceWalkingRunning", start: start, end: start + 1800,
                unit: pick(["km", "mi", "Schritt"]))
            figures.sum = pick([1, 37, 60.5])
            if generator.below(2) == 0 { workout.statistics = [figures] }
            workout.records = [
                NestedRow(row: SampleRow(type: 2, provenance: 1, start: start + 60, end: start + 60, value: 60))
            ]
            if generator.below(2) == 0 {
                workout.routes = [
                    WorkoutRouteData(
                        sample: SampleData(provenance: 0, start: start, end: start + 499), files: ["/\(index).gpx"])
                ]
            }
            batch.items.append(.workout(workout))
            batch.items.append(
                .electrocardiogram(
                    ElectrocardiogramData(
                        path: "electrocardiograms/\(index).csv", start: start,
                        classification: pick(["Sinus Rhythm", "Atrial Fibrillation", "Nobody knows"]), header: [],
                        device: "Watch7,11", softwareVersion: "2.0", sampleRate: 512, unit: "µV",
                        voltages: [0, 1, 2])))
            batch.items.append(
                .clinicalRecord(
                    ClinicalRecordData(
                        type: "Observation", identifier: pick(["x", "y"]), sourceName: "Clinic", sourceURL: "",
                        fhirVersion: "4.0.1", receivedDate: start, resourcePath: "/\(index).json",
                        resource: Data(
                            #"{"id":"\#(index)","category":[{"coding":[{"code":"laboratory"}]}]}"#.utf8))))
        }
        try store.importBatches([batch])
    }
}
