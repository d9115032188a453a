// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// FIT files of watches, bicycle computers, scales and training programs.
enum FITFormat: ActivityFormat {
    static let name = "fit"
    static let suffix = ".fit"

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool { FITDecoder.isFile(head) }

    static func read(_ bytes: UnsafeRawBufferPointer, into builder: ActivityBuilder) throws {
        var reading = FITReading(builder)
        _ = try FITDecoder.decode(bytes, into: &reading)
        try builder.endPlannedRoutes(reading.courses, isAlone: reading.courses == reading.files)
    }
}

/// The reading of a FIT file, which becomes workouts and samples at its end.
struct FITReading: FITHandler {
    /// The numbers of messages in the profile.
    private enum Number {
        static let (fileID, sport, session, lap, record, event): (UInt16, UInt16, UInt16, UInt16, UInt16, UInt16) =
            (0, 12, 18, 19, 20, 21)
        static let (deviceInfo, weight, activity, fileCreator): (UInt16, UInt16, UInt16, UInt16) = (23, 30, 34, 49)
        static let (pressure, monitoring, length, monitoringInfo): (UInt16, UInt16, UInt16, UInt16) =
            (51, 55, 101, 103)
        static let (variabilities, beats): (UInt16, UInt16) = (78, 290)
        static let (heartRates, fieldDescription, maximumOxygen): (UInt16, UInt16, UInt16) = (132, 206, 229)
        static let (oxygen, sleepLevel, respiration, variability): (UInt16, UInt16, UInt16, UInt16) =
            (269, 275, 297, 371)
        static let (stress, variabilityOfNight): (UInt16, UInt16) = (227, 370)
        static let (restingRate, set, sleepScores): (UInt16, UInt16, UInt16) = (211, 225, 346)

        /// Returns the name of a message about health that is not read; nil for other messages.
        static func unread(_ number: UInt16) -> String? {
            switch number {
            case 304: "hsa_step_data"
            case 305: "hsa_spo2_data"
            case 306: "hsa_stress_data"
            case 307: "hsa_respiration_data"
            case 308: "hsa_heart_rate_data"
            case 314: "hsa_body_battery_data"
            case 372: "raw_bbi"
            case 398: "skin_temp_overnight"
            case 409: "hsa_wrist_temperature_data"
            case 412: "nap_event"
            default: nil
            }
        }
    }

    /// A developer's field with a reading.
    private struct DeveloperField {
        /// The readings of developers' sensors.
        enum Reading {
            case heartRate, cadence, power, oscillation, contactTime
        }

        var developer: UInt8
        var number: UInt8
        var base: UInt8
        var reading: Reading
        /// The number of units of the file in that of the reading.
        var scale: Double
        var offset: Double
    }

    private let builder: ActivityBuilder
    /// The number of files that follow each other, and that of courses among them.
    private(set) var (files, courses) = (0, 0)
    private var device = FITDevice()
    /// The origin of the file before this one, which those without an identity continue.
    private var lastSource: ProvenanceData?
    /// The origin of the counts of the file before this one.
    private var lastSourceOfCounts: ProvenanceData?
    /// The origin of the figures of days and nights of the file before this one.
    private var lastSourceOfFigures: ProvenanceData?
    /// The points of the activity before.
    private var lastPoints: [ActivityPoint] = []
    /// The heart rates that a chest strap sent after the activity.
    private var strapPoints: [ActivityPoint] = []
    /// The number of records whose times are no dates.
    private var undated = 0
    /// The time of the latest record.
    private var newest = -Double.infinity
    private var parts = FITActivityParts()
    private var monitoring = FITMonitoring()
    private var heartRates = FITHeartRates()
    private var beats = FITHeartbeats()
    private var developerFields: [DeveloperField] = []
    private var distanceSum = FITCounter(bits: 12)

    init(_ builder: ActivityBuilder) {
        self.builder = builder
    }

    mutating func begin() {
        (device, parts, monitoring) = (FITDevice(), FITActivityParts(), FITMonitoring())
        (heartRates, developerFields, distanceSum) = (FITHeartRates(), [], FITCounter(bits: 12))
        (strapPoints, undated, beats, newest) = ([], 0, FITHeartbeats(), -.infinity)
    }

    mutating func report(_ problem: FITProblem) throws {
        try builder.problem(.warning, problem.text, isCutOff: problem.isIncomplete)
    }

    mutating func take(_ message: FITMessage) throws {
        let values = strapPoints.count + beats.times.count
        // Short times in other messages count on from the last whole one.
        if let time = message.time, message.number != Number.monitoring { monitoring.setTime(time) }
        switch message.number {
        case Number.record: takeRecord(message)
        case Number.monitoring: monitoring.take(message)
        case Number.heartRates: heartRates.take(message, into: &strapPoints)
        case Number.variabilities: beats.take(message, field: 0)
        case Number.beats:
            beats.setTime(message.date)
            beats.take(message, field: 1)
        case Number.event: parts.takeEvent(message)
        case Number.lap: parts.takeLap(message)
        case Number.session: parts.takeSession(message)
        case Number.length: parts.takeLength(message)
        case Number.sport: parts.takeSport(message)
        case Number.activity: parts.takeActivity(message)
        case Number.monitoringInfo: monitoring.takeInfo(message)
        case Number.fileID: device.takeFileID(message)
        case Number.fileCreator, Number.deviceInfo: device.takeSoftware(message, isCreator: message.number == 49)
        case Number.fieldDescription: describe(message)
        case Number.weight, Number.pressure, Number.maximumOxygen, Number.oxygen, Number.respiration,
            Number.variability, Number.variabilityOfNight, Number.stress:
            monitoring.takeReading(message)
        case Number.sleepLevel: monitoring.takeSleep(message)
        case Number.restingRate: monitoring.takeRestingRate(message)
        case Number.sleepScores: monitoring.takeSleepScore(message)
        case Number.set: parts.sets.take(message)
        default:
            if let name = Number.unread(message.number) { builder.noteUnread(name) }
            return
        }
        try builder.count(parts: 1 + strapPoints.count + beats.times.count - values)
    }

    mutating func end() throws {
        let source = device.isKnown ? device.source : lastSource ?? device.source
        let sourceOfCounts = device.isKnown ? device.sourceOfCounts : lastSourceOfCounts ?? device.sourceOfCounts
        let sourceOfFigures = device.isKnown ? device.sourceOfFigures : lastSourceOfFigures ?? device.sourceOfFigures
        (lastSource, lastSourceOfCounts, lastSourceOfFigures) = (source, sourceOfCounts, sourceOfFigures)
        if parts.hasSessions || !parts.points.isEmpty {
            // The rates that a strap has sent are more exact than those of the records at the same time.
            if !strapPoints.isEmpty {
                parts.points = parts.points.withoutHeartRates(near: strapPoints.timesOfHeartRates) + strapPoints
            }
            parts.points = parts.points.withoutRepeats().withSpeedsOfDistances()
            lastPoints = parts.points
        } else {
            // The file continues the activity before it, whose records may have the same heart rates.
            let times = strapPoints.isEmpty ? [] : lastPoints.timesOfHeartRates
            let rates = strapPoints.withoutRepeats().withoutHeartRates(near: times)
            for point in rates where point.heartRate >= 1 {
                builder.add(.heartRate, point.heartRate, from: point.time, source)
            }
        }
        if undated > 0 {
            try builder.problem(
                .rejected, "records that count their time from the start of the device have no date: \(undated)")
        }
        builder.addHeartbeats(beats.times, gaps: beats.gaps, source)
        let workouts = parts.workouts(isActivity: device.isActivity)
        if parts.contradicted > 0 {
            builder.remark(
                "sessions that last ten times as long as their messages and records tell end with these: "
                    + "\(parts.contradicted)")
        }
        let away = parts.points.count - workouts.reduce(0) { $0 + $1.points.count }
        if !workouts.isEmpty, away > 0 {
            builder.remark("records more than a day away from the activity were left out: \(away)")
        }
        for outside in parts.partsOutside(of: workouts) {
            builder.remark("\(outside.name) outside of the activity were left out: \(outside.count)")
        }
        if parts.sets.undated > 0 {
            builder.remark("sets without a start, or longer than a day, were left out: \(parts.sets.undated)")
        }
        for workout in workouts { builder.add(workout, source) }
        files += 1
        if device.isCourse, workouts.isEmpty { courses += 1 }
        if monitoring.countsWithoutKind > 0 {
            builder.remark(
                "counts of a day without their kind of activity were left out: \(monitoring.countsWithoutKind)")
        }
        monitoring.add(to: builder, source, counts: sourceOfCounts, offset: parts.offset, sleepEnd: parts.lastStop)
        monitoring.addFigures(
            to: builder, sourceOfFigures, offset: parts.offset, sleepStart: parts.sleepStart, sleepEnd: parts.lastStop)
    }

    // MARK: Records

    private mutating func takeRecord(_ message: FITMessage) {
        guard let time = message.date else {
            if message.time != nil { undated += 1 }
            return
        }
        beats.setTime(time)
        var point = ActivityPoint(time: time)
        var (latitude, longitude): (Int64?, Int64?)
        var (speed, altitude, fraction): (Double?, Double?, Double?)
        for field in message.fields {
            switch field.number {
            case 0: latitude = message.integer(field)
            case 1: longitude = message.integer(field)
            case 2: if altitude == nil { altitude = message.number(field).map { $0 / 5 - 500 } }
            case 3: point.heartRate = message.number(field) ?? .nan
            case 4: point.cadence = message.number(field) ?? .nan
            case 5: point.distance = message.number(field).map { $0 / 100 } ?? point.distance
            case 6: if speed == nil { speed = message.number(field).map { $0 / 1000 } }
            case 7: point.power = message.number(field) ?? .nan
            case 8: takeSpeedAndDistance(message, field, &point)
            case 33: parts.calories = message.number(field) ?? parts.calories
            // Tenths of a millimetre of oscillation and step, and tenths of a millisecond of contact.
            case 39: point.oscillation = message.number(field).map { $0 / 100 } ?? .nan
            case 41: point.contactTime = message.number(field).map { $0 / 10 } ?? .nan
            case 53: fraction = message.number(field).map { $0 / 128 }
            case 73: speed = message.number(field).map { $0 / 1000 } ?? speed
            case 78: altitude = message.number(field).map { $0 / 5 - 500 } ?? altitude
            case 85: point.stepLength = message.number(field).map { $0 / 10_000 } ?? .nan
            case 99: if point.respiration.isNaN { point.respiration = message.number(field) ?? .nan }
            case 108: point.respiration = message.number(field).map { $0 / 100 } ?? point.respiration
            default: break
            }
        }
        if let fraction { point.cadence += fraction }
        if let latitude, let longitude {
            point.latitude = Double(latitude) * 180 / 2_147_483_648
            point.longitude = Double(longitude) * 180 / 2_147_483_648
        }
        if let speed { point.speed = speed }
        if let altitude { point.altitude = altitude }
        for field in message.developerFields { takeDeveloperField(message, field, &point) }
        newest = max(newest, time)
        parts.points.append(point)
    }

    /// Reads a speed of 12 bits in hundredths of metres per second, and a distance of 12 bits in sixteenths of metres, which begins anew
    /// after 256 m.
    private mutating func takeSpeedAndDistance(_ message: FITMessage, _ field: FITField, _ point: inout ActivityPoint) {
        let bytes = message.bytes(field)
        guard bytes.count == 3, !bytes.allSatisfy({ $0 == 0xFF }) else { return }
        let speed = Int(bytes[0]) | Int(bytes[1] & 0x0F) << 8
        let distance = Int(bytes[1] >> 4) | Int(bytes[2]) << 4
        point.speed = Double(speed) / 100
        // The count has gone on since the first time that the record was written.
        guard point.time >= newest else { return }
        point.distance = Double(distanceSum.add(distance)) / 16
    }

    // MARK: Fields of developers

    private mutating func describe(_ message: FITMessage) {
        guard let developer = message.integer(of: 0), let number = message.integer(of: 1),
            let base = message.integer(of: 2), developerFields.count < 256,
            (message.integer(of: 14) ?? Int64(Number.record)) == Int64(Number.record),
            let (reading, units) = Self.reading(
                native: message.integer(of: 15), name: message.field(3).flatMap { message.text($0) } ?? "",
                units: message.field(8).flatMap { message.text($0) } ?? "")
        else { return }
        let field = DeveloperField(
            developer: UInt8(truncatingIfNeeded: developer), number: UInt8(truncatingIfNeeded: number),
            base: UInt8(truncatingIfNeeded: base) & 0x1F, reading: reading,
            scale: (message.value(of: 6).map { $0 > 0 ? $0 : 1 } ?? 1) * units, offset: message.value(of: 7) ?? 0)
        developerFields.removeAll { $0.developer == field.developer && $0.number == field.number }
        developerFields.append(field)
    }

    /// Returns what a developer's field is, and the number of its units in that of the reading; nil for others. It states a field of the profile,
    /// or else its name tells.
    private static func reading(
        native: Int64?, name: String, units: String
    ) -> (DeveloperField.Reading, units: Double)? {
        switch native {
        case 3: return (.heartRate, 1)
        case 4: return (.cadence, 1)
        case 7: return (.power, 1)
        case nil: break
        default: return nil
        }
        switch (name.lowercased(), units.lowercased()) {
        case ("power", "w"), ("power", "watt"), ("power", "watts"): return (.power, 1)
        case ("ground time", "ms"), ("ground time", "milliseconds"): return (.contactTime, 1)
        case ("vertical oscillation", "cm"), ("vertical oscillation", "centimeters"): return (.oscillation, 1)
        case ("vertical oscillation", "mm"), ("vertical oscillation", "millimeters"): return (.oscillation, 10)
        default: return nil
        }
    }

    /// Takes a reading of a developer's sensor that the record does not have itself.
    private func takeDeveloperField(_ message: FITMessage, _ field: FITField, _ point: inout ActivityPoint) {
        guard
            let known = developerFields.first(where: { $0.developer == field.developer && $0.number == field.number })
        else { return }
        var typed = field
        typed.base = known.base
        guard let raw = message.number(typed) else { return }
        let value = raw / known.scale - known.offset
        switch known.reading {
        case .heartRate where point.heartRate.isNaN: point.heartRate = value
        case .cadence where point.cadence.isNaN: point.cadence = value
        case .power where point.power.isNaN: point.power = value
        case .oscillation where point.oscillation.isNaN: point.oscillation = value
        case .contactTime where point.contactTime.isNaN: point.contactTime = value
        default: break
        }
    }
}

/// A count of few bits that begins anew when they are full.
struct FITCounter {
    private let size: Int
    private var sum = 0
    private var isStarted = false

    init(bits: Int) {
        size = 1 << bits
    }

    /// Sets the sum.
    mutating func set(_ value: Int) {
        sum = value
        isStarted = true
    }

    /// Adds the next value of the count.
    /// - Returns: The sum with all earlier rounds.
    mutating func add(_ value: Int) -> Int {
        guard isStarted else {
            set(value)
            return value
        }
        sum = sum &+ ((value &- sum) & (size - 1))
        return sum
    }
}

/// The heart rates that a chest strap stored during a swim, and sent after it.
struct FITHeartRates {
    /// The time and the strap's clock, in 1024ths of a second, of the first message.
    private var start: (time: Double, clock: Int)?
    private var clock = FITCounter(bits: 12)

    mutating func take(_ message: FITMessage, into points: inout [ActivityPoint]) {
        guard let rates = message.field(6) else { return }
        var clocks: [Int] = []
        if let field = message.field(9) {
            for index in 0..<message.count(field) {
                guard let value = message.integer(field, index) else { continue }
                clock.set(Int(value))
                clocks.append(Int(value))
            }
        }
        if let date = message.date, let first = clocks.first {
            let fraction = (message.value(of: 0) ?? 0) / 32_768
            start = (date + fraction, first)
        }
        guard let start else { return }
        if clocks.isEmpty, let field = message.field(10) {
            let bytes = message.bytes(field)
            // Two values are in three bytes.
            for index in stride(from: 0, to: bytes.count - 2, by: 3) {
                let (first, second, third) = (Int(bytes[index]), Int(bytes[index + 1]), Int(bytes[index + 2]))
                clocks.append(clock.add(first | (second & 0x0F) << 8))
                clocks.append(clock.add(second >> 4 | third << 4))
            }
        }
        for (index, clock) in clocks.enumerated() {
            guard let rate = message.number(rates, index) else { continue }
            var point = ActivityPoint(time: start.time + Double(clock &- start.clock) / 1024)
            point.heartRate = rate
            points.append(point)
        }
    }
}
