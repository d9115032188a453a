// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// GPX files with times, with or without heart rates: a workout for each track.
enum GPXFormat: ActivityFormat {
    static let name = "gpx"
    static let suffix = ".gpx"

    static func matches(_ head: UnsafeRawBufferPointer) -> Bool { XMLTagReader.root(head) == "gpx" }

    static func read(_ bytes: UnsafeRawBufferPointer, into builder: ActivityBuilder) throws {
        guard let reader = XMLTagReader(bytes, file: builder.file) else { return }
        var reading = GPXReading(reader, builder)
        try reading.read()
    }
}

/// The reading of the tracks of a GPX file.
private struct GPXReading {
    private struct Track {
        var type = ""
        /// The segments of the track.
        var segments: [[ActivityPoint]] = []
    }

    private var reader: XMLTagReader
    private let builder: ActivityBuilder
    private var creator = ""
    private var track: Track?
    private var point: ActivityPoint?
    private var timeless = 0
    private var isRootClosed = false
    private var (workouts, routes) = (0, 0)

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
        if !isRootClosed {
            // Before the last track, which lacks points.
            try builder.problem(.warning, "the file is cut off; it was read to its end", isCutOff: true)
        }
        finishTrack()
        if timeless > 0 { builder.remark("points of tracks without a time were left out: \(timeless)") }
        try builder.endPlannedRoutes(routes, isAlone: workouts == 0 && timeless == 0 && isRootClosed)
        if workouts == 0 { builder.remark("the file has no track with times, and gives no workout") }
    }

    private mutating func start() throws {
        let name = reader.name
        if name.equals("trkpt") {
            finishPoint()
            guard track != nil else { return }
            try builder.count()
            var new = ActivityPoint(time: .nan)
            new.latitude = reader.attribute("lat")?.number ?? .nan
            new.longitude = reader.attribute("lon")?.number ?? .nan
            point = new
            if track?.segments.isEmpty == true { track?.segments.append([]) }
            if reader.isClosed { finishPoint() }
        } else if name.equals("trkseg") {
            finishPoint()
            try builder.count()
            track?.segments.append([])
        } else if name.equals("trk") {
            finishTrack()
            track = Track()
        } else if name.equals("rte") {
            routes += 1
        } else if name.equals("gpx") {
            creator = (reader.attribute("creator")?.text.string ?? "").limited(to: 100)
        }
    }

    private mutating func end() {
        let (name, text) = (reader.name, reader.text)
        if name.equals("trkpt") {
            finishPoint()
        } else if name.equals("trk") {
            finishTrack()
        } else if name.equals("gpx") {
            isRootClosed = true
        } else if point != nil {
            takeValue(name, text)
        } else if name.equals("type"), track?.type.isEmpty == true {
            track?.type = text.text.string
        }
    }

    private mutating func takeValue(_ name: ByteSlice, _ text: ByteSlice) {
        if name.equals("time") {
            point?.time = text.pointTime
            return
        }
        guard let value = text.number else { return }
        if name.equals("ele") {
            point?.altitude = value
        } else if name.equals("hr") || name.equals("heartrate") {
            point?.heartRate = text.heartRate
        } else if name.equals("cad") || name.equals("cadence") {
            point?.cadence = value
        } else if name.equals("power") || name.equals("PowerInWatts") || name.equals("watts") {
            point?.power = value
        } else if name.equals("speed") {
            point?.speed = value
        } else if name.equals("course") {
            point?.course = value
        } else if name.equals("hAcc") {
            point?.horizontalAccuracy = value
        } else if name.equals("vAcc") {
            point?.verticalAccuracy = value
        }
    }

    private mutating func finishPoint() {
        guard let finished = point else { return }
        point = nil
        guard let index = track.map({ $0.segments.count - 1 }), index >= 0 else { return }
        if finished.time.isNaN { timeless += 1 } else { track?.segments[index].append(finished) }
    }

    // MARK: Workouts

    private mutating func finishTrack() {
        finishPoint()
        guard let finished = track else { return }
        track = nil
        let segments = finished.segments.withoutRepeats()
        let points = segments.flatMap(\.self)
        guard let start = points.map(\.time).min(), let end = points.map(\.time).max() else { return }
        var workout = ActivityWorkout(
            kind: Self.kind(finished.type), start: start, end: end, duration: end - start)
        for (before, after) in zip(segments, segments.dropFirst()) {
            guard let stop = before.last?.time, let next = after.first?.time, next > stop else { continue }
            workout.addPause(from: stop, to: next)
            workout.duration -= next - stop
        }
        workout.duration = max(0, workout.duration)
        (workout.distance, workout.isDistanceOfRoute) = (segments.reduce(0) { $0 + $1.length }, true)
        workout.points = (points.isSorted ? points : points.sortedByTime)[...]
        workouts += 1
        builder.add(workout, ProvenanceData(sourceName: creator.isEmpty ? "GPX file" : creator))
    }

    /// Returns the kind of a track. Strava writes numbers.
    private static func kind(_ type: String) -> ActivityKind {
        switch type {
        case "1": ActivityKind(.cycling)
        case "4": ActivityKind(.hiking)
        case "9": ActivityKind(.running)
        case "10": ActivityKind(.walking)
        case "16": ActivityKind(.swimming)
        default: Double(type) == nil ? ActivityKind(named: type) : ActivityKind(.other)
        }
    }
}
