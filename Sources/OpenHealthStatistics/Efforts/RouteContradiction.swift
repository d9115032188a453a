// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Two routes that are in different places at the same moment, whatever the clocks are: the routes of two persons.
struct RouteContradiction {
    /// The median distance of the places at the same time, in metres.
    let distance: Double

    /// The largest median distance in metres that errors of positioning explain.
    private static let error = 150.0
    /// The minimum number of compared places.
    private static let minimum = 6
    /// The approximate maximum number of compared places.
    private static let places = 60
    /// The distance of the clocks that are tried, in seconds.
    private static let step = 10.0

    /// Compares two routes, or returns nil if they agree or share too little time.
    /// - Parameters:
    ///   - shift: The seconds by which the second route is expected to be later than the first.
    ///   - shifts: The range in which these seconds can be.
    init?(_ a: [EffortPlace], _ b: [EffortPlace], shift: Double, shifts: ClosedRange<Double>) {
        guard let first = b.first?.time, let last = b.last?.time, first < last else { return nil }
        let near = a.filter { $0.time + shifts.upperBound >= first && $0.time + shifts.lowerBound <= last }
        let count = max(1, near.count / Self.places)
        let compared = near.enumerated().filter { $0.offset % count == 0 }.map(\.element)
        let expected = Self.differences(compared, b, shift: shift)
        guard expected.count >= Self.minimum, let middle = Self.median(expected) else { return nil }
        var smallest = middle
        if smallest.excess <= Self.error { return nil }
        // No clock brings routes in different regions together.
        let isFar = Self.gap(compared, b) > Self.error
        for shift in stride(from: shifts.lowerBound, through: shifts.upperBound, by: Self.step) where !isFar {
            let found = Self.differences(compared, b, shift: shift)
            guard found.count >= Self.minimum, 2 * found.count >= expected.count, let middle = Self.median(found) else {
                continue
            }
            if middle.excess <= Self.error { return nil }
            if middle.excess < smallest.excess { smallest = middle }
        }
        distance = smallest.distance
    }

    private typealias Difference = (distance: Double, excess: Double)

    private static func median(_ differences: [Difference]) -> Difference? {
        differences.isEmpty ? nil : differences.sorted { $0.excess < $1.excess }[differences.count / 2]
    }

    /// Returns the distances of the places of a route from another one at the same time, and the part of them that is certain: between two
    /// places, a person can be beside the straight way by up to half of it.
    private static func differences(_ a: [EffortPlace], _ b: [EffortPlace], shift: Double) -> [Difference] {
        a.compactMap { place in
            let time = place.time + shift
            guard time >= b[0].time, time <= b[b.count - 1].time else { return nil }
            let next = max(1, firstIndex(in: b, from: time))
            let (from, to) = (b[next - 1], b[next])
            let part = to.time > from.time ? (time - from.time) / (to.time - from.time) : 0
            let way = RouteComparison.metres(from, to)
            let offset = RouteComparison.metres(from, place)
            let distance = RouteComparison.length((offset.north - part * way.north, offset.east - part * way.east))
            return (distance, distance - RouteComparison.length(way) / 2)
        }
    }

    /// Returns the metres that two routes are apart for certain, from the regions in which they are. Both have places.
    private static func gap(_ a: [EffortPlace], _ b: [EffortPlace]) -> Double {
        func degrees(_ part: (EffortPlace) -> Double) -> Double {
            let (first, second) = (a.map(part).sorted(), b.map(part).sorted())
            return max(0, second[0] - first[first.count - 1], first[0] - second[second.count - 1])
        }
        let narrowest = (a + b).map { cos($0.latitude * .pi / 180) }.reduce(1, min)
        let north = degrees(\.latitude) * RouteComparison.degree
        let east = degrees(\.longitude) * RouteComparison.degree * narrowest
        let longest = zip(b, b.dropFirst()).map { RouteComparison.length(RouteComparison.metres($0, $1)) }.max() ?? 0
        return RouteComparison.length((north, east)) - longest / 2
    }

    /// Returns the index of the first place that is not before a time; there has to be one.
    private static func firstIndex(in places: [EffortPlace], from time: Double) -> Int {
        var (low, high) = (0, places.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if places[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
