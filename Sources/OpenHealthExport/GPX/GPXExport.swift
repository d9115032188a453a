// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthFormats
import OpenHealthModel
import OpenHealthStore

/// The routes as GPX 1.1 files, with the heart rates of the same time.
struct GPXExport: ExportFormat {
    let name = "gpx"
    let summary = "GPX files of routes, with heart rates"
    let stream = ExportStreamForm.none("a file for each route")
    let kinds = ExportedKinds(
        full: [.routesWithoutWorkout, .fractionsOfSeconds],
        part: [.routes, .routePoints, .quantities, .uuids])

    func write(_ context: ExportContext) throws {
        var names: [String: Int] = [:]
        var copies: Set<Int64> = []
        for type in context.contents.types {
            guard type.identifier == HKWorkoutRouteTypeIdentifier else {
                try context.omit(type)
                continue
            }
            try context.contents.forEach(type) { route in
                try context.advance()
                let workout = try context.contents.workoutSample(ofRoute: route)
                if let workout, try context.contents.areRoutesRepeated(ofWorkout: workout) {
                    if copies.insert(workout.id).inserted { context.receipt.omit(.workoutCopies) }
                    return context.receipt.omit(.routes)
                }
                try write(route, of: workout, &names, context)
            }
        }
        try context.omitOthers()
    }

    private func write(
        _ route: RawSample, of workout: RawSample?, _ names: inout [String: Int], _ context: ExportContext
    ) throws {
        let name = String(GPXTrack.time(route.start).prefix(19)).replacing(":", with: "") + "Z"
        let count = names[name, default: 0]
        names[name] = count + 1
        let rates = try HeartRates(context.contents, during: route.start...max(route.start, route.end))
        let workout = try workout.map { try context.contents.workout($0, .events) }
        let pauses = (workout?.events ?? []).filter { $0.type == "HKWorkoutEventTypePause" }.map(\.date).sorted()
        let activity = workout.flatMap { kind($0.activityName) }
        let title = activity.map { "\($0.title) " } ?? "Route "
        try context.output.file("routes/\(name)\(count == 0 ? "" : "_\(count)").gpx") { sink in
            var track = GPXTrack(
                sink: sink, name: title + GPXTrack.time(route.start),
                identifier: try context.contents.uuid(route).uuidString, type: activity?.type, date: context.date,
                pauses: pauses)
            try context.contents.forEachPoint(route) { point in
                if try track.add(point, heartRate: rates.rate(at: point.time)) {
                    context.receipt.count(.routePoints)
                } else {
                    context.receipt.omit(.routePoints)
                }
            }
            try track.end()
        }
        context.receipt.count(type: HKWorkoutRouteTypeIdentifier, .routes)
        if route.metadata >= 0 {
            context.receipt.omit(.metadata, times: try context.contents.metadata(route).count)
        }
    }
}

extension GPXExport {
    /// Returns the activity of the workout that a route belongs to, for people and for programs: `Running` and `running`.
    /// - Parameter name: The name of the activity in exports.
    private func kind(_ name: String) -> (title: String, type: String)? {
        let prefix = "HKWorkoutActivityType"
        guard name.hasPrefix(prefix), name.count > prefix.count else { return nil }
        // Strava, Garmin and others have these types; `TraditionalStrengthTraining` is `traditional_strength_training`.
        let words = name.dropFirst(prefix.count).reduce(into: "") { words, letter in
            if letter.isUppercase, let last = words.last, last.isLowercase { words += " " }
            words.append(letter)
        }
        return (words, words.lowercased().replacing(" ", with: "_"))
    }
}

/// The heart rates during a route.
struct HeartRates {
    private var times: [Double] = []
    private var rates: [Double] = []

    /// The maximum distance of a heart rate from a point, in seconds.
    private static let reach = 10.0

    init(_ contents: StoreContents, during interval: ClosedRange<Double>) throws {
        let type = HKQuantityTypeIdentifier.heartRate.rawValue
        let wide = (interval.lowerBound - Self.reach)...(interval.upperBound + Self.reach)
        try contents.forEach(startingIn: wide, ofType: type) { sample in
            guard sample.value.isFinite, let unit = try contents.written(sample).storedUnit else { return }
            let quantity = HKQuantity(unit: HKUnit(from: unit), doubleValue: sample.value)
            guard let rate = try? quantity.value(in: HKUnit(from: "count/min")) else { return }
            times.append(sample.start)
            rates.append(rate)
        }
    }

    /// Returns the heart rate at the nearest time, in beats per minute; nil if there is none within ten seconds.
    func rate(at time: Double) -> Double? {
        guard time.isFinite else { return nil }
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] < time { low = middle + 1 } else { high = middle }
        }
        return [low - 1, low].filter { times.indices.contains($0) && (times[$0] - time).magnitude <= Self.reach }
            .min { (times[$0] - time).magnitude < (times[$1] - time).magnitude }.map { rates[$0] }
    }
}
