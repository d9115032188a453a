// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import OpenHealthStore

/// The messages of a workout: its events, records, laps, and totals.
struct FITWorkout {
    private(set) var file = FITFile()
    /// The routes that the file contains.
    private(set) var routes: Set<Int64> = []

    private let sample: RawSample
    private let workout: WorkoutRecord
    private let context: ExportContext
    private let records: [(time: Int64, record: FITRecord)]
    private let read: FITRecords
    /// The distance in metres.
    private let distance: Double?
    /// The active energy in kilocalories.
    private let energy: Double?
    /// The pool of a swim, if its length is known.
    private let pool: (metres: Double, isMetric: Bool)?
    /// The counts of strokes of a swim in a pool.
    private let strokes: [RawSample]
    private let metadata: [MetadataPair]

    // The numbers of events and of their types in FIT.
    private static let (timer, lap, session, activity): (Int64, Int64, Int64, Int64) = (0, 9, 8, 26)
    private static let (begin, stop, stopAll): (Int64, Int64, Int64) = (0, 1, 4)
    private static let length: Int64 = 28
    private static let activityFile: Int64 = 4
    /// The seconds between two lengths of a pool up to which they belong to one lap.
    private static let rest = 2.0
    /// The manufacturer of programs without a number of their own.
    private static let development: Int64 = 255

    init(_ context: ExportContext, _ sample: RawSample) throws {
        self.context = context
        self.sample = sample
        let contents = context.contents
        workout = try contents.workout(sample)
        let routes = try contents.routes(ofWorkout: sample)
        self.routes = Set(routes.map(\.id))
        let object = try contents.object(sample) as? HKWorkout
        let distance = try? object?.totalDistance?.value(in: .meter())
        let read = try FITRecords(
            contents, sample, routes: routes, activity: workout.activityType, distance: distance)
        self.read = read
        self.distance = distance
        energy = try? object?.totalEnergyBurned?.value(in: .kilocalorie())
        metadata = try contents.metadata(sample)
        let isSwim = workout.activityType == .swimming || workout.activityType == .swimBikeRun
        pool = isSwim ? Self.pool(metadata) : nil
        strokes = pool == nil ? [] : try FITRecords.samples(contents, sample, .swimmingStrokeCount)
        records = read.records.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        context.receipt.count(.routePoints, times: read.points.written)
        context.receipt.omit(.routePoints, times: read.points.left)
        context.receipt.omit(.workoutActivities, times: workout.activities.count)
        context.receipt.omit(.workoutZones, times: workout.zoneGroups.reduce(0) { $0 + $1.zones.count })
        try context.omitMembers(ofWorkout: sample)
        try write()
    }

    private mutating func write() throws {
        let (start, end) = (FITNumber.date(sample.start), FITNumber.date(sample.end))
        let serial = withUnsafeBytes(of: workout.sample.uuid.uuid) { $0.load(as: UInt32.self) }
        file.add(.fileID, [Self.activityFile, Self.development, 0, Int64(max(1, UInt32(bigEndian: serial))), start])
        writeRecords()
        let laps = writeLaps()
        writeSession(laps: laps)
        let zone = try context.contents.timeZoneName(sample).flatMap(TimeZone.init(identifier:))
        let offset = (zone ?? context.contents.timeZone).secondsFromGMT(for: Date(timeIntervalSince1970: sample.end))
        file.add(
            .activity,
            [
                end, FITNumber.scaled(workout.duration, by: 1000), 1, 0, Self.activity, Self.stop,
                end.map { $0 + Int64(offset) },  // checked: the dates of the format, and less than a day
            ])
    }

    /// Writes the records and the events of the timer, in order.
    private mutating func writeRecords() {
        var events: [(time: Int64, type: Int64)] = []
        if let start = FITNumber.date(sample.start) { events.append((start, Self.begin)) }
        for event in timerEvents {
            guard let time = FITNumber.date(event.time) else { continue }
            events.append((time, event.isPause ? Self.stopAll : Self.begin))
            context.receipt.count(.workoutEvents)
        }
        if let end = FITNumber.date(sample.end) { events.append((end, Self.stopAll)) }
        // The last event is at the end, where a record can be, too.
        let ordered = events.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
        var rest = ordered.map(\.element)[...]
        for (time, record) in records {
            while let next = rest.first, next.time < time || (next.time == time && next.type == Self.begin) {
                file.add(.event, [next.time, Self.timer, next.type])
                rest.removeFirst()
            }
            file.add(.record, record.values(at: time))
        }
        for event in rest { file.add(.event, [event.time, Self.timer, event.type]) }
    }

    /// The pauses and resumptions of the workout.
    private var timerEvents: [(time: Double, isPause: Bool)] {
        workout.events.compactMap { event in
            switch event.type {
            case "HKWorkoutEventTypePause", "HKWorkoutEventTypeMotionPaused": (event.date, true)
            case "HKWorkoutEventTypeResume", "HKWorkoutEventTypeMotionResumed": (event.date, false)
            default: nil
            }
        }
    }

    /// Returns the seconds of pauses between two times.
    private func pausedTime(from start: Double, to end: Double) -> Double {
        var (sum, since): (Double, Double?) = (0, nil)
        for event in timerEvents.sorted(by: { $0.time < $1.time }) {
            if event.isPause {
                since = since ?? event.time
            } else if let pause = since {
                sum += max(0, min(event.time, end) - max(pause, start))
                since = nil
            }
        }
        return sum + (since.map { max(0, end - max($0, start)) } ?? 0)
    }

    /// Writes the lengths of a pool and the laps; a workout without laps is one.
    /// - Returns: the number of laps.
    private mutating func writeLaps() -> Int {
        let laps = workout.events.filter { event in
            event.type == "HKWorkoutEventTypeLap" && (event.duration ?? 0) > 0 && FITNumber.dates.contains(event.date)
                && FITNumber.dates.contains(event.date + (event.duration ?? 0))
        }.sorted { $0.date < $1.date }
        context.receipt.count(.workoutEvents, times: laps.count)
        let known = laps.count + timerEvents.count { FITNumber.date($0.time) != nil }
        context.receipt.omit(.workoutEvents, times: workout.events.count - known)
        let all = spans(laps)
        if pool != nil { writeLengths(laps) }
        for (index, span) in all.enumerated() {
            let (start, end) = (FITNumber.date(span.start) ?? 0, FITNumber.date(span.end) ?? 0)
            let inside = records.filter { (start...max(start, end)).contains($0.time) }.map(\.record)
            let (rates, cadences, powers) = (
                inside.compactMap(\.heartRate), inside.compactMap(\.cadence), inside.compactMap(\.power)
            )
            let swum = pool.flatMap { pool in span.lengths.map { pool.metres * Double($0.count) } }
            let length =
                swum ?? (all.count == 1 ? distance : nil) ?? read.distance(from: span.start, to: span.end)
                ?? distance(from: start, to: end)
            file.add(
                .lap,
                [
                    Int64(index), end, Self.lap, Self.stop, start,
                    FITNumber.scaled(span.end - span.start, by: 1000), FITNumber.scaled(span.duration, by: 1000),
                    FITNumber.scaled(length, by: 100), Self.average(rates), FITNumber.scaled(rates.max(), by: 1),
                    Self.average(cadences), FITNumber.scaled(cadences.max(), by: 1), Self.average(powers),
                    FITNumber.scaled(powers.max(), by: 1), span.lengths.map { Int64($0.count) },
                    span.lengths.map { Int64($0.count) }, span.lengths.map { Int64($0.lowerBound) },
                ])
        }
        return all.count
    }

    /// A lap, and the places of its lengths if it is in a pool.
    private struct Span {
        var start: Double
        var end: Double
        var duration: Double
        var lengths: Range<Int>?
    }

    /// Returns the laps. In a pool, lap events are lengths, and lengths without a rest between them are a lap.
    private func spans(_ laps: [WorkoutEventData]) -> [Span] {
        if laps.isEmpty { return [Span(start: sample.start, end: sample.end, duration: workout.duration)] }
        var spans: [Span] = []
        for (index, lap) in laps.enumerated() {
            let duration = lap.duration ?? 0
            if pool != nil, let last = spans.last, let lengths = last.lengths, lap.date - last.end <= Self.rest {
                spans[spans.count - 1] = Span(
                    start: last.start, end: max(last.end, lap.date + duration), duration: last.duration + duration,
                    lengths: lengths.lowerBound..<index + 1)
            } else {
                let end = lap.date + duration
                spans.append(
                    Span(
                        start: lap.date, end: end,
                        duration: pool == nil ? duration - pausedTime(from: lap.date, to: end) : duration,
                        lengths: pool == nil ? nil : index..<index + 1))
            }
        }
        return spans
    }

    private mutating func writeLengths(_ laps: [WorkoutEventData]) {
        for (index, lap) in laps.enumerated() {
            let duration = lap.duration ?? 0
            let counts = strokes.filter { (lap.date..<lap.date + duration).contains(($0.start + $0.end) / 2) }
            let style = lap.metadata.first { $0.key == HKMetadataKeySwimmingStrokeStyle }.flatMap { Int($0.value) }
            file.add(
                .length,
                [
                    Int64(index), FITNumber.date(lap.date + duration), Self.length, Self.stop,
                    FITNumber.date(lap.date), FITNumber.scaled(duration, by: 1000),
                    FITNumber.scaled(duration, by: 1000),
                    counts.isEmpty ? nil : FITNumber.scaled(counts.reduce(0) { $0 + $1.value }, by: 1),
                    style.flatMap(HKSwimmingStrokeStyle.init(rawValue:)).flatMap(FITSport.stroke), 1,
                ])
        }
    }

    /// Returns the distance between two times of records in metres, nil if there are no distances. Between two records it grows evenly.
    private func distance(from start: Int64, to end: Int64) -> Double? {
        var points: [(time: Int64, sum: Double)] = [(FITNumber.date(sample.start) ?? 0, 0)]
        for (time, record) in records {
            if let sum = record.distance { points.append((time, sum)) }
        }
        guard points.count > 1 else { return nil }
        func sum(at time: Int64) -> Double {
            guard let next = points.firstIndex(where: { $0.time >= time }) else { return points.last?.sum ?? 0 }
            guard next > 0, points[next].time > time else { return points[next].sum }
            let (before, after) = (points[next - 1], points[next])
            let part = Double(time - before.time) / Double(after.time - before.time)
            return before.sum + (after.sum - before.sum) * part
        }
        return max(0, sum(at: end) - sum(at: start))
    }

    /// Returns the length of the pool in metres; nil for workouts elsewhere.
    private static func pool(_ pairs: [MetadataPair]) -> (metres: Double, isMetric: Bool)? {
        guard let text = pairs.first(where: { $0.key == HKMetadataKeyLapLength })?.value else { return nil }
        let parts = text.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let value = Double(parts[0]), value > 0,
            let unit = try? HKUnit(validating: String(parts[1])),
            let metres = try? HKQuantity(unit: unit, doubleValue: value).value(in: .meter()), metres.isFinite
        else { return nil }
        return (metres, unit.unitString.hasSuffix("m"))
    }

    private mutating func writeSession(laps: Int) {
        let rates = records.compactMap(\.record.heartRate)
        let (cadences, powers) = (records.compactMap(\.record.cadence), records.compactMap(\.record.power))
        let lengths = pool == nil ? nil : workout.events.count { $0.type == "HKWorkoutEventTypeLap" }
        let strokes = workout.statistics.first { $0.type == HKQuantityTypeIdentifier.swimmingStrokeCount.rawValue }?.sum
        let figures = workout.statistics.first { $0.type == HKQuantityTypeIdentifier.heartRate.rawValue }
        let unit = figures?.unit == "count/min"
        func rate(_ figure: Double?, _ other: Int64?) -> Int64? {
            unit ? FITNumber.scaled(figure, by: 1) ?? other : other
        }
        /// Returns the average that the workout states.
        func average(_ types: HKQuantityTypeIdentifier...) -> Double? {
            let known = workout.statistics.first { statistics in
                types.contains {
                    statistics.type == $0.rawValue && statistics.unit == HKQuantityType($0).canonicalUnit.unitString
                }
            }
            return known?.average
        }
        let (cadence, power) = (average(.cyclingCadence), average(.cyclingPower, .runningPower))
        let first = records.first { $0.record.point != nil }?.record.point
        let written = workout.statistics.count {
            ($0.type == HKQuantityTypeIdentifier.heartRate.rawValue && unit)
                || ($0.type == HKQuantityTypeIdentifier.activeEnergyBurned.rawValue && energy != nil)
                || ($0.type.hasPrefix("HKQuantityTypeIdentifierDistance") && distance != nil)
                || ($0.type == HKQuantityTypeIdentifier.swimmingStrokeCount.rawValue && strokes != nil)
                || ($0.type == HKQuantityTypeIdentifier.cyclingCadence.rawValue && cadence != nil)
                || ($0.type.hasSuffix("Power") && power != nil)
        }
        context.receipt.count(.workoutStatistics, times: written)
        context.receipt.omit(.workoutStatistics, times: workout.statistics.count - written)
        file.add(
            .session,
            [
                0, FITNumber.date(sample.end), Self.session, Self.stop, FITNumber.date(sample.start),
                first.flatMap { FITNumber.semicircles($0.latitude) },
                first.flatMap { FITNumber.semicircles($0.longitude) }, FITSport.number(workout.activityType),
                FITSport.kind(workout.activityType, metadata),
                FITNumber.scaled(sample.end - sample.start, by: 1000), FITNumber.scaled(workout.duration, by: 1000),
                FITNumber.scaled(distance, by: 100),
                FITNumber.scaled(energy, by: 1),
                rate(figures?.average, Self.average(rates)),
                rate(figures?.maximum, FITNumber.scaled(rates.max(), by: 1)),
                rate(figures?.minimum, FITNumber.scaled(rates.min(), by: 1)), 0, Int64(laps),
                FITNumber.scaled(cadence, by: 1) ?? Self.average(cadences), FITNumber.scaled(cadences.max(), by: 1),
                FITNumber.scaled(power, by: 1) ?? Self.average(powers), FITNumber.scaled(powers.max(), by: 1),
                lengths.map(Int64.init),
                FITNumber.scaled(pool?.metres, by: 100), pool.map { $0.isMetric ? 0 : 1 },
                FITNumber.scaled(strokes, by: 1),
            ])
    }

    private static func average(_ values: [Double]) -> Int64? {
        values.isEmpty ? nil : FITNumber.scaled(values.reduce(0, +) / Double(values.count), by: 1)
    }
}

/// The sports of FIT.
enum FITSport {
    /// Returns the number of the sport of an activity; 0, generic, for those that FIT does not have.
    static func number(_ activity: HKWorkoutActivityType) -> Int64 { numbers[activity] ?? 0 }

    /// Returns the kind of the sport (sub sport); 0, generic, if it is not known.
    static func kind(_ activity: HKWorkoutActivityType, _ metadata: [MetadataPair]) -> Int64 {
        let values = Dictionary(metadata.map { ($0.key, $0.value) }) { $1 }
        let isIndoors = values[HKMetadataKeyIndoorWorkout] == "1"
        switch activity {
        case .swimming:
            switch values[HKMetadataKeySwimmingLocationType].flatMap(Int.init) {
            case HKWorkoutSwimmingLocationType.pool.rawValue: return 17
            case HKWorkoutSwimmingLocationType.openWater.rawValue: return 18
            default: return values[HKMetadataKeyLapLength] == nil ? 0 : 17
            }
        case .running: return isIndoors ? 45 : 0
        case .cycling: return isIndoors ? 6 : 0
        case .walking: return isIndoors ? 27 : 0
        case .rowing: return isIndoors ? 14 : 0
        case .handCycling: return 12
        case .elliptical: return 15
        case .stairClimbing: return 16
        case .flexibility: return 19
        case .functionalStrengthTraining, .traditionalStrengthTraining: return 20
        case .mixedCardio: return 26
        case .yoga: return 43
        case .pilates: return 44
        case .pickleball: return 84
        case .squash: return 94
        case .badminton: return 95
        case .racquetball: return 96
        case .tableTennis: return 97
        default: return 0
        }
    }

    /// Returns the number of a stroke; nil if it is not known.
    static func stroke(_ style: HKSwimmingStrokeStyle) -> Int64? {
        switch style {
        case .freestyle: 0
        case .backstroke: 1
        case .breaststroke: 2
        case .butterfly: 3
        case .kickboard: 4
        case .mixed: 5
        case .unknown: nil
        }
    }

    private static let numbers: [HKWorkoutActivityType: Int64] = [
        .running: 1, .cycling: 2, .handCycling: 2, .elliptical: 4, .swimming: 5, .basketball: 6, .soccer: 7,
        .tennis: 8, .americanFootball: 9, .functionalStrengthTraining: 10, .traditionalStrengthTraining: 10,
        .coreTraining: 10, .crossTraining: 10, .flexibility: 10, .yoga: 10, .pilates: 10, .mixedCardio: 10,
        .stepTraining: 10, .walking: 11, .crossCountrySkiing: 12, .transition: 3,
        .downhillSkiing: 13, .snowboarding: 14, .rowing: 15, .hiking: 17, .paddleSports: 19, .golf: 25,
        .equestrianSports: 27, .climbing: 31, .skatingSports: 33, .surfingSports: 38, .boxing: 47, .kickboxing: 47,
        .stairs: 48, .stairClimbing: 48, .underwaterDiving: 53, .highIntensityIntervalTraining: 62, .badminton: 64,
        .tableTennis: 64, .squash: 64, .racquetball: 64, .pickleball: 64, .mindAndBody: 67, .cricket: 71, .rugby: 72,
        .hockey: 73, .lacrosse: 74, .volleyball: 75, .swimBikeRun: 18, .hunting: 28, .fishing: 29, .sailing: 32,
        .baseball: 49, .snowSports: 58, .wheelchairWalkPace: 65, .wheelchairRunPace: 66, .waterSports: 78, .archery: 79,
        .martialArts: 80, .cardioDance: 83, .jumpRope: 84,
    ]
}
