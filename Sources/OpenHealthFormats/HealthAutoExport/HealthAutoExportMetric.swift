// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A metric of Health Auto Export: its name and the unit of its readings.
struct HealthAutoExportMetric {
    enum Kind {
        case type(HealthTypeDescription)
        case bloodPressure
    }
    let name: String
    /// The unit as written.
    let unit: String
    /// The unit of readings of a type, as a unit string of HealthKit.
    let plainUnit: String
    /// The kind of its readings; nil for an unknown name.
    let kind: Kind?

    /// Whether it is an amount of food or drink.
    var isDietary: Bool {
        if case .type(let type) = kind { type.swiftName.hasPrefix("dietary") } else { false }
    }

    init(name: String, unit: String) {
        self.name = name
        self.unit = unit
        if HealthAutoExportNames.snakeCase(name) == "blood_pressure" {
            kind = .bloodPressure
            plainUnit = unit
        } else {
            let type = HealthAutoExportNames.type(name)
            kind = type.map(Kind.type)
            plainUnit = type.map { HealthAutoExportNames.unit(unit, of: $0) } ?? unit
        }
    }
}

extension HealthAutoExportReader {
    /// Reads a reading of a metric.
    mutating func readReading(_ point: HealthAutoExportPoint, _ metric: HealthAutoExportMetric) {
        switch metric.kind {
        case .bloodPressure: readPressure(point, metric)
        case .type(let type) where type.kind == .quantity: readQuantity(point, metric, type)
        case .type(let type): readCategory(point, metric, type)
        case nil: break
        }
    }

    /// Returns whether an element is a sample. One with an identifier always is: figures have none. If the push does not say what its
    /// readings are, an interval of its own says it too.
    func isSample(_ point: HealthAutoExportPoint) -> Bool {
        switch current {
        case .individual: true
        case .interval where isStated && aggregation != nil: point.uuid != nil
        case .interval, nil: point.uuid != nil || point.hasInterval
        }
    }

    /// Returns the dates of an element; nil if one is missing or is not a date, and the element is refused.
    /// - Parameters:
    ///   - start: The start, if it is not that of the element.
    ///   - duration: The time from the start to the end of an element without an end.
    mutating func dates(
        _ point: HealthAutoExportPoint, start: Double? = nil, duration: Double = 0
    ) -> (start: Double, end: Double)? {
        let found = start ?? point.start
        if let found, found.isFinite {
            let end = point.end ?? found + duration
            if end.isFinite { return (found, end) }
        }
        let remedy = "send it again with a current version of the app"
        let keys =
            found?.isFinite == true ? HealthAutoExportPoint.endKeys : HealthAutoExportPoint.startKeys
        if let wrong = point.firstKey(of: keys) {
            builder.refuse("\(wrong) is not a date", remedy: remedy, at: "\(point.pointer)/\(wrong)")
        } else {
            builder.refuse("it has no date", remedy: remedy, at: point.pointer)
        }
        return nil
    }

    /// Returns the dates and the origin of an element; nil if it is refused.
    mutating func reading(_ point: HealthAutoExportPoint, duration: Double = 0) -> PushBuilder.Reading? {
        guard let (start, end) = dates(point, duration: duration) else { return nil }
        let name = point.source
        var source = ProvenanceData(sourceName: name ?? Self.unnamedSource)
        var missing: MissingProperties = name == nil ? [.source] : []
        // A reading with a date only can be one that lasted some minutes.
        if point.end == nil, duration == 0 { missing.insert(.end) }
        if !missing.isEmpty { source.missing = missing }
        return PushBuilder.Reading(
            start: start, end: end, source: source, metadata: point.metadata, uuid: point.uuid, place: point.place,
            index: point.index)
    }

    private mutating func readQuantity(
        _ point: HealthAutoExportPoint, _ metric: HealthAutoExportMetric, _ type: HealthTypeDescription
    ) {
        let unit =
            point.text("units", "unit").map { HealthAutoExportNames.unit($0, of: type) } ?? metric.plainUnit
        let (minimum, average, maximum) = (
            point.number("Min", "min"), point.number("Avg", "avg"), point.number("Max", "max")
        )
        let isSpread = minimum != maximum || minimum != average
        guard isSample(point), average == nil || !isSpread else {
            return addFigures(point, type, unit: unit, minimum: minimum, average: average, maximum: maximum)
        }
        guard let (value, key) = point.entry(of: ["qty", "value", "hr", "Avg", "avg"]) else {
            return refuseNumber(point, ["qty", "value", "hr", "Avg", "avg"])
        }
        guard !PushedSums.isImpossible(value, of: type) else { return refuseSum(point, type, key) }
        guard var reading = reading(point) else { return }
        reading.metadata += reasons(point)
        builder.addQuantity(
            type.identifier, value: plain(value, unit: unit, type), unit: unit, reading)
    }

    /// Refuses an element whose sum is negative.
    /// - Parameter key: The key of the sum.
    private mutating func refuseSum(_ point: HealthAutoExportPoint, _ type: HealthTypeDescription, _ key: String) {
        builder.refuse("the sum of \(type.swiftName) is negative", at: "\(point.pointer)/\(key)")
    }

    /// Returns a value in the scale of HealthKit, where 97 percent are 0.97.
    private func plain(_ value: Double, unit: String, _ type: HealthTypeDescription) -> Double {
        guard unit == "%" else { return value }
        if let range = ValueRanges.range(of: type.identifier), range.improbableBelow != nil,
            range.verdict(value / 100) != .usual, range.verdict(value) == .usual
        {
            // A fraction that would be an improbable percentage.
            return value
        }
        return value / 100
    }

    /// Returns the metadata of insulin and blood glucose.
    private mutating func reasons(_ point: HealthAutoExportPoint) -> [MetadataPair] {
        var pairs: [MetadataPair] = []
        if let reason = point.text("reason") {
            switch reason.lowercased() {
            case "basal": pairs.append(MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "1"))
            case "bolus": pairs.append(MetadataPair(key: HKMetadataKeyInsulinDeliveryReason, value: "2"))
            default: keep(reason, "reason", point, &pairs)
            }
        }
        if let time = point.text("mealTime") {
            switch time.lowercased() {
            case "before meal": pairs.append(MetadataPair(key: HKMetadataKeyBloodGlucoseMealTime, value: "1"))
            case "after meal": pairs.append(MetadataPair(key: HKMetadataKeyBloodGlucoseMealTime, value: "2"))
            case "unspecified", "": break
            default: keep(time, "mealTime", point, &pairs)
            }
        }
        return pairs
    }

    /// Keeps an unknown value as metadata, and warns of it.
    private mutating func keep(
        _ word: String, _ key: String, _ point: HealthAutoExportPoint, _ pairs: inout [MetadataPair]
    ) {
        pairs.append(MetadataPair(key: key, value: word))
        builder.warn("the value of \(key) is unknown; it is kept as written", at: "\(point.pointer)/\(key)")
    }

    /// Adds the figures of an interval.
    mutating func addFigures(
        _ point: HealthAutoExportPoint, _ type: HealthTypeDescription, unit: String, minimum: Double?, average: Double?,
        maximum: Double?, interval: AggregatedPoint.Interval? = nil
    ) {
        guard let dates = dates(point) else { return }
        func canonical(_ value: Double?) -> Double? {
            value.flatMap {
                builder.canonical(
                    type.identifier, value: plain($0, unit: unit, type), unit: unit, at: point.pointer)
            }
        }
        let keys = ["qty", "hr", "Avg", "avg"]
        guard let (quantity, key) = point.entry(of: keys) else { return refuseNumber(point, keys) }
        let isCumulative = type.aggregationStyle == .cumulative
        guard let figure = canonical(quantity) else { return }
        guard !PushedSums.isImpossible(figure, of: type) else { return refuseSum(point, type, key) }
        let others = point.others(except: [
            "date", "startDate", "endDate", "start", "end", "qty", "Min", "Avg", "Max", "min", "avg", "max", "source",
            "units", "id",
        ])
        builder.add(
            AggregatedPoint(
                type: type.identifier, sources: point.source ?? "", start: dates.start, end: dates.end,
                interval: interval ?? currentInterval, unit: unit, sum: isCumulative ? figure : nil,
                average: isCumulative ? nil : figure, minimum: canonical(minimum), maximum: canonical(maximum),
                others: others, place: point.pointer))
    }

    private var currentInterval: AggregatedPoint.Interval {
        if case .interval(let interval) = current { interval } else { .unknown }
    }

    private mutating func readPressure(_ point: HealthAutoExportPoint, _ metric: HealthAutoExportMetric) {
        guard let systolic = point.number("systolic") else { return refuseNumber(point, ["systolic"]) }
        guard let diastolic = point.number("diastolic") else { return refuseNumber(point, ["diastolic"]) }
        let unit = metric.unit.isEmpty ? "mmHg" : metric.unit
        if isSample(point) {
            guard let reading = reading(point) else { return }
            builder.addBloodPressure(systolic: systolic, diastolic: diastolic, unit: unit, reading)
            return
        }
        guard let dates = dates(point) else { return }
        for (type, value) in [
            (HKQuantityTypeIdentifier.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, diastolic),
        ] {
            guard let figure = builder.canonical(type.rawValue, value: value, unit: unit, at: point.pointer) else {
                return
            }
            builder.add(
                AggregatedPoint(
                    type: type.rawValue, sources: point.source ?? "", start: dates.start, end: dates.end,
                    interval: currentInterval, unit: unit, average: figure, place: point.pointer))
        }
    }

    // MARK: Categories

    private mutating func readCategory(
        _ point: HealthAutoExportPoint, _ metric: HealthAutoExportMetric, _ type: HealthTypeDescription
    ) {
        guard isSample(point), !point.isNight else { return addCategoryFigures(point, type, unit: metric.unit) }
        switch type.swiftName {
        case "sexualActivity": readSexualActivity(point, type)
        case "mindfulSession":
            let minutes = point.number("qty") ?? 0
            guard let reading = reading(point, duration: min(max(minutes, 0), 1440) * 60) else { return }
            builder.addCategory(type.identifier, value: 0, reading)
        case "appleStandHour" where point.text("value") == nil:
            guard let reading = reading(point) else { return }
            let stood = (point.number("qty") ?? 0) >= 1
            builder.addCategory(
                type.identifier,
                value: (stood ? HKCategoryValueAppleStandHour.stood : HKCategoryValueAppleStandHour.idle).rawValue,
                reading)
        default: addCategory(point, type, word: point.text("value"))
        }
    }

    /// Adds a category sample whose value is a word of the phone's language.
    mutating func addCategory(
        _ point: HealthAutoExportPoint, _ type: HealthTypeDescription, word: String?, metadata: [MetadataPair] = []
    ) {
        guard var reading = reading(point) else { return }
        reading.metadata += metadata
        if type.valueEnum == "HKCategoryValue" {
            builder.addCategory(type.identifier, value: 0, reading)
        } else if let word, let value = HealthAutoExportNames.value(word, of: type) {
            builder.addCategory(type.identifier, value: value, reading)
        } else if let word, !word.isEmpty {
            if builder.addCategory(type.identifier, text: word.limited(to: 200), reading) {
                builder.warn(
                    "the value is unknown; it is kept as written", remedy: "set the app's language to English",
                    at: "\(point.pointer)/value")
            }
        } else {
            builder.refuse("it has no value", at: point.pointer)
        }
    }

    /// Notes the numbers of sexual activities. Entries of cycle tracking can contain the same ones with their times.
    private mutating func readSexualActivity(_ point: HealthAutoExportPoint, _ type: HealthTypeDescription) {
        guard let reading = reading(point), builder.check(reading) else { return }
        let counts = SexualActivities.kinds.map { key, protection in
            (protection, min(max(point.number(key) ?? 0, 0), 100))
        }
        guard counts.contains(where: { $0.1 >= 1 }) else {
            return builder.refuse(
                "it has no number called Unspecified, Protection Used or Protection Not Used", at: point.pointer)
        }
        let text = point.text("startDate", "start", "date") ?? ""
        let isDay = text.utf8.count == 10 || text.contains(" 00:00:00")
        for (protection, count) in counts where count >= 1 {
            activities.counts.append(
                SexualActivities.Count(
                    reading: reading, protection: protection, number: Int(count), duration: isDay ? 86_400 : 1))
        }
    }

    /// Adds the sexual activities that are not entries of cycle tracking.
    mutating func addActivities() {
        let type = HKCategoryTypeIdentifier.sexualActivity.rawValue
        for count in activities.remaining {
            var reading = count.reading
            if let protection = count.protection {
                reading.metadata.append(
                    MetadataPair(key: HKMetadataKeySexualActivityProtectionUsed, value: protection))
            }
            // Several activities of one date are not a repetition of one.
            for number in 0..<count.number {
                let facts = ["sexualActivity", "\(reading.start)", "\(reading.end)", reading.source.sourceName]
                let derived = PushIdentity.uuid(facts + [count.protection ?? "", "\(number)"])
                if count.number > 1 { reading.uuid = number == 0 ? reading.uuid ?? derived : derived }
                builder.addCategory(type, value: 0, reading)
            }
        }
    }

    private mutating func addCategoryFigures(
        _ point: HealthAutoExportPoint, _ type: HealthTypeDescription, unit: String
    ) {
        let day = point.text("date").flatMap { $0.utf8.count == 10 ? HealthAutoExportDate.seconds($0) : nil }
        guard let dates = dates(point, start: day ?? point.start ?? point.date("sleepStart", "inBedStart")) else {
            return
        }
        // The app sends nights by day also if other readings are not aggregated.
        let isNight = type.swiftName == "sleepAnalysis" && currentInterval == .unknown
        if isNight { nights += 1 }
        builder.add(
            AggregatedPoint(
                type: type.identifier, sources: point.source ?? point.text("sleepSource", "inBedSource") ?? "",
                start: dates.start, end: dates.end, interval: day == nil && !isNight ? currentInterval : .days,
                unit: unit.isEmpty ? nil : unit,
                others: point.others(except: ["source", "id"]).map(Self.withPlainDate),
                place: point.pointer))
    }

    /// Returns a time of a night in the form that the store compares, if the phone has a 12-hour clock.
    private static func withPlainDate(_ pair: MetadataPair) -> MetadataPair {
        guard ["sleepStart", "sleepEnd", "inBedStart", "inBedEnd"].contains(pair.key),
            let plain = HealthAutoExportDate.plainText(pair.value)
        else { return pair }
        return MetadataPair(key: pair.key, value: plain)
    }
}
