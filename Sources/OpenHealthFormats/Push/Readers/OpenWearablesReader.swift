// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A reader of the pushes of the Open Wearables SDK, which sends HealthKit, Health Connect and Samsung Health.
package enum OpenWearablesReader {
    /// Returns the content of a push.
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - now: The current date.
    ///   - sink: The receiver of the first batches of a large push.
    /// - Returns: The content, or its last batch.
    /// - Throws: A ``FormatError`` if the body is not a push of the SDK. Single records are refused in the result.
    package static func batch(
        _ body: some Sequence<UInt8>, now: Date, into sink: PushSink? = nil
    ) throws(FormatError) -> PushedBatch {
        try PushDocument.read(body, of: name, example: example, for: sink) { (root) throws(FormatError) in
            guard let data = root["data"], data.isObject else {
                throw FormatError(
                    .notAPush, file: name, message: "the push has no object \"data\"",
                    remedy: "send the JSON of the SDK: \(example)")
            }
            var reading = OpenWearablesReading(provider: root["provider"]?.text ?? "", now: now, sink: sink)
            let lists = data.entries
            func each(_ key: String, _ body: (inout OpenWearablesReading, PushJSON) -> Void) {
                for list in lists where list.key == key && list.isList {
                    list.readEach { record in
                        body(&reading, record)
                        reading.builder.endRecord()
                    }
                }
            }
            each("workouts") { $0.note($1) }
            if reading.hasSeries {
                each("records") { $0.noteSeries($1) }
                reading.addSeries()
            }
            each("records") { $0.read($1) }
            reading.joinPressures()
            each("sleep") { $0.noteStage($1) }
            reading.addNights()
            each("sleep") { $0.readSleep($1) }
            each("workouts") { $0.readWorkout($1) }
            for list in lists where !["records", "sleep", "workouts"].contains(list.key) && list.isList {
                let count = list.count
                guard count > 0 else { continue }
                reading.builder.refuse("\(list.key.limited(to: 100)) is unknown", at: list.pointer, count: count)
            }
            return reading.builder.batch
        }
    }

    private static let name = "Open Wearables"
    private static let example = "{\"provider\": …, \"data\": {\"records\": […]}}"
}

/// The reading of one push of the SDK.
struct OpenWearablesReading {
    var builder: PushBuilder
    /// Where the data are from: `apple`, `samsung` or `google`.
    private let provider: String
    /// Whether the data are HealthKit's, with its identifiers.
    private var isApple: Bool { provider == "apple" }
    /// The workouts of the push, which decide the types of power and speed.
    private var activities: [(start: Double, end: Double, name: String)] = []
    private var pressures = PressurePairs()
    private var series = OpenWearablesSeries()
    /// Whether records can have several readings.
    var hasSeries: Bool { !isApple }
    /// The nights of the push by the identifiers of their records, and their sessions in the batch.
    private var sessions: [String: PushedSession] = [:]
    private var nights: [String: Int32] = [:]

    /// The name of the format in derived UUIDs.
    static let format = "open-wearables"

    /// The types of which Samsung Health sends totals of hours. They have another identifier in each push.
    private static let totals: Set<String> = ["STEP_COUNT", "ACTIVE_CALORIES_BURNED"]

    init(provider: String, now: Date, sink: PushSink?) {
        builder = PushBuilder(missing: [.device, .metadata], now: now, sink: sink)
        self.provider = provider
    }

    /// Notes the dates of a workout before the records are read.
    mutating func note(_ workout: PushJSON) {
        guard let start = workout.instant("startDate"), let end = workout.instant("endDate"),
            let name = workout["type"]?.metadataText.flatMap(PushedActivity.named)
        else { return }
        activities.append((start, end, name))
    }

    /// Reads a record.
    mutating func read(_ record: PushJSON) {
        guard var reading = reading(record) else { return }
        guard let name = record.text("type") else { return builder.refuse("it has no type", at: record.pointer) }
        let isTotal = provider == "samsung" && Self.totals.contains(name)
        if isTotal { (reading.uuid, reading.isTotal) = (nil, true) }
        if name.hasPrefix("HKCategoryTypeIdentifier") { return readCategory(name, record, reading) }
        guard let type = quantityType(name, reading) else {
            return builder.refuse(
                "\(name.limited(to: 100)) has no type in HealthKit", at: record.pointer + "/type")
        }
        reading.session = series.session(of: record, type: type.rawValue)
        guard let value = record.number("value") else { return refuseNumber("value", of: record) }
        if let known = HealthTypes.named(type.rawValue), PushedSums.isImpossible(value, of: known) {
            return builder.refuse("its value is negative", at: record.pointer + "/value")
        }
        let written = record.text("unit") ?? HealthTypes.named(type.rawValue)?.canonicalUnit ?? ""
        let (factor, unit) = Self.unit(written, of: type, value: value, isApple: isApple)
        // The total of a whole hour is a figure that samples of other apps can be part of; the hour so far is a growing sample.
        if isTotal, Self.isWholeHour(reading) {
            return builder.addTotal(type.rawValue, value: value * factor, unit: unit, reading, interval: .hours)
        }
        guard builder.addQuantity(type.rawValue, value: value * factor, unit: unit, reading) else { return }
        pressures.note(type, value * factor, unit, reading, parent: record.text("parentId"))
    }

    /// Refuses an object without a number.
    mutating func refuseNumber(_ key: String, of object: PushJSON) {
        if object.has(key) {
            builder.refuse("\(key) is not a number", at: "\(object.pointer)/\(key)")
        } else {
            builder.refuse("it has no \(key)", at: object.pointer)
        }
    }

    /// Returns whether a reading begins and ends with an hour, in time zones whose offset is a multiple of 15 minutes.
    private static func isWholeHour(_ reading: PushBuilder.Reading) -> Bool {
        reading.end - reading.start == 3600 && reading.start.remainder(dividingBy: 900) == 0
    }

    /// Notes a reading of a series before the records are read.
    mutating func noteSeries(_ record: PushJSON) {
        guard OpenWearablesSeries.contains(record), let start = record.instant("startDate"),
            let end = record.end("endDate", start: start), start <= end, let name = record.text("type")
        else { return }
        let source = Self.source(record["source"])
        let reading = PushBuilder.Reading(start: start, end: end, source: source, place: record.place)
        guard let type = quantityType(name, reading) else { return }
        series.note(record, type: type.rawValue, source: source.sourceName, start: start, end: end)
    }

    /// Adds the series that were noted.
    mutating func addSeries() { series.add(to: &builder) }

    private mutating func readCategory(_ type: String, _ record: PushJSON, _ reading: PushBuilder.Reading) {
        guard let value = record.number("value").flatMap(Int.init(exactly:)) else {
            return builder.refuse("its value is not a whole number", at: record.pointer + "/value")
        }
        builder.addCategory(type, value: value, reading)
    }

    /// Adds the correlations of the blood pressures, of which the SDK sends the members only.
    mutating func joinPressures() {
        for pair in pressures.pairs {
            builder.addBloodPressure(
                systolic: pair.systolic, diastolic: pair.diastolic, unit: pair.unit, pair.reading)
            builder.endRecord()
        }
    }

    // MARK: Parts

    /// The kinds of values that objects can lack.
    private static let kinds: [String: ValueKind] = [
        "id": .string, "parentId": .string, "unit": .string, "zoneOffset": .string, "updatedAt": .date,
        "source": .object, "values": .list, "laps": .list, "segments": .list, "route": .list, "samples": .list,
    ]
    /// The kinds of values of sources.
    private static let sourceKinds: [String: ValueKind] = [
        "bundleIdentifier": .string, "appId": .string, "name": .string, "version": .string, "productType": .string,
        "operatingSystemVersion": .object, "deviceName": .string, "deviceManufacturer": .string,
        "deviceModel": .string, "deviceHardwareVersion": .string, "deviceSoftwareVersion": .string,
        "recordingMethod": .string,
    ]

    /// Returns the dates, source and UUID of an object; refuses an object without dates.
    mutating func reading(_ object: PushJSON) -> PushBuilder.Reading? {
        builder.checkKinds(object, Self.kinds)
        builder.checkKinds(object["source"], Self.sourceKinds)
        guard let start = object.instant("startDate") else {
            if object.has("startDate") {
                builder.refuse("startDate is not a date", at: object.pointer + "/startDate")
            } else {
                builder.refuse("it has no startDate", at: object.pointer)
            }
            return nil
        }
        guard let end = object.end("endDate", start: start) else {
            builder.refuse("its endDate is not a date", at: object.pointer + "/endDate")
            return nil
        }
        let parts = object["metadata"].map { $0.isObject ? [$0] : $0.elements } ?? []
        var metadata = parts.flatMap(\.entries).compactMap { key, value in
            value.metadataText.map { MetadataPair(key: key.limited(to: 1000), value: $0) }
        }
        // HealthKit's own metadata has the name of the zone if the phone knows it.
        if let zone = object.text("zoneOffset").flatMap(PushInstant.zone),
            !metadata.contains(where: { $0.key == HKMetadataKeyTimeZone })
        {
            metadata.append(MetadataPair(key: HKMetadataKeyTimeZone, value: zone))
        }
        if object["source"]?.text("recordingMethod") == "manual",
            !metadata.contains(where: { $0.key == HKMetadataKeyWasUserEntered })
        {
            metadata.append(MetadataPair(key: HKMetadataKeyWasUserEntered, value: "1"))
        }
        var reading = PushBuilder.Reading(
            start: start, end: end, source: Self.source(object["source"]), metadata: metadata,
            uuid: object.text("id").map { PushIdentity.uuid(of: $0, in: Self.format) }, place: object.place,
            index: object.index)
        reading.updated = object.instant("updatedAt")
        return reading
    }

    /// Notes a stage of sleep before the stages are read. Those of one record of a phone with Android are a night.
    mutating func noteStage(_ stage: PushJSON) {
        guard let parent = nightID(stage), let start = stage.instant("startDate"),
            let end = stage.end("endDate", start: start), start <= end
        else { return }
        var session =
            sessions[parent]
            ?? PushedSession(
                type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, source: Self.source(stage["source"]).sourceName,
                start: start, end: end, uuid: PushIdentity.uuid(of: parent, in: Self.format),
                updated: stage.instant("updatedAt"))
        session.start = min(session.start, start)
        session.end = max(session.end, end)
        sessions[parent] = session
    }

    /// Adds the nights whose stages were noted.
    mutating func addNights() {
        for (parent, session) in sessions.sorted(by: { ($0.value.start, $0.key) < ($1.value.start, $1.key) }) {
            nights[parent] = builder.addSession(session, at: "/data/sleep")
        }
    }

    /// Returns the session of a stage of sleep; nil if it has none.
    func night(_ stage: PushJSON) -> Int32? { nightID(stage).flatMap { nights[$0] } }

    /// Returns the identifier of the record of a stage of sleep; nil for HealthKit's samples, which are no parts of a record. A record without
    /// stages is sent as one stage with the identifier of the record.
    private func nightID(_ stage: PushJSON) -> String? {
        stage.text("parentId") ?? (isApple ? nil : stage.text("id"))
    }

    private static func source(_ source: PushJSON?) -> ProvenanceData {
        let bundle = source?.text("bundleIdentifier") ?? source?.text("appId")
        var data = ProvenanceData(
            sourceName: source?.text("name") ?? bundle ?? "Open Wearables", bundleIdentifier: bundle,
            sourceVersion: source?.text("version"), productType: source?.text("productType"))
        if let system = source?["operatingSystemVersion"], let major = system.number("majorVersion") {
            let numbers = [major, system.number("minorVersion") ?? 0, system.number("patchVersion") ?? 0]
            let whole = numbers.compactMap { Int(exactly: $0) }
            if whole.count == 3 { data.operatingSystemVersion = whole.map(String.init).joined(separator: ".") }
        }
        let device = DeviceData(
            name: source?.text("deviceName"), manufacturer: source?.text("deviceManufacturer"),
            model: source?.text("deviceModel"), hardware: source?.text("deviceHardwareVersion"),
            software: source?.text("deviceSoftwareVersion"))
        if device != DeviceData() { data.device = device }
        return data
    }

    private func quantityType(_ name: String, _ reading: PushBuilder.Reading) -> HKQuantityTypeIdentifier? {
        if name.hasPrefix("HK") { return HKQuantityTypeIdentifier(rawValue: name) }
        switch name {
        case "POWER": return type(at: reading, cycling: .cyclingPower, running: .runningPower)
        case "SPEED": return type(at: reading, cycling: .cyclingSpeed, running: .runningSpeed)
        default: return Self.types[name]
        }
    }

    /// Returns the type of a reading during a workout of the push; nil outside of rides and runs.
    private func type(
        at reading: PushBuilder.Reading, cycling: HKQuantityTypeIdentifier, running: HKQuantityTypeIdentifier
    ) -> HKQuantityTypeIdentifier? {
        let activity = activities.first { $0.start <= reading.start && reading.end <= $0.end }?.name
        switch activity {
        case PushedActivity.raw(.cycling): return cycling
        case PushedActivity.raw(.running): return running
        default: return nil
        }
    }

    private static let types: [String: HKQuantityTypeIdentifier] = [
        "STEP_COUNT": .stepCount, "HEART_RATE": .heartRate, "RESTING_HEART_RATE": .restingHeartRate,
        "HEART_RATE_VARIABILITY": .heartRateVariabilityRMSSD, "OXYGEN_SATURATION": .oxygenSaturation,
        "BLOOD_GLUCOSE": .bloodGlucose, "BLOOD_PRESSURE_SYSTOLIC": .bloodPressureSystolic,
        "BLOOD_PRESSURE_DIASTOLIC": .bloodPressureDiastolic, "RESPIRATORY_RATE": .respiratoryRate,
        "HEIGHT": .height, "WEIGHT": .bodyMass, "BODY_FAT": .bodyFatPercentage, "BMI": .bodyMassIndex,
        "LEAN_BODY_MASS": .leanBodyMass, "BODY_TEMPERATURE": .bodyTemperature, "VO2_MAX": .vo2Max,
        "ACTIVE_CALORIES_BURNED": .activeEnergyBurned, "FLOORS_CLIMBED": .flightsClimbed,
        "DISTANCE": .distanceWalkingRunning, "HYDRATION": .dietaryWater, "CYCLING_PEDALING_CADENCE": .cyclingCadence,
        "BASAL_METABOLIC_RATE": .init(rawValue: "OpenHealthKitQuantityTypeIdentifierBasalMetabolicRate"),
        "TOTAL_CALORIES_BURNED": .init(rawValue: "OpenHealthKitQuantityTypeIdentifierTotalEnergyBurned"),
        "ENERGY_TOTAL": .dietaryEnergyConsumed, "TOTAL_CARBOHYDRATE_TOTAL": .dietaryCarbohydrates,
        "DIETARY_FIBER_TOTAL": .dietaryFiber, "SUGAR_TOTAL": .dietarySugar, "TOTAL_FAT_TOTAL": .dietaryFatTotal,
        "SATURATED_FAT_TOTAL": .dietaryFatSaturated, "MONOUNSATURATED_FAT_TOTAL": .dietaryFatMonounsaturated,
        "POLYUNSATURATED_FAT_TOTAL": .dietaryFatPolyunsaturated, "CHOLESTEROL_TOTAL": .dietaryCholesterol,
        "PROTEIN_TOTAL": .dietaryProtein, "SODIUM_TOTAL": .dietarySodium, "POTASSIUM_TOTAL": .dietaryPotassium,
        "CALCIUM_TOTAL": .dietaryCalcium, "IRON_TOTAL": .dietaryIron, "MAGNESIUM_TOTAL": .dietaryMagnesium,
        "PHOSPHORUS_TOTAL": .dietaryPhosphorus, "ZINC_TOTAL": .dietaryZinc, "COPPER_TOTAL": .dietaryCopper,
        "MANGANESE_TOTAL": .dietaryManganese, "SELENIUM_TOTAL": .dietarySelenium, "CHROMIUM_TOTAL": .dietaryChromium,
        "MOLYBDENUM_TOTAL": .dietaryMolybdenum, "IODINE_TOTAL": .dietaryIodine, "CHLORIDE_TOTAL": .dietaryChloride,
        "VITAMIN_A_TOTAL": .dietaryVitaminA, "VITAMIN_B6_TOTAL": .dietaryVitaminB6,
        "VITAMIN_B12_TOTAL": .dietaryVitaminB12, "VITAMIN_C_TOTAL": .dietaryVitaminC,
        "VITAMIN_D_TOTAL": .dietaryVitaminD, "VITAMIN_E_TOTAL": .dietaryVitaminE, "VITAMIN_K_TOTAL": .dietaryVitaminK,
        "THIAMIN_TOTAL": .dietaryThiamin, "RIBOFLAVIN_TOTAL": .dietaryRiboflavin, "NIACIN_TOTAL": .dietaryNiacin,
        "FOLATE_TOTAL": .dietaryFolate, "PANTOTHENIC_ACID_TOTAL": .dietaryPantothenicAcid,
        "BIOTIN_TOTAL": .dietaryBiotin, "CAFFEINE_TOTAL": .dietaryCaffeine,
    ]

    /// Returns a unit in HealthKit's notation, and the factor of the value.
    static func unit(
        _ written: String, of type: HKQuantityTypeIdentifier, value: Double, isApple: Bool
    ) -> (factor: Double, unit: String) {
        // From HealthKit, only the oxygen saturation is multiplied by 100; from Android, all percentages are.
        if written == "%" {
            let isHundredfold = isApple ? type == .oxygenSaturation && value > 1 : true
            return (isHundredfold ? 0.01 : 1, "%")
        }
        return (1, written.canBeKnown ? units[written.lowercased()] ?? written : written)
    }

    private static let units = [
        "bpm": "count/min", "breaths/min": "count/min", "rpm": "count/min", "steps": "count", "floors": "count",
        "cal": "kcal", "kcal": "kcal", "calories": "kcal", "kg/m²": "count", "kg/m2": "count", "°c": "degC",
        "degc": "degC", "celsius": "degC", "ml/kg/min": "ml/(kg*min)", "ml/min/kg": "ml/(kg*min)",
        "ml/min·kg": "ml/(kg*min)", "mmol/l": PushedUnits.glucose, "ml": "mL", "l": "L", "watts": "W", "w": "W",
        "km/h": "km/hr", "kcal/day": "kcal/d", "meters": "m", "millis": "ms", "ug": "mcg", "µg": "mcg", "μg": "mcg",
    ]
}

/// The pairs of blood pressures among the readings of a push: those of one parent, or of one time and source.
private struct PressurePairs {
    struct Pair {
        var systolic: Double
        var diastolic: Double
        var unit: String
        var reading: PushBuilder.Reading
    }

    private struct Key: Hashable {
        var parent: String?
        var start: Double
        var end: Double
        var source: ProvenanceData
    }

    private(set) var pairs: [Pair] = []
    private var systolic: [Key: [(value: Double, unit: String)]] = [:]
    private var diastolic: [Key: [(value: Double, unit: String)]] = [:]

    /// Notes a reading, and joins it with its other half.
    mutating func note(
        _ type: HKQuantityTypeIdentifier, _ value: Double, _ unit: String, _ reading: PushBuilder.Reading,
        parent: String?
    ) {
        guard type == .bloodPressureSystolic || type == .bloodPressureDiastolic else { return }
        let key = Key(parent: parent, start: reading.start, end: reading.end, source: reading.source)
        let isSystolic = type == .bloodPressureSystolic
        guard let other = isSystolic ? diastolic[key]?.first : systolic[key]?.first, other.unit == unit else {
            if isSystolic {
                systolic[key, default: []].append((value, unit))
            } else {
                diastolic[key, default: []].append((value, unit))
            }
            return
        }
        if isSystolic { diastolic[key]?.removeFirst() } else { systolic[key]?.removeFirst() }
        // The members have their own UUIDs. From HealthKit, the SDK does not send that of the correlation.
        var whole = reading
        whole.uuid = parent.map { PushIdentity.uuid(of: $0, in: OpenWearablesReading.format, part: "blood pressure") }
        pairs.append(
            Pair(
                systolic: isSystolic ? value : other.value, diastolic: isSystolic ? other.value : value, unit: unit,
                reading: whole))
    }
}
