// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A comparison of two series of heart rates at the same times.
struct HeartRateComparison {
    /// The correlation without the linear trend: two sessions both begin slowly.
    var correlation: Double
    /// The mean difference in beats per minute.
    var difference: Double
    /// The smaller standard deviation of the two series without their trends, in beats per minute.
    var spread: Double
    /// The median difference of the two series without their trends, in beats per minute.
    var deviation: Double

    /// The length of the periods that are compared, in seconds.
    private static let period = 30.0
    /// The minimum number of periods.
    private static let minimum = 8

    /// Compares two series, or returns nil if they share too little time.
    /// - Parameter shift: The seconds by which the second series is later than the first.
    init?(_ a: [EffortReading], _ b: [EffortReading], shift: Double) {
        guard a.count >= Self.minimum, b.count >= Self.minimum else { return nil }
        let first = Self.sums(a, shift: 0)
        let second = Self.sums(b, shift: shift)
        var values: [(time: Double, a: Double, b: Double)] = []
        var index = 0
        for one in first {
            while index < second.count, second[index].period < one.period { index += 1 }
            guard index < second.count, second[index].period == one.period else { continue }
            values.append((one.period, one.sum / one.count, second[index].sum / second[index].count))
        }
        guard values.count >= Self.minimum else { return nil }
        difference = values.reduce(0) { $0 + ($1.a - $1.b).magnitude } / Double(values.count)
        let left = Self.withoutTrend(values.map { ($0.time, $0.a) })
        let right = Self.withoutTrend(values.map { ($0.time, $0.b) })
        var (both, leftSquares, rightSquares) = (0.0, 0.0, 0.0)
        for (x, y) in zip(left, right) {
            both += x * y
            leftSquares += x * x
            rightSquares += y * y
        }
        let product = (leftSquares * rightSquares).squareRoot()
        correlation = product > 0 ? both / product : 0
        spread = (min(leftSquares, rightSquares) / Double(values.count)).squareRoot()
        deviation = zip(left, right).map { ($0 - $1).magnitude }.sorted()[values.count / 2]
    }

    /// Whether the heart rates are two measurements of one session, and not of two sessions with the same plan. In two sessions with the
    /// same intervals, heart rates rise and fall together, but by different amounts.
    var isStrong: Bool {
        difference <= 8 && (correlation >= 0.9 && deviation <= 1.5 || correlation >= 0.8 && deviation <= 1)
    }

    /// Whether the two series are copies of one record.
    var isCopy: Bool { correlation >= 0.95 && difference <= 2 }

    /// Whether it is probably the heart of one session.
    var isGood: Bool { correlation >= 0.7 && difference <= 10 || correlation >= 0.4 && difference <= 3 }

    /// Whether it is the heart of two sessions.
    var isContradiction: Bool { difference > 20 || correlation < 0.2 && spread > 4 }

    /// Returns the sums by period, in order.
    private static func sums(_ readings: [EffortReading], shift: Double)
        -> [(period: Double, sum: Double, count: Double)]
    {
        readings.reduce(into: []) { sums, reading in
            let period = ((reading.time - shift) / period).rounded(.down)
            if sums.last?.period != period { sums.append((period, 0, 0)) }
            sums[sums.count - 1].sum += reading.value
            sums[sums.count - 1].count += 1
        }
    }

    /// Returns the distances from the regression line.
    private static func withoutTrend(_ points: [(x: Double, y: Double)]) -> [Double] {
        let count = Double(points.count)
        let meanX = points.reduce(0) { $0 + $1.x } / count
        let meanY = points.reduce(0) { $0 + $1.y } / count
        var (products, squares) = (0.0, 0.0)
        for point in points {
            products += (point.x - meanX) * (point.y - meanY)
            squares += (point.x - meanX) * (point.x - meanX)
        }
        let slope = squares > 0 ? products / squares : 0
        return points.map { $0.y - meanY - slope * ($0.x - meanX) }
    }
}

/// A comparison of two routes at the same times.
struct RouteComparison {
    /// The median distance of the places at the same time, in metres.
    var distance: Double
    /// The median distance of a place of the second route to the next one, in metres.
    private let step: Double
    /// The median speed on the second route, in metres a second.
    private let speed: Double
    /// The spread of the distances between the places along the route, minus their spread across it, in metres. Errors of positioning have
    /// the same spread in both directions, but a different pace moves places along the route only.
    private let excess: Double

    /// The length of a degree of latitude, in metres.
    static let degree = 111_195.0
    /// The radius in metres within which a route stays in one place: laps of a track are always close to each other.
    private static let place = 400.0
    /// The minimum number of compared places.
    private static let minimum = 6
    /// The length of the periods in which the speed is measured, in seconds: errors of places make shorter ways longer.
    private static let period = 30.0
    /// The lowest speed that is faster than that of a walk, in metres a second.
    private static let fast = 2.0

    /// Compares two routes, or returns nil if they share too little time or stay in one place.
    /// - Parameter shift: The seconds by which the second route is later than the first.
    init?(_ a: [EffortPlace], _ b: [EffortPlace], shift: Double) {
        guard let first = a.first, let last = b.last, b.count > 1 else { return nil }
        guard a.contains(where: { Self.distance($0, first) > Self.place }) else { return nil }
        var (distances, along, across): ([Double], [Double], [Double]) = ([], [], [])
        var index = 0
        for place in a {
            let time = place.time + shift
            guard time >= b[0].time, time <= last.time else { continue }
            while index + 1 < b.count - 1, b[index + 1].time < time { index += 1 }
            let (from, to) = (b[index], b[index + 1])
            let part = to.time > from.time ? min(max((time - from.time) / (to.time - from.time), 0), 1) : 0
            let way = Self.metres(from, to)
            let length = Self.length(way)
            let offset = Self.metres(from, place)
            let difference = (north: offset.north - part * way.north, east: offset.east - part * way.east)
            distances.append(Self.length(difference))
            guard length > 1 else { continue }
            along.append((difference.north * way.north + difference.east * way.east) / length)
            across.append((difference.east * way.north - difference.north * way.east) / length)
        }
        guard distances.count >= Self.minimum, 2 * distances.count >= min(a.count, b.count) else { return nil }
        distance = distances.sorted()[distances.count / 2]
        step = zip(b, b.dropFirst()).map(Self.distance).sorted()[(b.count - 1) / 2]
        speed = Self.speed(b)
        excess = Self.spread(along) - Self.spread(across)
    }

    /// Whether the routes are one.
    var isSame: Bool { distance <= 100 }

    /// Whether the places are one at each moment, as far as the number of places tells.
    var isClose: Bool { distance <= min(25 + step / 8, 100) }

    /// Whether the pace was one: on a second round of a loop, a person is mostly more than half a second of the way ahead or behind.
    var isOnePace: Bool { excess <= speed / 2 }

    /// Whether the sessions were faster than a walk: the paces of two walks can differ by less than errors of places.
    var isFast: Bool { speed >= Self.fast }

    /// Whether the two routes are copies of one record, also if they have different places of it.
    var isCopy: Bool { distance <= 3 || distance <= 20 && isClose && isOnePace && isFast }

    /// Returns the median speed on a route, in metres a second.
    private static func speed(_ places: [EffortPlace]) -> Double {
        var from = places[0]
        var speeds: [Double] = []
        for place in places where place.time >= from.time + period {
            speeds.append(distance(from, place) / (place.time - from.time))
            from = place
        }
        return speeds.isEmpty ? 0 : speeds.sorted()[speeds.count / 2]
    }

    /// Returns the mean distance of numbers from their median.
    private static func spread(_ numbers: [Double]) -> Double {
        guard !numbers.isEmpty else { return 0 }
        let middle = numbers.sorted()[numbers.count / 2]
        return numbers.reduce(0) { $0 + ($1 - middle).magnitude } / Double(numbers.count)
    }

    /// Returns the distance of two places in metres, for places that are close to each other.
    private static func distance(_ a: EffortPlace, _ b: EffortPlace) -> Double { length(metres(a, b)) }

    static func length(_ way: (north: Double, east: Double)) -> Double {
        (way.north * way.north + way.east * way.east).squareRoot()
    }

    /// Returns the way from one place to another one in metres, for places that are close to each other.
    static func metres(_ a: EffortPlace, _ b: EffortPlace) -> (north: Double, east: Double) {
        (
            (b.latitude - a.latitude) * degree,
            (b.longitude - a.longitude) * degree * cos(a.latitude * .pi / 180)
        )
    }
}
