// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the pushes of HC Webhook, an app that sends Health Connect's records as JSON.
///
/// The app sends one list for each kind of record, with keys in snake case or, as its preset "Camel case", in camel case. Its preset "Open
/// Wearables" has all records in one list.
package enum HealthConnectWebhookReader {
    /// Returns the content of a push.
    ///
    /// A push of the app's button Test has made-up records and is read as empty.
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - now: The current date.
    ///   - sink: The receiver of the first batches of a large push.
    /// - Returns: The content, or its last batch.
    /// - Throws: A ``FormatError`` if the body is not a push of the app. Single records are refused in the result.
    package static func batch(
        _ body: some Sequence<UInt8>, now: Date, into sink: PushSink? = nil
    ) throws(FormatError) -> PushedBatch {
        let example = "{\"steps\": […]}"
        return try PushDocument.read(body, of: name, example: example, for: sink) {
            (root) throws(FormatError) in
            var reading = HealthConnectReading(
                builder: PushBuilder(missing: [.metadata], now: now, sink: sink))
            if root["test"]?.isTrue ?? false {
                reading.builder.warn("the made-up records of the button Test are not stored", at: "/test")
                return reading.builder.batch
            }
            if let data = root["data"], data.isObject {
                reading.readRecords(data)
            } else {
                for list in root.entries where !ignored.contains(list.key) && !list.key.hasPrefix("_") {
                    reading.read(list)
                }
            }
            return reading.builder.batch
        }
    }

    private static let name = "HC Webhook"
    /// The keys that describe the push.
    private static let ignored: Set<String> = [
        "timestamp", "app_version", "appVersion", "device", "source", "version", "test", "type", "sequence",
    ]
}

/// The reading of one push of HC Webhook.
struct HealthConnectReading {
    var builder: PushBuilder
    /// The length of the intervals of the figures in the list that is being read, in seconds; nil if it is unknown.
    private var length: Double?
    /// The starts of the totals of an hour and more in the list that is being read.
    var totalStarts: Set<Double> = []
    /// Whether the keys of the record that is being read are in camel case.
    private(set) var isCamelCase = false

    init(builder: PushBuilder) {
        self.builder = builder
    }

    /// A list of records with one quantity each.
    private struct Quantity {
        /// The names of the number; versions of the app differ.
        var fields: [String]
        var type: HKQuantityTypeIdentifier
        var unit: String
        var factor = 1.0
        /// Whether a record of Health Connect has many readings, which the app sends one by one with the identifier of the record.
        var isSeries = false
        /// Whether the app can send totals of minutes or days instead of records.
        var hasTotals = false

        init(
            _ fields: String..., type: HKQuantityTypeIdentifier, unit: String, factor: Double = 1,
            isSeries: Bool = false, hasTotals: Bool = false
        ) {
            self.fields = fields
            self.type = type
            self.unit = unit
            self.factor = factor
            self.isSeries = isSeries
            self.hasTotals = hasTotals
        }
    }

    private static let quantities: [String: Quantity] = [
        "steps": Quantity("count", type: .stepCount, unit: "count", hasTotals: true),
        "heart_rate": Quantity("bpm", type: .heartRate, unit: "count/min", isSeries: true),
        "heart_rate_variability": Quantity(
            "rmssd_millis", "heart_rate_variability_millis", type: .heartRateVariabilityRMSSD, unit: "ms"),
        "distance": Quantity("meters", type: .distanceWalkingRunning, unit: "m", hasTotals: true),
        "active_calories": Quantity("calories", type: .activeEnergyBurned, unit: "kcal", hasTotals: true),
        "total_calories": Quantity("calories", type: .totalEnergyBurned, unit: "kcal", hasTotals: true),
        "weight": Quantity("kilograms", type: .bodyMass, unit: "kg"),
        "height": Quantity("meters", type: .height, unit: "m"),
        "bmi": Quantity("value", type: .bodyMassIndex, unit: "count"),
        "blood_glucose": Quantity("mmol_per_liter", type: .bloodGlucose, unit: PushedUnits.glucose),
        "oxygen_saturation": Quantity("percentage", type: .oxygenSaturation, unit: "%", factor: 0.01),
        "body_temperature": Quantity("celsius", type: .bodyTemperature, unit: "degC"),
        "basal_body_temperature": Quantity("celsius", type: .basalBodyTemperature, unit: "degC"),
        "respiratory_rate": Quantity("rate", type: .respiratoryRate, unit: "count/min"),
        "resting_heart_rate": Quantity("bpm", type: .restingHeartRate, unit: "count/min"),
        "hydration": Quantity("liters", type: .dietaryWater, unit: "L", hasTotals: true),
        "body_fat": Quantity("percentage", type: .bodyFatPercentage, unit: "%", factor: 0.01),
        "lean_body_mass": Quantity("kilograms", type: .leanBodyMass, unit: "kg"),
        "vo2_max": Quantity("ml_per_kg_per_min", "vo2_ml_per_min_per_kg", type: .vo2Max, unit: "ml/(kg*min)"),
        "floors_climbed": Quantity("floors", type: .flightsClimbed, unit: "count"),
        "wheelchair_pushes": Quantity("count", type: .pushCount, unit: "count"),
        "cycling_pedaling_cadence": Quantity(
            "revolutions_per_minute", "rpm", type: .cyclingCadence, unit: "count/min", isSeries: true),
    ]

    /// The lists of records that HealthKit has no type for.
    private static let withoutType: Set<String> = [
        "bone_mass", "body_water_mass", "elevation_gained", "steps_cadence", "power", "speed", "activity_intensity",
        "planned_exercise",
    ]

    // MARK: Lists

    /// Reads a list of records of one kind.
    mutating func read(_ list: PushDocument.Entry) {
        let kind = Self.snakeCase(list.key)
        let isKnown = Self.isKnown(kind)
        guard list.isList else {
            if isKnown && !list.isNull || list.isObject {
                builder.refuse("this is not a list of records", at: list.pointer)
            }
            return
        }
        if isKnown {
            length = Self.length(list)
            totalStarts = Self.totalStarts(list)
            return list.readEach { record in
                isCamelCase = kind != list.key || Self.hasCapitals(record.value)
                read(Self.snakeCase(record), kind)
                builder.endRecord()
            }
        }
        let count = list.count
        guard count > 0 else { return }
        refuse(kind, at: list.pointer, count: count)
    }

    /// Returns the length of the intervals of the figures in a list, in seconds; nil if it is unknown. The push does not state it, but the
    /// intervals begin at its multiples.
    private static func length(_ list: PushDocument.Entry) -> Double? {
        var starts = FigureStarts()
        readStarts(list) { starts.add($0) }
        if starts.isOrdered { return starts.length }
        var all: Set<Double> = []
        readStarts(list) { all.insert($0) }
        starts = FigureStarts()
        for start in all.sorted() { starts.add(start) }
        return starts.length
    }

    /// The maximum number of totals in a list that are compared.
    private static let maximumTotals = 10_000

    private static func totalStarts(_ list: PushDocument.Entry) -> Set<Double> {
        var starts: Set<Double> = []
        list.readEach { record in
            let record = snakeCase(record)
            guard record["metadata"] == nil, starts.count < maximumTotals, let start = record.instant("start_time"),
                let end = record.instant("end_time"), end - start >= shortestTotal
            else { return }
            starts.insert(start)
        }
        return starts
    }

    private static func readStarts(_ list: PushDocument.Entry, _ body: (Double) -> Void) {
        list.readEach { record in
            let record = snakeCase(record)
            guard record["avg"] != nil || record["avg_delta_celsius"] != nil else { return }
            if let start = record.instant("time") { body(start) }
        }
    }

    /// Reads the records of the preset "Open Wearables", which name their kinds.
    mutating func readRecords(_ data: PushDocument.Entry) {
        guard let records = data.entries.first(where: { $0.key == "records" }), records.isList else {
            return builder.refuse("the push has no list called records", at: data.pointer)
        }
        builder.warn(
            "the payload preset Open Wearables does not mark the made-up records of the button Test",
            remedy: "choose the preset Default in the app", at: data.pointer)
        records.readEach { record in
            isCamelCase = Self.hasCapitals(record.value)
            let record = Self.snakeCase(record)
            // The type of an exercise replaces the name of its list.
            let isExercise = record["duration_seconds"] != nil && record["start_time"] != nil
            let kind = record["type"]?.word ?? ""
            if Self.isKnown(kind) {
                read(record, kind)
            } else if isExercise {
                read(record, "exercise")
            } else {
                refuse(kind, at: record.pointer, count: 1)
            }
            builder.endRecord()
        }
    }

    /// Returns whether a document with some keys is a push of the app.
    static func isPush(_ keys: Set<String>) -> Bool {
        keys.contains {
            let kind = snakeCase($0)
            return isKnown(kind) || withoutType.contains(kind)
        }
    }

    private static func isKnown(_ kind: String) -> Bool { quantities[kind] != nil || readers[kind] != nil }

    private mutating func refuse(_ kind: String, at pointer: String, count: Int) {
        let name = kind.limited(to: 100)
        builder.refuse(
            Self.withoutType.contains(kind)
                ? "HealthKit has no type for \(name)" : "\(name) is an unknown kind of record",
            remedy: Self.withoutType.contains(kind) ? "disable it in the app" : "report it to the project",
            at: pointer, count: count)
    }

    private static let readers: [String: @Sendable (inout Self, PushJSON) -> Void] = [
        "sleep": { $0.readSleep($1) }, "exercise": { $0.readExercise($1) }, "nutrition": { $0.readNutrition($1) },
        "blood_pressure": { $0.readBloodPressure($1) }, "skin_temperature": { $0.readSkinTemperature($1) },
        "basal_metabolic_rate": { $0.readMetabolicRate($1) }, "mindfulness": { $0.readMindfulness($1) },
        "menstruation_flow": { $0.readFlow($1) }, "menstruation_period": { $0.readPeriod($1) },
        "intermenstrual_bleeding": { $0.readBleeding($1) }, "ovulation_test": { $0.readOvulationTest($1) },
        "cervical_mucus": { $0.readMucus($1) }, "sexual_activity": { $0.readSexualActivity($1) },
    ]

    /// The kinds of values that records can lack.
    private static let kinds: [String: ValueKind] = [
        "metadata": .object, "source": .string, "uuid": .string, "updated_at": .date, "sleep_updated_at": .date,
        "stages": .list, "session_start_time": .date, "session_end_time": .date, "duration_seconds": .amount,
        "distance_meters": .amount, "active_calories": .number, "steps": .amount, "name": .string,
        "protein_grams": .number, "carbs_grams": .number, "fat_grams": .number, "sugar_grams": .number,
        "sodium_grams": .number, "dietary_fiber_grams": .number, "measurement_location": .number,
    ]
    /// The kinds of values of metadata.
    private static let metadataKinds: [String: ValueKind] = [
        "id": .string, "data_origin": .string, "device": .object, "last_modified_time": .date,
        "instant_zone_offset_seconds": .number, "interval_zone_offset": .object,
    ]

    /// Reads a record of a known kind.
    private mutating func read(_ record: PushJSON, _ kind: String) {
        guard record.isObject else { return builder.refuse("expected a JSON object", at: record.pointer) }
        let name: (String) -> String = { [isCamelCase] in isCamelCase ? Self.camelCase($0) : $0 }
        builder.checkKinds(record, Self.kinds, written: name)
        builder.checkKinds(record["metadata"], Self.metadataKinds, written: name)
        guard let quantity = Self.quantities[kind] else {
            Self.readers[kind]?(&self, record)
            return
        }
        let field = quantity.fields.first { record[$0] != nil } ?? quantity.fields[0]
        guard record[field] != nil || record["avg"] == nil else {
            return addFigures(record, quantity.type, unit: quantity.unit, "") { $0 * quantity.factor }
        }
        guard var reading = reading(record, isSeries: quantity.isSeries), let value = value(record, field) else {
            return
        }
        let isImpossible =
            if let type = HealthTypes.named(quantity.type.rawValue), type.aggregationStyle == .cumulative {
                PushedSums.isImpossible(value, of: type)
            } else {
                value < 0 && quantity.unit != "degC"
            }
        guard !isImpossible else {
            return refuse(field, "is negative", record)
        }
        reading.isTotal = quantity.hasTotals && isTotal(record)
        if kind == "basal_body_temperature", let place = record.number("measurement_location").flatMap(Self.sensor) {
            reading.metadata.append(
                MetadataPair(key: HKMetadataKeyBodyTemperatureSensorLocation, value: "\(place.rawValue)"))
        }
        if reading.isTotal, let interval = totalInterval(reading) {
            return builder.addTotal(
                quantity.type.rawValue, value: value * quantity.factor, unit: quantity.unit, reading, interval: interval
            )
        }
        builder.addQuantity(quantity.type.rawValue, value: value * quantity.factor, unit: quantity.unit, reading)
    }

    /// Adds the average, minimum and maximum of some minutes, which the app sends if a resolution is chosen.
    /// - Parameters:
    ///   - suffix: The end of the names of the numbers.
    ///   - convert: Returns a number in the unit.
    mutating func addFigures(
        _ record: PushJSON, _ type: HKQuantityTypeIdentifier, unit: String, _ suffix: String,
        _ convert: (Double) -> Double
    ) {
        guard let reading = reading(record), let average = value(record, "avg" + suffix) else { return }
        func figure(_ name: String) -> Double? {
            record.number(name + suffix).flatMap {
                builder.canonical(type.rawValue, value: convert($0), unit: unit, at: record.pointer)
            }
        }
        guard
            let average = builder.canonical(type.rawValue, value: convert(average), unit: unit, at: record.pointer)
        else { return }
        builder.add(
            AggregatedPoint(
                type: type.rawValue, sources: reading.source.sourceName, start: reading.start,
                end: length.map { reading.start + $0 } ?? reading.end,
                interval: .minutes, unit: unit, average: average, minimum: figure("min"), maximum: figure("max"),
                place: record.pointer))
    }

    // MARK: Names

    /// Returns a name in snake case: `heartRate` is `heart_rate`. Names that are too long to be known are returned as they are.
    private static func snakeCase(_ name: String) -> String {
        guard name.canBeKnown, name.utf8.contains(where: { (0x41...0x5A).contains($0) }) else { return name }
        var snake = ""
        for letter in name {
            if letter.isUppercase, !snake.isEmpty { snake.append("_") }
            snake += letter.lowercased()
        }
        return snake
    }

    /// Returns a name in camel case, the inverse of ``snakeCase(_:)``.
    private static func camelCase(_ name: String) -> String {
        let words = name.split(separator: "_")
        return (words.first ?? "") + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    /// Returns a key as the app wrote it.
    func written(_ key: String) -> String { isCamelCase ? Self.camelCase(key) : key }

    /// Returns whether a key of an object, or of one in it, has capital letters.
    private static func hasCapitals(_ value: JSONValue) -> Bool {
        switch value {
        case .object(let entries):
            entries.contains { $0.key.utf8.contains { (0x41...0x5A).contains($0) } || hasCapitals($0.value) }
        case .array(let values): values.contains(where: hasCapitals)
        default: false
        }
    }

    /// Returns a record with keys in snake case.
    private static func snakeCase(_ record: PushJSON) -> PushJSON {
        PushJSON(snakeCase(record.value), place: record.place, index: record.index)
    }

    private static func snakeCase(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let entries): .object(entries.map { (snakeCase($0.key), snakeCase($0.value)) })
        case .array(let values): .array(values.map(snakeCase))
        default: value
        }
    }

    /// Returns the place of a thermometer by the number of Health Connect; nil if it is unknown.
    private static func sensor(_ number: Double) -> HKBodyTemperatureSensorLocation? {
        let places: [Double: HKBodyTemperatureSensorLocation] = [
            1: .armpit, 2: .finger, 3: .forehead, 4: .mouth, 5: .rectum, 6: .temporalArtery, 7: .toe, 8: .ear,
            9: .other, 10: .other,
        ]
        return places[number]
    }
}

/// The starts of figures, of which only the distances are kept, so that memory does not depend on their number.
private struct FigureStarts {
    private var last: Double?
    /// Whether a start was later, and whether one was earlier than the one before.
    private var (hasLater, hasEarlier) = (false, false)
    private var shortest = Double.infinity
    /// The largest number of seconds of which all starts are multiples.
    private var divisor = 0.0

    mutating func add(_ start: Double) {
        if let last, start != last {
            shortest = min(shortest, (start - last).magnitude)
            if start > last { hasLater = true } else { hasEarlier = true }
        }
        last = start
        var (large, small) = (start.magnitude, divisor)
        while small > 0 { (large, small) = (small, large.truncatingRemainder(dividingBy: small)) }
        divisor = large
    }

    /// Whether the starts are in ascending or descending order.
    var isOrdered: Bool { !(hasLater && hasEarlier) }

    /// The shortest distance, if it is at most an hour and all starts are its multiples; only for starts in order.
    var length: Double? {
        guard shortest <= 3600, divisor.truncatingRemainder(dividingBy: shortest) == 0 else { return nil }
        return shortest
    }
}

/// The units of pushes that HealthKit writes differently.
enum PushedUnits {
    /// Millimoles of glucose per litre.
    static let glucose = "mmol<180.1558800000541>/L"
}
