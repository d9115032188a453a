// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel
import Testing

@testable import OpenHealthStore

/// An object with one invalid value, as an app can create it from an archive.
struct AbsurdObject: CustomTestStringConvertible, Sendable {
    /// The name of the field in the error.
    var field: String
    var sample: HKSample
    var measurements: SeriesMeasurements?
    var testDescription: String { "\(sample.sampleType.identifier): \(field)" }

    init(_ field: String, _ sample: HKSample, _ measurements: SeriesMeasurements? = nil) {
        self.field = field
        self.sample = sample
        self.measurements = measurements
    }

    /// Values that must not be part of errors.
    static let values = ["99.5", "1e+308", "1e308", "9223372036854775807", "-7.25"]

    private static let (start, end) = (MadeSamples.date(0), MadeSamples.date(60))
    private static let never = Date(timeIntervalSinceReferenceDate: .nan)
    private static let far = Date(timeIntervalSinceReferenceDate: 1e308)

    private static func fields(_ metadata: [String: HKMetadataValue] = [:]) -> HKObjectFields {
        HKObjectFields(newWith: nil, metadata: metadata)
    }

    private static func quantity(_ value: Double, _ unit: String) -> HKQuantity {
        HKQuantity(unit: HKUnit(from: unit), doubleValue: value)
    }

    static let all: [AbsurdObject] =
        metadata + quantities + workouts + statistics + zones + questionnaires + senses + series

    // MARK: Metadata and quantities

    private static let metadata: [AbsurdObject] = [
        HKMetadataValue.date(never), .date(far), .date(Date(timeIntervalSinceReferenceDate: -.infinity)),
        .double(.nan), .double(.infinity), .quantity(quantity(.nan, "kg")),
    ].flatMap { value in
        [
            AbsurdObject(
                "metadata value of key",
                HKQuantitySample.stored(
                    quantityType: HKQuantityType(.stepCount), quantity: quantity(5, "count"), startDate: start,
                    endDate: end, fields: fields(["key": value]))),
            AbsurdObject(
                "metadata value of key",
                workout(events: [
                    HKWorkoutEvent(
                        type: .marker, dateInterval: DateInterval(start: start, duration: 0),
                        metadataValues: ["key": value])
                ])),
        ]
    }

    private static let quantities: [AbsurdObject] = [
        AbsurdObject("count", steps(count: 0)), AbsurdObject("count", steps(count: .max)),
        AbsurdObject("value", rate(quantity(1e308, "count/ms"))),
        AbsurdObject("minimum", rate(minimum: quantity(.infinity, "count/min"))),
        AbsurdObject("minimum", rate(minimum: quantity(99.5, "kg"))),
        AbsurdObject("maximum", rate(maximum: quantity(99.5, "kg"))),
        AbsurdObject("most recent", rate(latest: DateInterval(start: far, duration: 0))),
    ]

    private static func steps(count: Int) -> HKSample {
        HKQuantitySample.stored(
            quantityType: HKQuantityType(.stepCount), quantity: quantity(5, "count"), count: count, startDate: start,
            endDate: end, fields: fields())
    }

    private static func rate(
        _ average: HKQuantity = quantity(60, "count/min"), minimum: HKQuantity = quantity(60, "count/min"),
        maximum: HKQuantity = quantity(60, "count/min"), latest: DateInterval = DateInterval(start: start, end: end)
    ) -> HKSample {
        HKDiscreteQuantitySample(
            quantityType: HKQuantityType(.heartRate), average: average, minimum: minimum, maximum: maximum,
            mostRecent: quantity(60, "count/min"), mostRecentInterval: latest, count: 2, startDate: start,
            endDate: end, fields: fields())
    }

    // MARK: Workouts

    private static func workout(
        duration: TimeInterval = 60, events: [HKWorkoutEvent] = [], activities: [HKWorkoutActivity] = [],
        statistics: [HKQuantityType: HKStatistics] = [:], zones: [HKQuantityType: HKWorkoutZoneGroup]? = nil
    ) -> HKWorkout {
        HKWorkout(
            activityType: .cycling, startDate: start, endDate: end, duration: duration, workoutEvents: events,
            workoutActivities: activities, statistics: statistics, zoneGroups: zones, fields: fields())
    }

    private static func activity(
        from: Date = start, to: Date? = end, duration: TimeInterval? = nil, lap: HKQuantity? = nil
    ) -> HKWorkout {
        let configuration = HKWorkoutConfiguration()
        configuration.lapLength = lap
        return workout(activities: [
            HKWorkoutActivity(
                uuid: UUID(), workoutConfiguration: configuration, startDate: from, endDate: to, duration: duration)
        ])
    }

    private static let workouts: [AbsurdObject] = [
        AbsurdObject("duration", workout(duration: 1e308)), AbsurdObject("duration", workout(duration: .nan)),
        AbsurdObject("duration", workout(duration: -7.25)),
        AbsurdObject(
            "event",
            workout(events: [
                HKWorkoutEvent(
                    type: .lap, dateInterval: DateInterval(start: start, duration: 1e308), metadataValues: [:])
            ])),
        AbsurdObject(
            "event",
            workout(events: [
                HKWorkoutEvent(type: .lap, dateInterval: DateInterval(start: never, duration: 0), metadataValues: [:])
            ])),
        AbsurdObject("activity", activity(from: far, to: far)), AbsurdObject("activity", activity(from: never)),
        AbsurdObject("end is before the start", activity(from: end, to: start)),
        AbsurdObject("duration", activity(duration: 1e308)), AbsurdObject("duration", activity(duration: -7.25)),
        AbsurdObject("lap length", activity(lap: quantity(99.5, "kg"))),
        AbsurdObject("lap length", activity(lap: quantity(1e308, "m"))),
    ]

    private static let pulse = HKQuantityType(.heartRate)

    private static let statistics: [AbsurdObject] = [
        HKStatisticsFigures(average: quantity(99.5, "kg")), HKStatisticsFigures(minimum: quantity(99.5, "kg")),
        HKStatisticsFigures(maximum: quantity(99.5, "kg")), HKStatisticsFigures(sum: quantity(99.5, "kg")),
        HKStatisticsFigures(
            average: quantity(60, "count/min"), maximum: quantity(99.5, "kg")),
        HKStatisticsFigures(average: quantity(.infinity, "count/min")),
        HKStatisticsFigures(duration: quantity(1e308, "s")),
        HKStatisticsFigures(mostRecentInterval: DateInterval(start: far, duration: 0)),
    ].map { figures in
        AbsurdObject(
            "statistics of HKQuantityTypeIdentifierHeartRate",
            workout(statistics: [
                pulse: HKStatistics(quantityType: pulse, startDate: start, endDate: end, figures: figures)
            ]))
    }

    private static let zones: [AbsurdObject] = [
        (HKWorkoutZone(index: 0, minimum: quantity(99.5, "kg"), maximum: nil), 4),
        (HKWorkoutZone(index: 0, minimum: nil, maximum: quantity(99.5, "kg")), 4),
        (HKWorkoutZone(index: 0, minimum: nil, maximum: quantity(.nan, "count/min")), 4),
        (HKWorkoutZone(index: .max, minimum: nil, maximum: nil), 4),
        (HKWorkoutZone(index: 0, minimum: nil, maximum: nil), 1e308),
    ].map { zone, duration in
        AbsurdObject(
            "zones of HKQuantityTypeIdentifierHeartRate",
            workout(zones: [
                pulse: HKWorkoutZoneGroup(
                    configuration: HKWorkoutZoneConfiguration(source: .user, quantityType: pulse, zones: [zone]),
                    durations: [duration])
            ]))
    }

    // MARK: Questionnaires and senses

    private static let questionnaires: [AbsurdObject] = [
        AbsurdObject("valence", state(99.5)), AbsurdObject("valence", state(.nan)),
        AbsurdObject("score", HKGAD7Assessment.read(score: .max, answers: Array(repeating: 1, count: 7))),
        AbsurdObject("questions", HKGAD7Assessment.read(score: 6, answers: Array(repeating: 1, count: 6))),
        AbsurdObject("score", HKPHQ9Assessment.read(score: .max, answers: Array(repeating: 1, count: 9))),
        AbsurdObject(
            "value",
            HKCategorySample(
                categoryType: HKCategoryType(.sleepAnalysis), value: .max, startDate: start, endDate: end,
                fields: fields())),
    ]

    private static func state(_ valence: Double) -> HKSample {
        HKStateOfMind(
            kind: .dailyMood, valence: valence, labels: [], associations: [], startDate: start, endDate: start,
            fields: fields())
    }

    private static let senses: [AbsurdObject] = {
        func glasses(_ lens: HKGlassesLensSpecification?, expires: Date? = nil) -> HKSample {
            HKGlassesPrescription(
                rightEye: lens, leftEye: nil, dateIssued: start, expirationDate: expires, fields: fields())
        }
        func lens(
            sphere: Double = 1, axis: Double? = nil, vertex: Double? = nil, prism: HKVisionPrism? = nil
        ) -> HKGlassesLensSpecification? {
            try? HKGlassesLensSpecification.validated(
                sphere: quantity(sphere, "D"), axis: axis.map { quantity($0, "deg") },
                vertexDistance: vertex.map { quantity($0, "mm") }, prism: prism)
        }
        let prism = try? HKVisionPrism.validated(
            amount: quantity(1e308, "pD"), angle: quantity(5, "deg"), eye: .right)
        func audiogram(_ frequency: Double, _ level: Double) -> HKSample {
            let point = try? HKAudiogramSensitivityPoint(
                frequency: quantity(frequency, "Hz"), leftEarSensitivity: quantity(level, "dBHL"),
                rightEarSensitivity: nil)
            return HKAudiogramSample(
                sensitivityPoints: [point].compactMap(\.self), startDate: start, endDate: end, fields: fields())
        }
        return [
            AbsurdObject("sphere", glasses(lens(sphere: 1e308))), AbsurdObject("axis", glasses(lens(axis: 1e308))),
            AbsurdObject("vertex distance", glasses(lens(vertex: 1e308))),
            AbsurdObject("amount of the prism", glasses(lens(prism: prism))),
            AbsurdObject("frequency", audiogram(1e308, 5)), AbsurdObject("sensitivity", audiogram(500, 1e308)),
            AbsurdObject(
                "tones",
                HKAudiogramSample(sensitivityPoints: [], startDate: start, endDate: end, fields: fields())),
        ]
    }()

    // MARK: Series

    private static let series: [AbsurdObject] = {
        let times = (start.timeIntervalSince1970, end.timeIntervalSince1970)
        func readings(_ readings: (Double, Double, Double)...) -> AbsurdObject {
            AbsurdObject(
                "reading",
                HKQuantitySample.stored(
                    quantityType: HKQuantityType(.stepCount), quantity: quantity(5, "count"), count: readings.count,
                    startDate: start, endDate: end, fields: fields()),
                .quantities(readings.map { SeriesQuantity(start: $0.0, end: $0.1, value: $0.2) }))
        }
        func beats(_ beats: Double...) -> AbsurdObject {
            AbsurdObject(
                "beat",
                HKHeartbeatSeriesSample(count: beats.count, startDate: start, endDate: end, fields: fields()),
                .heartbeats(beats.map { SeriesHeartbeat(time: $0, precededByGap: false) }))
        }
        func route(_ field: String, _ point: RoutePoint) -> AbsurdObject {
            AbsurdObject(
                field, HKWorkoutRoute(count: 1, startDate: start, endDate: end, fields: fields()),
                .route([point], workout: nil))
        }
        return [
            readings((times.0 - 1, times.0, 1), (times.0, times.1, 1)), readings((times.0, times.1 + 1, 1)),
            readings((1e308, 1e308, 1)), readings((-1e308, times.0, 1)), readings((.nan, .nan, 1)),
            readings((times.1, times.0, 1)), readings((times.0, times.0, 1), (times.0, times.1, 1)),
            beats(1e308), beats(-1), beats(.nan), beats(5, 5), beats(5, 4), beats(61),
            route("latitude", RoutePoint(time: times.0, latitude: 1e308, longitude: 0)),
            route("latitude", RoutePoint(time: times.0, latitude: .nan, longitude: 0)),
            route("longitude", RoutePoint(time: times.0, latitude: 0, longitude: -180.5)),
            route("point", RoutePoint(time: 1e308, latitude: 0, longitude: 0)),
            route("altitude", RoutePoint(time: times.0, latitude: 0, longitude: 0, altitude: .infinity)),
            route("speed", RoutePoint(time: times.0, latitude: 0, longitude: 0, speed: 1e308)),
        ]
    }()
}

extension HKScoredAssessment {
    /// Returns a questionnaire from an archive with any score.
    static func read(score: Int, answers: [Int]) -> HKSample {
        let whole: HKScoredAssessment =
            self == HKGAD7Assessment.self
            ? HKGAD7Assessment(date: MadeSamples.date(0), answers: Array(repeating: .severalDays, count: 7))
            : HKPHQ9Assessment(date: MadeSamples.date(0), answers: Array(repeating: .severalDays, count: 9))
        var archive = HKArchive()
        archive.set(HKArchive.list(of: [whole]), "sample")
        guard var parts = archive.archives("sample")?.first else { return whole }
        var scored = HKArchive()
        scored.set(score, "score")
        parts.set(scored, "HKScoredAssessment")
        var answered = HKArchive()
        answered.set(answers, "answers")
        parts.set(answered, "\(self)")
        var changed = HKArchive()
        changed.set([parts], "sample")
        return changed.samples("sample")?.first ?? whole
    }
}
