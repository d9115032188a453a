// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

extension ActivityPoint {
    /// The series of values of points.
    fileprivate static let series: [any WritableKeyPath<ActivityPoint, Double> & Sendable] = [
        \.speed, \.heartRate, \.cadence, \.power, \.distance, \.oscillation, \.contactTime, \.stepLength,
        \.respiration,
    ]

    /// Whether the point has a place or another value.
    fileprivate var hasValues: Bool { hasPlace || !altitude.isNaN || Self.series.contains { !self[keyPath: $0].isNaN } }

    /// Removes the values that another point of the same time has, too.
    fileprivate mutating func removeValues(of other: ActivityPoint) {
        for value in Self.series where self[keyPath: value] == other[keyPath: value] { self[keyPath: value] = .nan }
        if latitude == other.latitude, longitude == other.longitude { (latitude, longitude) = (.nan, .nan) }
        // Another place at the same altitude keeps it.
        if altitude == other.altitude, !hasPlace { altitude = .nan }
    }
}

extension [ActivityPoint] {
    /// The number of points of one time that a point is compared with.
    private static let reach = 16

    /// Returns the points in order of their time, with each value of a time once. Some devices write records a second time when they save the
    /// activity, some write one moment in two records, and some programs begin a lap with the last point of the lap before.
    func withoutRepeats() -> [ActivityPoint] {
        let ordered = isSorted ? self : sortedByTime
        guard zip(ordered, ordered.dropFirst()).contains(where: { $0.time == $1.time }) else { return ordered }
        var points: [ActivityPoint] = []
        points.reserveCapacity(ordered.count)
        var first = 0
        for var point in ordered {
            if points.last?.time != point.time { first = points.count }
            for earlier in points[Swift.max(first, points.count - Self.reach)...] { point.removeValues(of: earlier) }
            if first == points.count || point.hasValues { points.append(point) }
        }
        return points
    }

    /// The times of the heart rates, in order.
    var timesOfHeartRates: [Double] { lazy.filter { $0.heartRate >= 1 }.map(\.time).sorted() }

    /// Returns the points without the heart rates that are within two seconds of other heart rates, so that each moment has the heart rates
    /// of one message only.
    /// - Parameter times: The times of the other heart rates, in order.
    func withoutHeartRates(near times: [Double]) -> [ActivityPoint] {
        guard let earliest = times.first, let latest = times.last else { return self }
        let seconds = 2.0
        return map { point in
            guard point.heartRate >= 1, point.time >= earliest - seconds, point.time <= latest + seconds else {
                return point
            }
            var (low, high) = (0, times.count)
            while low < high {
                let middle = (low + high) / 2
                if times[middle] < point.time - seconds { low = middle + 1 } else { high = middle }
            }
            guard low < times.count, times[low] <= point.time + seconds else { return point }
            var point = point
            point.heartRate = .nan
            return point
        }
    }

    /// Returns the points with the speeds of their distances, if they have neither speeds nor places: the distance since the point before,
    /// divided by the time. Where the count drops out, there is no speed.
    func withSpeedsOfDistances() -> [ActivityPoint] {
        guard contains(where: { $0.distance >= 0 }), !contains(where: { $0.speed >= 0 || $0.hasPlace }) else {
            return self
        }
        var points = self
        var last: ActivityPoint?
        for index in points.indices where points[index].distance >= 0 {
            let point = points[index]
            if let last, point.time > last.time, point.distance >= last.distance {
                let speed = (point.distance - last.distance) / (point.time - last.time)
                if speed <= Self.fastest { points[index].speed = speed }
            }
            last = point
        }
        return points
    }
}

extension [[ActivityPoint]] {
    /// A place at a time.
    private struct Moment: Hashable {
        var time: Double
        var latitude: Double
        var longitude: Double
    }

    /// Returns the segments of a track in order of their starts, without empty ones and with each point once. Segments that have a point in
    /// common become one, since some apps begin each segment with the points of those before.
    func withoutRepeats() -> [[ActivityPoint]] {
        let segments = lazy.filter { !$0.isEmpty }.map { $0.withoutRepeats() }
            .sorted { ($0.first?.time ?? 0) < ($1.first?.time ?? 0) }
        let overlaps = zip(segments, segments.dropFirst()).contains { before, after in
            guard let end = before.last?.time, let start = after.first?.time else { return false }
            return start <= end
        }
        guard overlaps else { return segments }
        var segmentOf: [Moment: Int] = [:]
        // The earlier segment that each one is joined with, or the segment itself.
        var earlier = Swift.Array(segments.indices)
        func first(_ segment: Int) -> Int {
            var segment = segment
            while earlier[segment] != segment { segment = earlier[segment] }
            return segment
        }
        for (index, segment) in segments.enumerated() {
            for point in segment where point.hasPlace {
                let moment = Moment(time: point.time, latitude: point.latitude, longitude: point.longitude)
                guard let known = segmentOf[moment] else {
                    segmentOf[moment] = index
                    continue
                }
                let (one, other) = (first(known), first(index))
                earlier[Swift.max(one, other)] = Swift.min(one, other)
            }
        }
        let joined = Dictionary(grouping: segments.indices, by: first)
        return joined.sorted { $0.key < $1.key }.map { $0.value.flatMap { segments[$0] }.withoutRepeats() }
    }
}
