// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// TCX files: activities of Garmin's Training Center, as many programs write them.
enum TCXFormat: ActivityFormat {
    static let name = "tcx"
    static let suffix = ".tcx"

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool {
        XMLTagReader.root(head) == "TrainingCenterDatabase"
    }

    static func read(_ bytes: UnsafeRawBufferPointer, into builder: ActivityBuilder) throws {
        guard let reader = XMLTagReader(bytes, file: builder.file) else { return }
        var reading = TCXReading(reader, builder)
        try reading.read()
    }
}

/// The reading of a TCX file. Elements are known by their names and the nearest element around them, whatever their order.
private struct TCXReading {
    private struct Lap {
        var start = Double.nan
        var seconds: Double?
        var distance: Double?
        var calories: Double?
        var average: Double?
        var maximum: Double?
        /// The index of the first point, and of that of each track.
        var firstPoint = 0
        var tracks: [Int] = []
    }

    private struct Activity {
        var sport = ""
        var identifier = Double.nan
        var creator: String?
        var laps: [Lap] = []
        var points: [ActivityPoint] = []
    }

    /// The elements with contents that matter.
    private enum Element {
        case activity, lap, track, trackpoint, heartRate, averageHeartRate, maximumHeartRate, creator, author
    }

    private var reader: XMLTagReader
    private let builder: ActivityBuilder
    private var open: [Element] = []
    private var activity: Activity?
    private var point: ActivityPoint?
    private var pointLine = 0
    private var activities: [Activity] = []
    private var author: String?
    private var isRootClosed = false
    private var timeless = 0
    private var courses = 0

    init(_ reader: XMLTagReader, _ builder: ActivityBuilder) {
        self.reader = reader
        self.builder = builder
    }

    mutating func read() throws {
        while let tag = try reader.next() {
            switch tag {
            case .start: try start()
            case .end: end()
            }
        }
        finishPoint()
        finishActivity()
        if timeless > 0 { builder.remark("points without a time were left out: \(timeless)") }
        if !isRootClosed {
            try builder.problem(.warning, "the file is cut off; it was read to its end", isCutOff: true)
        }
        for activity in activities { try add(activity) }
        try builder.endPlannedRoutes(courses, isAlone: activities.isEmpty)
    }

    // MARK: Elements

    private static func element(_ name: ByteSlice) -> Element? {
        switch name.count {
        case 3: name.equals("Lap") ? .lap : nil
        case 5: name.equals("Track") ? .track : nil
        case 6: name.equals("Author") ? .author : nil
        case 7: name.equals("Creator") ? .creator : nil
        case 8: name.equals("Activity") ? .activity : nil
        case 10: name.equals("Trackpoint") ? .trackpoint : nil
        case 12: name.equals("HeartRateBpm") ? .heartRate : nil
        case 19:
            name.equals("AverageHeartRateBpm")
                ? .averageHeartRate : name.equals("MaximumHeartRateBpm") ? .maximumHeartRate : nil
        default: nil
        }
    }

    private mutating func start() throws {
        guard let element = Self.element(reader.name) else {
            if reader.name.equals("Course") { courses += 1 }
            return
        }
        switch element {
        case .activity, .lap, .track, .trackpoint: try builder.count()
        default: break
        }
        switch element {
        case .activity:
            finishActivity()
            open = []
            activity = Activity(sport: reader.attribute("Sport")?.text.string ?? "")
        case .lap:
            guard let count = activity?.points.count else { return }
            activity?.laps.append(
                Lap(start: reader.attribute("StartTime")?.pointTime ?? .nan, firstPoint: count))
        case .track:
            if let count = activity?.points.count, let last = activity?.laps.indices.last {
                activity?.laps[last].tracks.append(count)
            }
        case .trackpoint:
            finishPoint()
            guard activity != nil else { return }
            point = ActivityPoint(time: .nan)
            pointLine = 0
        default: break
        }
        if !reader.isClosed, open.count < 64 { open.append(element) }
    }

    private mutating func end() {
        let name = reader.name
        guard let element = Self.element(name) else {
            if name.equals("TrainingCenterDatabase") { isRootClosed = true } else { takeValue(name) }
            return
        }
        if let index = open.lastIndex(of: element) { open.removeSubrange(index...) }
        switch element {
        case .trackpoint: finishPoint()
        case .activity: finishActivity()
        default: break
        }
    }

    /// Takes the text of an element that ends.
    private mutating func takeValue(_ name: ByteSlice) {
        let text = reader.text
        if name.equals("Name") {
            if open.last == .creator { activity?.creator = text.text.string.limited(to: 100) }
            if open.last == .author { author = text.text.string.limited(to: 100) }
            return
        }
        if point != nil { return takePointValue(name, text) }
        if name.equals("Id") {
            if activity?.identifier.isNaN == true { activity?.identifier = text.pointTime }
            return
        }
        guard let index = activity.map({ $0.laps.count - 1 }), index >= 0, let value = text.number, value >= 0 else {
            return
        }
        // A year; longer laps are errors. The schema demands a time, so that 0 stands for none too.
        if name.equals("TotalTimeSeconds"), value <= 366 * 86_400 {
            activity?.laps[index].seconds = value > 0 ? value : nil
        } else if name.equals("DistanceMeters") {
            activity?.laps[index].distance = value
        } else if name.equals("Calories") {
            activity?.laps[index].calories = value
        } else if name.equals("Value"), text.heartRate > 0 {
            if open.last == .averageHeartRate { activity?.laps[index].average = value }
            if open.last == .maximumHeartRate { activity?.laps[index].maximum = value }
        }
    }

    private mutating func takePointValue(_ name: ByteSlice, _ text: ByteSlice) {
        if name.equals("Time") {
            point?.time = text.pointTime
            return
        }
        guard let value = text.number else { return }
        if name.equals("LatitudeDegrees") {
            point?.latitude = value
        } else if name.equals("LongitudeDegrees") {
            point?.longitude = value
        } else if name.equals("AltitudeMeters") {
            point?.altitude = value
        } else if name.equals("DistanceMeters") {
            point?.distance = value
        } else if name.equals("Value") {
            if open.last == .heartRate { point?.heartRate = text.heartRate }
        } else if name.equals("Cadence") || name.equals("RunCadence") {
            point?.cadence = value
        } else if name.equals("Speed") {
            point?.speed = value
        } else if name.equals("Watts") {
            point?.power = value
        }
    }

    private mutating func finishPoint() {
        guard let finished = point else { return }
        point = nil
        if finished.time.isNaN { timeless += 1 } else { activity?.points.append(finished) }
    }

    private mutating func finishActivity() {
        finishPoint()
        if let activity { activities.append(activity) }
        activity = nil
    }

    // MARK: Workouts

    private func add(_ activity: Activity) throws {
        let points = activity.points.withoutRepeats().withSpeedsOfDistances()
        let laps = Self.timedLaps(of: activity)
        let stated = activity.laps.map(\.start).filter { !$0.isNaN }.min()
        guard let start = stated ?? (activity.identifier.isNaN ? points.map(\.time).min() : activity.identifier) else {
            return try builder.problem(.rejected, "an activity has no start; it was left out")
        }
        let dated = laps.filter { !$0.start.isNaN }.sorted { $0.start < $1.start }
        let first = min(start, dated.first?.start ?? start)
        let lapEnds = laps.compactMap { lap in lap.seconds.map { lap.start + $0 } }.filter { !$0.isNaN }
        let last = max(first, (points.map(\.time) + lapEnds).max() ?? first)
        let pauses = activity.laps.flatMap { Self.pauses(in: $0, of: activity) }
        let duration =
            activity.laps.allSatisfy { $0.seconds == nil }
            ? last - first - Self.length(of: pauses) : laps.compactMap(\.seconds).reduce(0, +)
        var workout = ActivityWorkout(
            kind: ActivityKind(named: activity.sport), start: first, end: last, duration: max(0, duration))
        // The schema demands a distance of laps, so that 0 stands for none too.
        let distance = activity.laps.compactMap(\.distance).reduce(0, +)
        workout.distance = distance > 0 ? distance : points.distance(since: first)
        if workout.distance == nil { workout.takeDistance(ofRoute: points) }
        let calories = activity.laps.compactMap(\.calories)
        workout.energy = calories.isEmpty ? nil : calories.reduce(0, +)
        workout.heartRates.maximum = activity.laps.compactMap(\.maximum).max()
        workout.heartRates.average = Self.average(laps)
        if laps.count > 1, dated.count < laps.count {
            builder.remark("laps without a start and points are no events of the workout: \(laps.count - dated.count)")
        }
        if dated.count > 1 {
            for lap in dated { workout.addLap(from: lap.start, duration: lap.seconds ?? 0) }
        }
        for pause in pauses { workout.addPause(from: pause.start, to: pause.end) }
        workout.points = points[...]
        let name = activity.creator ?? author ?? ""
        builder.add(workout, ProvenanceData(sourceName: name.isEmpty ? "TCX file" : name))
    }

    /// Returns the average heart rate of laps, each by its time.
    private static func average(_ laps: [Lap]) -> Double? {
        let known = laps.compactMap { lap in lap.average.map { (rate: $0, seconds: max(lap.seconds ?? 1, 1)) } }
        let seconds = known.reduce(0) { $0 + $1.seconds }
        return seconds > 0 ? known.reduce(0) { $0 + $1.rate * $1.seconds } / seconds : nil
    }

    /// Returns the laps with their starts and times. A lap that states no start begins with its first point, and the time of one that states
    /// none is that from the start to the last point, without pauses.
    private static func timedLaps(of activity: Activity) -> [Lap] {
        activity.laps.enumerated().map { index, lap in
            let next = index + 1 < activity.laps.count ? activity.laps[index + 1].firstPoint : activity.points.count
            let times = activity.points[lap.firstPoint..<max(lap.firstPoint, next)].map(\.time)
            guard let first = times.min(), let last = times.max() else { return lap }
            var timed = lap
            if lap.start.isNaN { timed.start = first }
            if lap.seconds == nil {
                let seconds = last - timed.start - length(of: pauses(in: lap, of: activity))
                timed.seconds = seconds > 0 ? seconds : nil
            }
            return timed
        }
    }

    /// Returns the pauses of a lap, which has a track for each part between pauses.
    private static func pauses(in lap: Lap, of activity: Activity) -> [(start: Double, end: Double)] {
        lap.tracks.dropFirst().compactMap { index in
            guard index > 0, index < activity.points.count else { return nil }
            let (stop, start) = (activity.points[index - 1].time, activity.points[index].time)
            return start > stop ? (stop, start) : nil
        }
    }

    private static func length(of pauses: [(start: Double, end: Double)]) -> Double {
        pauses.reduce(0) { $0 + ($1.end - $1.start) }
    }
}
