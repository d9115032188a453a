// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// A document whose samples are being read.
struct DocumentReading {
    let document: NightscoutDocument
    let object: PushJSON
    private(set) var parts: [NightscoutPart: UUID] = [:]

    init(_ document: NightscoutDocument) {
        self.document = document
        object = PushJSON(document.json, pointer: document.place ?? "")
    }

    mutating func read(_ builder: inout PushBuilder) {
        if let fault = document.fault { return builder.refuse(fault, at: object.pointer) }
        guard document.isValid else { return }
        switch document.collection {
        case .entries: readEntry(&builder)
        case .treatments: readTreatment(&builder)
        case .activity: readActivity(&builder)
        case .profile, .deviceStatus, .food, .settings: break
        }
    }

    var pointer: String { object.pointer }

    /// Refuses a part of a document of the request. What a stored document lacks was refused when it arrived.
    func refuse(_ reason: String, remedy: String = "", at pointer: String, _ builder: inout PushBuilder) {
        if document.place != nil { builder.refuse(reason, remedy: remedy, at: pointer) }
    }

    /// The UUIDs that the samples of the versions of the document can have.
    var possibleUUIDs: Set<UUID> { Set(NightscoutPart.allCases.map(uuid)) }

    private func uuid(of part: NightscoutPart) -> UUID {
        // The only sample of an entry keeps an identifier that is a UUID.
        let isOnly = document.collection == .entries || document.collection == .activity
        return PushIdentity.uuid(
            of: document.seed, in: "nightscout/\(document.collection.rawValue)", part: isOnly ? "" : part.rawValue)
    }

    /// The reading of a part, which has a UUID of its own.
    func reading(_ part: NightscoutPart, endKnown: Bool = true) -> PushBuilder.Reading {
        var source = ProvenanceData(sourceName: sourceName)
        if !endKnown { source.missing = [.end] }
        // Entries name the sensor, and Apple Health the app that read it.
        if document.collection == .entries { source.missing = [.source] }
        var reading = PushBuilder.Reading(
            start: document.date, end: document.date, source: source, uuid: uuid(of: part), place: pointer)
        if let zone { reading.metadata.append(MetadataPair(key: HKMetadataKeyTimeZone, value: zone)) }
        return reading
    }

    /// The possible offsets from UTC, in minutes.
    private static let offsets = -720...840

    /// The name of the time zone of the sender; nil if the document does not state its offset. An offset of 0 is none: dates that end in `Z` get it, too.
    /// Offsets are multiples of a quarter of an hour; other numbers are not minutes.
    private var zone: String? {
        guard let minutes = object.number("utcOffset").flatMap({ Int(exactly: $0) }), minutes != 0,
            Self.offsets.contains(minutes), minutes % 15 == 0
        else { return nil }
        return PushInstant.zone(seconds: minutes * 60)
    }

    /// The name of the source. Loop names itself with the name of the phone, and in Apple Health without it.
    private var sourceName: String {
        let name =
            object.text("device") ?? object.text("enteredBy") ?? object.text("app") ?? "Nightscout"
        return name.lowercased().hasPrefix("loop://") ? "Loop" : name.limited(to: 200)
    }

    mutating func add(
        _ part: NightscoutPart, _ value: Double, unit: String, _ reading: PushBuilder.Reading,
        _ builder: inout PushBuilder
    ) {
        guard builder.addQuantity(part.type.rawValue, value: value, unit: unit, reading) else { return }
        parts[part] = reading.uuid
    }

    // MARK: Entries

    private mutating func readEntry(_ builder: inout PushBuilder) {
        let kind = document.kind
        // Calibrations are numbers of the sensor and no readings.
        guard kind == "sgv" || kind == "mbg" else {
            if kind != "cal" { refuse("\(kind.limited(to: 50)) is not a glucose reading", at: pointer, &builder) }
            return
        }
        guard let value = object.number(kind) else {
            return refuse("\(kind) is not a number", at: pointer + "/" + kind, &builder)
        }
        var reading = reading(.glucose)
        if let direction = object.text("direction"), direction != "NONE" {
            reading.metadata.append(MetadataPair(key: "NightscoutDirection", value: direction.limited(to: 50)))
        }
        if kind == "mbg" { reading.metadata.append(Self.isMeter) }
        addGlucose(value, key: kind, reading, &builder)
    }

    /// The metadata of readings of a meter, which are not those of a sensor.
    static let isMeter = MetadataPair(key: "NightscoutType", value: "mbg")
    /// The possible readings, in mg/dL. Sensors report errors as lower numbers; a number of the other unit is outside as a rule.
    private static let possibleGlucose = 13.0...1000.0
    private static let milligramsPerMillimole = 18.01558800000541

    mutating func addGlucose(
        _ value: Double, key: String, _ reading: PushBuilder.Reading, _ builder: inout PushBuilder
    ) {
        let units = object.text("units")?.lowercased() ?? "mg/dl"
        let isMillimoles = units.hasPrefix("mmol")
        guard isMillimoles || units.hasPrefix("mg") else {
            return refuse("the unit \(units.limited(to: 50)) is unknown", at: pointer + "/units", &builder)
        }
        guard Self.possibleGlucose.contains(isMillimoles ? value * Self.milligramsPerMillimole : value) else {
            return refuse(
                "\(key) is impossible in \(isMillimoles ? "mmol/L" : "mg/dL"): a sensor error, or a value of another unit",
                remedy: "set the unit in the app, so that it sends \"units\"", at: pointer + "/" + key, &builder)
        }
        add(.glucose, value, unit: isMillimoles ? PushedUnits.glucose : "mg/dL", reading, &builder)
    }

    // MARK: Activity

    private mutating func readActivity(_ builder: inout PushBuilder) {
        guard document.kind == "hr-bpm" else {
            return refuse(
                document.kind.hasPrefix("steps")
                    ? "a running total of steps is not the steps of an interval"
                    : "\(document.kind.limited(to: 50)) is not a measurement", at: pointer, &builder)
        }
        guard let rate = object.number("bpm") else {
            return refuse("bpm is not a number", at: pointer + "/bpm", &builder)
        }
        add(.heartRate, rate, unit: "count/min", reading(.heartRate), &builder)
    }
}
