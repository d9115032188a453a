// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension HKObjectValidation {
    /// The tolerance in seconds for measurements outside their sample, because dates are rounded when they are stored.
    package static let roundingOfDates = 0.001

    /// Checks that the measurements of a series are within its sample, and in their valid ranges.
    ///
    /// Statistics process readings in the order of their start dates and expect each reading within its sample.
    package static func check(
        _ measurements: SeriesMeasurements, of sample: HKSample
    ) throws(HKObjectValidationError) {
        let subject = sample.sampleType.identifier
        let start = sample.startDate.timeIntervalSince1970 - roundingOfDates
        let end = sample.endDate.timeIntervalSince1970 + roundingOfDates
        switch measurements {
        case .quantities(let readings): try check(readings, from: start, to: end, subject: subject)
        case .heartbeats(let beats): try check(beats, length: end - start, subject: subject)
        case .route(let points, _):
            for point in points { try check(point, from: start, to: end, subject: subject) }
        case .electrocardiogram(let voltages):
            for voltage in voltages {
                try checkNumber(voltage, "voltage", in: -1e9...1e9, "mcV", subject: subject)
            }
        }
    }

    private static func check(
        _ readings: [SeriesQuantity], from start: Double, to end: Double, subject: String
    ) throws(HKObjectValidationError) {
        var starts: Set<Double> = []
        for reading in readings {
            guard reading.start >= start, reading.end <= end, reading.start <= reading.end else {
                throw HKObjectValidationError(
                    .invalidInterval, subject, "a reading is outside its sample",
                    remedy: "give readings between the start and the end of the sample")
            }
            try checkFinite(reading.value, subject: subject)
            guard starts.insert(reading.start).inserted else {
                throw HKObjectValidationError(
                    .invalidInterval, subject, "two readings have the same start date",
                    remedy: "give one reading for each start date")
            }
        }
    }

    private static func check(
        _ beats: [SeriesHeartbeat], length: Double, subject: String
    ) throws(HKObjectValidationError) {
        var last = -Double.infinity
        for beat in beats {
            guard beat.time >= 0, beat.time <= length else {
                throw HKObjectValidationError(
                    .invalidInterval, subject, "a beat is outside the series",
                    remedy: "give the seconds since the start of the series, not beyond its end")
            }
            guard beat.time > last else {
                throw HKObjectValidationError(
                    .invalidInterval, subject, "the beats are not in chronological order",
                    remedy: "give the beats in ascending order of their times")
            }
            last = beat.time
        }
    }

    /// The ranges of the numbers of a route point other than its coordinates. Negative numbers can mean that a number is unknown.
    private static let others: [(field: String, range: ClosedRange<Double>)] = [
        ("altitude", -1e6...1e9), ("speed", -1e6...1e9), ("course", -1e6...1e3), ("horizontal accuracy", -1e6...1e9),
        ("vertical accuracy", -1e6...1e9), ("course accuracy", -1e6...1e3), ("speed accuracy", -1e6...1e9),
    ]

    private static func check(
        _ point: RoutePoint, from start: Double, to end: Double, subject: String
    ) throws(HKObjectValidationError) {
        guard point.time >= start, point.time <= end else {
            throw HKObjectValidationError(
                .invalidInterval, subject, "a point is outside the time of the route",
                remedy: "give points between the start and the end of the route")
        }
        try checkNumber(point.latitude, "latitude", in: StoreLimits.latitudes, subject: subject)
        try checkNumber(point.longitude, "longitude", in: StoreLimits.longitudes, subject: subject)
        let values = [
            point.altitude, point.speed, point.course, point.horizontalAccuracy, point.verticalAccuracy,
            point.courseAccuracy ?? .nan, point.speedAccuracy ?? .nan,
        ]
        // NaN means that a number is unknown.
        for (value, (field, range)) in zip(values, others) where !value.isNaN {
            try checkNumber(value, field, in: range, subject: subject)
        }
    }
}
