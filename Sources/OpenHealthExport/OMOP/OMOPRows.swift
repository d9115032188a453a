// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStatistics
import OpenHealthStore

/// The rows of the tables of measurements, observations, doses and devices.
struct OMOPRows {
    typealias Adding = ([String: TableCell]) throws -> Void

    /// The days of the rows so far.
    private(set) var dates: OMOPDates
    /// The devices of the rows so far.
    private var usedDevices = OMOPDevices()
    private let context: ExportContext
    private var measurements: Int64 = 0
    private var observations: Int64 = 0

    private static let evening = 18

    init(_ context: ExportContext) {
        self.context = context
        dates = OMOPDates(zone: context.contents.timeZone)
    }

    /// Adds a row for each day of a quantity type: its sum, or the average of types that do not add up. Types that are measured now and
    /// then have a row for each sample, too, with its time.
    mutating func quantities(_ type: StoreContents.SampleType, _ add: Adding) throws {
        let concept = OMOPConcepts.measurement(type.identifier)
        let unit = OMOPConcepts.unit(try context.contents.unit(type), of: type.identifier)
        for row in try context.contents.dailyFigures(type) {
            // The average of samples without a length, such as of rates, can be undefined.
            guard let value = row.figures.sum ?? row.figures.average, value.isFinite else { continue }
            try measurement(type, concept, row.start, value * unit.factor, (unit.concept, unit.name), nil, add)
        }
        guard OMOPConcepts.isSingle(type.identifier) else { return try count(type) }
        try context.contents.forEach(type) { sample in
            try context.advance()
            guard sample.value.isFinite else { return context.receipt.omit(.quantities) }
            let date = Date(timeIntervalSince1970: sample.start)
            try measurement(
                type, concept, date, sample.value * unit.factor, (unit.concept, unit.name), nil, hasTime: true, add)
            try count(sample, type)
        }
    }

    /// Adds the hours of each value of sleep in a night, and of sleep altogether. Nights belong to the day on which they end.
    mutating func sleep(_ type: StoreContents.SampleType, _ add: Adding) throws {
        let unit: (Int64, String?) = (OMOPConcepts.hour, "h")
        for row in try context.contents.dailyDurations(type, anchorHour: Self.evening - 24) {
            var asleep = 0.0
            for duration in row.values {
                let value = HKCategoryValueSleepAnalysis(rawValue: duration.value)
                let name = try context.contents.valueName(type, Double(duration.value)) ?? "\(duration.value)"
                let concept = OMOPConcepts.sleep(value)
                if let value, HKCategoryValueSleepAnalysis.allAsleepValues.contains(value) {
                    asleep += duration.duration
                }
                try measurement(type, concept, row.end, duration.duration / 3600, unit, name, add)
            }
            if asleep > 0 { try measurement(type, OMOPConcepts.sleep, row.end, asleep / 3600, unit, "asleep", add) }
        }
        try count(type)
    }

    private mutating func measurement(
        _ type: StoreContents.SampleType, _ concept: Int64, _ date: Date, _ value: Double,
        _ unit: (concept: Int64, name: String?), _ name: String?, hasTime: Bool = false, _ add: Adding
    ) throws {
        guard let (day, time) = dates.noted(date) else { return }
        measurements += 1
        var row: [String: TableCell] = [
            "measurement_id": .integer(measurements), "person_id": OMOPPerson.number,
            "measurement_concept_id": .integer(concept), "measurement_date": day,
            "measurement_type_concept_id": .integer(OMOPConcepts.selfReport), "value_as_number": .optional(value),
            "unit_concept_id": .integer(unit.concept), "measurement_source_value": Self.name(type),
            "measurement_source_concept_id": .integer(0),
            "unit_source_value": unit.name.map { OMOPTable.text($0) } ?? .null,
            "value_source_value": name.map { OMOPTable.text($0) } ?? .null,
        ]
        if hasTime { row["measurement_datetime"] = time }
        try add(row)
    }

    /// Adds a row for each sample of a category, with the minutes of those that are not moments.
    mutating func categories(_ type: StoreContents.SampleType, _ add: Adding) throws {
        try context.contents.forEach(type) { sample in
            let value = try sample.text ?? context.contents.valueName(type, sample.value)
            let name = value ?? (sample.value.isFinite ? PlainNumber.text(sample.value) : nil)
            try observation(sample, type, name, minutes: (sample.end - sample.start) / 60, add)
        }
    }

    /// Adds a row for each effort, with the activity of its workout and the minutes without pauses.
    mutating func workouts(_ type: StoreContents.SampleType, _ add: Adding) throws {
        try context.contents.forEach(type) { sample in
            if try context.omitsCopy(sample) { return try context.advance() }
            let workout = try context.contents.workout(sample)
            try observation(sample, type, workout.activityName, minutes: workout.duration / 60, add)
            try context.omitParts(of: workout, sample)
        }
    }

    private mutating func observation(
        _ sample: RawSample, _ type: StoreContents.SampleType, _ name: String?, minutes: Double, _ add: Adding
    ) throws {
        try context.advance()
        guard let (day, time) = dates.noted(Date(timeIntervalSince1970: sample.start)) else {
            return context.receipt.omit(.datesBeyondCalendar)
        }
        observations += 1
        var row: [String: TableCell] = [
            "observation_id": .integer(observations), "person_id": OMOPPerson.number,
            "observation_concept_id": .integer(0), "observation_date": day, "observation_datetime": time,
            "observation_type_concept_id": .integer(OMOPConcepts.selfReport),
            "value_as_string": name.map { OMOPTable.text($0, limit: 60) } ?? .null,
            "observation_source_value": Self.name(type),
            "observation_source_concept_id": .integer(0),
            "value_source_value": name.map { OMOPTable.text($0) } ?? .null,
        ]
        if minutes > 0, minutes.isFinite {
            row["value_as_number"] = .number(minutes)
            row["unit_concept_id"] = .integer(OMOPConcepts.minute)
            row["unit_source_value"] = .text("min")
        }
        try add(row)
        try count(sample, type)
    }

    /// Adds a row for each dose that was taken, with the name of the medication and the amount.
    mutating func doses(_ type: StoreContents.SampleType, _ add: Adding) throws {
        let names = try context.contents.medicationNames()
        var doses: Int64 = 0
        try context.contents.forEach(type) { sample in
            try context.advance()
            guard let dose = try context.contents.object(sample) as? HKMedicationDoseEvent, dose.logStatus == .taken
            else { return context.receipt.omit(.medicationDoses) }
            guard let period = dates.noted(from: sample.start, to: sample.end) else {
                return context.receipt.omit(.datesBeyondCalendar)
            }
            doses += 1
            let concept = dose.medicationConceptIdentifier
            // Doses that a phone pushed have the name in their metadata.
            let name = names[concept] ?? dose.metadata?["displayText"] as? String ?? concept.identifier
            try add([
                "drug_exposure_id": .integer(doses), "person_id": OMOPPerson.number, "drug_concept_id": .integer(0),
                "drug_exposure_start_date": period.start.day, "drug_exposure_start_datetime": period.start.time,
                "drug_exposure_end_date": period.end.day, "drug_exposure_end_datetime": period.end.time,
                "drug_type_concept_id": .integer(OMOPConcepts.selfReport), "quantity": .optional(dose.doseQuantity),
                "drug_source_value": OMOPTable.text(name),
                "drug_source_concept_id": .integer(0), "dose_unit_source_value": OMOPTable.text(dose.unit.unitString),
            ])
            try count(sample, type)
        }
    }

    /// Adds a row for each device of the rows so far, with the time from its first sample to its last.
    mutating func devices(_ add: Adding) throws {
        var number: Int64 = 0
        for (device, times) in usedDevices.all {
            guard let period = dates.noted(from: times.first, to: times.last) else { continue }
            number += 1
            try add([
                "device_exposure_id": .integer(number), "person_id": OMOPPerson.number,
                "device_concept_id": .integer(0), "device_exposure_start_date": period.start.day,
                "device_exposure_start_datetime": period.start.time, "device_exposure_end_date": period.end.day,
                "device_exposure_end_datetime": period.end.time,
                "device_type_concept_id": .integer(OMOPConcepts.selfReport),
                "unique_device_id": device.identifier.map { OMOPTable.text($0, limit: 255) } ?? .null,
                "device_source_value": OMOPTable.text(device.name), "device_source_concept_id": .integer(0),
            ])
        }
    }

    /// Counts the samples that figures stand for.
    private mutating func count(_ type: StoreContents.SampleType) throws {
        try context.contents.forEach(type) { sample in
            try context.advance()
            try count(sample, type)
        }
    }

    /// Counts a sample that has rows, and notes its device.
    private mutating func count(_ sample: RawSample, _ type: StoreContents.SampleType) throws {
        try usedDevices.note(sample, of: context.contents)
        context.receipt.count(type: type.identifier, ExportKind(type))
        if sample.metadata < 0 { return }
        context.receipt.omit(.metadata, times: try context.contents.metadata(sample).count)
    }

    /// The name of a type, which fits the column.
    private static func name(_ type: StoreContents.SampleType) -> TableCell {
        OMOPTable.text(HealthTypes.named(type.identifier)?.swiftName ?? type.identifier)
    }
}

/// Dates of OMOP, which have no time zone: those of clocks in the home time zone.
struct OMOPDates {
    private let zone: TimeZone
    /// The first and the last day of the records.
    private(set) var period: (first: String, last: String)?

    private static let years = -62_135_596_800.0..<253_402_300_800.0

    init(zone: TimeZone) { self.zone = zone }

    /// Returns the day and the time of an instant, and notes that there are records on the day; nil outside the years 1 to 9999.
    mutating func noted(_ date: Date) -> (day: TableCell, time: TableCell)? {
        guard let text = text(date) else { return nil }
        let day = String(text.prefix(10))
        period = (min(period?.first ?? day, day), max(period?.last ?? day, day))
        return (.text(day), .text(text.replacing("T", with: " ")))
    }

    /// Returns the days and times of a beginning and an end, and notes that there are records on these days; nil if one of them is outside the
    /// years 1 to 9999.
    mutating func noted(
        from start: Double, to end: Double
    ) -> (start: (day: TableCell, time: TableCell), end: (day: TableCell, time: TableCell))? {
        let (first, last) = (Date(timeIntervalSince1970: start), Date(timeIntervalSince1970: end))
        guard text(first) != nil, text(last) != nil, let start = noted(first), let end = noted(last) else { return nil }
        return (start, end)
    }

    /// Returns the day of an instant.
    func day(_ date: Date) -> TableCell { .optional(text(date).map { String($0.prefix(10)) }) }

    private func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
        guard Self.years.contains(seconds) else { return nil }
        return String(TableDate.text(seconds.rounded(.down)).prefix(19))
    }
}

/// The devices that recorded samples, and the times of their samples.
struct OMOPDevices {
    /// A device as the tables identify it.
    struct Device: Hashable {
        var name: String
        var identifier: String?
    }

    typealias Times = (first: Double, last: Double)

    private var origins: [Int64: (device: Device?, times: Times)] = [:]

    /// Notes the origin of a sample.
    mutating func note(_ sample: RawSample, of contents: StoreContents) throws {
        guard let known = origins[sample.provenance] else {
            let device = Self.device(try contents.origin(sample))
            origins[sample.provenance] = (device, (sample.start, max(sample.start, sample.end)))
            return
        }
        let times = known.times
        if sample.start < times.first || sample.end > times.last {
            origins[sample.provenance]?.times = (min(times.first, sample.start), max(times.last, sample.end))
        }
    }

    /// The devices in the order of their first samples. Samples without a device are left out.
    var all: [(device: Device, times: Times)] {
        var devices: [Device: Times] = [:]
        for case (let device?, let times) in origins.values {
            let known = devices[device] ?? times
            devices[device] = (min(known.first, times.first), max(known.last, times.last))
        }
        return devices.map { ($0.key, $0.value) }.sorted {
            ($0.times.first, $0.device.name, $0.device.identifier ?? "")
                < ($1.times.first, $1.device.name, $1.device.identifier ?? "")
        }
    }

    /// The device by its manufacturer, model and hardware, or else the machine of the source. The name that the person gave it is used only
    /// if there is nothing else.
    private static func device(_ origin: Origin) -> Device? {
        let device = origin.device
        let kind = [device?.manufacturer, device?.model, device?.hardware].compactMap(\.self).filter { !$0.isEmpty }
        let names = [kind.joined(separator: " "), origin.productType, device?.name].compactMap(\.self)
        guard let name = names.first(where: { !$0.isEmpty }) else { return nil }
        return Device(name: name, identifier: device?.udiDeviceIdentifier)
    }
}
