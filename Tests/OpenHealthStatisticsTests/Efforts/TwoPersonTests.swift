// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

/// Sessions of two persons at one time, as of two accounts in one store.
extension EffortMatcherTests {
    /// Records the sessions of two persons, with the same watch, with two of one maker, or with those of two makers.
    private static func record(
        _ first: GeneratedSession, _ second: GeneratedSession, _ random: inout SeededGenerator, _ facts: GeneratedFacts
    ) -> Pair {
        let device = GeneratedRecorder(
            source: 1, startDelay: 5, endDelay: 5, hasHeartRate: random.below(2) == 0, device: "3113")
        var other = device
        switch random.below(3) {
        case 0: other.source = 2
        case 1: other.device = "3121"
        default: break
        }
        return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
    }

    /// The kinds of pairs of sessions of two persons, with their makers.
    private static let together: [(String, @Sendable (inout SeededGenerator, GeneratedFacts) -> Pair)] = [
        (
            "two towns",
            { random, facts in
                let first = outdoors(&random)
                var second = outdoors(&random)
                second.start = first.start + random.number(0, 300).rounded()
                second.length = (first.length * random.number(0.95, 1.05)).rounded()
                second.origin = (
                    random.number(50_000, 500_000) * (random.below(2) == 0 ? 1 : -1), random.number(-500_000, 500_000)
                )
                return record(first, second, &random, facts)
            }
        ),
        (
            "one start and other directions",
            { random, facts in
                let first = outdoors(&random, isFast: true)
                var second = first
                second.seed = random.next()
                second.start += random.number(0, 3).rounded()
                second.length = (first.length * random.number(0.97, 1.03)).rounded()
                second.turn = random.number(1.2, 5)
                return record(first, second, &random, facts)
            }
        ),
        (
            "one route, and one of the two is slower",
            { random, facts in
                let first = outdoors(&random, length: 2400...5400, isFast: true)
                var second = first
                second.seed = random.next()
                second.start += random.number(0, 3).rounded()
                second.length += random.number(0, 10).rounded()
                second.pace = random.number(0.6, 0.75)
                return record(first, second, &random, facts)
            }
        ),
        (
            "equally long without series, some minutes later, with another distance",
            { random, facts in
                let first = outdoors(&random)
                var second = first
                second.start += random.number(70, 600).rounded()
                second.pace = random.number(0.6, 0.8)
                let device = GeneratedRecorder(
                    source: 1, startDelay: 5, endDelay: 5, hasHeartRate: false, hasRoute: false)
                var other = device
                other.source = 2
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
    ]

    @Test func noneOfTenThousandPairsOfTwoPersonsAreJoined() throws {
        for row in try Self.table(Self.together, count: 2500, seed: 43) {
            #expect(row.joined == 0, "\(row.kind): \(row.joined) of 2500")
        }
    }
}

/// Tests of routes that contradict each other, and of clocks that differ.
struct EffortContradictionTests {
    /// Runs to the north at 3 m/s without heart rates, with a place each ten seconds.
    private struct Runs: EffortFacts {
        /// The distances in metres to the east of a meridian, by workout; without one, there is no route.
        var roads: [Int64: Double] = [:]
        var distances: [Int64: Double] = [:]

        func distance(of candidate: EffortCandidate) -> Double? { distances[candidate.id] }

        func route(of candidate: EffortCandidate) -> [EffortPlace] {
            guard let road = roads[candidate.id] else { return [] }
            return stride(from: candidate.start, through: candidate.end, by: 10).map {
                EffortPlace(
                    time: $0, latitude: 3 * ($0 - candidate.start) / 111_195, longitude: road / 111_195)
            }
        }

        func heartRate(of candidate: EffortCandidate) -> [EffortReading] { [] }
    }

    private func run(_ id: Int64, _ start: Double, source: Int64? = nil) -> EffortCandidate {
        EffortCandidate(id: id, source: source ?? id, start: start, end: start + 1800, activity: .running)
    }

    private func compare(_ facts: Runs, _ one: EffortCandidate, _ other: EffortCandidate) throws -> EffortComparison {
        let matcher = EffortMatcher(facts)
        let comparison = try matcher.compare(one, other)
        #expect(try matcher.compare(other, one) == comparison)
        #expect(try matcher.match(one, other) == comparison.match)
        return comparison
    }

    @Test func routesInOtherPlacesAtTheSameMomentAreTwoEfforts() throws {
        let apart = Runs(roads: [1: 0, 2: 1000])
        // Two sources, and two files of one device.
        for source in [Int64(1), 2] {
            let comparison = try compare(apart, run(1, 0), run(2, 0, source: source))
            #expect(comparison.match == nil)
            #expect(comparison.routesApart?.rounded() == 1000)
        }
        #expect(try compare(apart, run(1, 0), run(2, 2)).match == nil)
        // Errors of positioning explain this, and nothing contradicts a workout without a route.
        let near = try compare(Runs(roads: [1: 0, 2: 100]), run(1, 0), run(2, 0))
        #expect(near.match == EffortMatch(score: 4, shift: 0) && near.routesApart == nil)
        let alone = try compare(Runs(roads: [1: 0]), run(1, 0), run(2, 0))
        #expect(alone.match == EffortMatch(score: 4, shift: 0) && alone.routesApart == nil)
    }

    @Test func aClockIsWrongOnlyIfSomethingAgrees() throws {
        func reasons(_ facts: Runs) throws -> [EffortReason] {
            try EffortMatcher(facts).reasons(run(1, 0), run(2, 300), shift: 0)
        }
        let match = EffortMatch(score: 3 + 1500.0 / 2100, shift: 0)
        // With the clock corrected, the places are the same at each moment.
        let oneRoute = Runs(roads: [1: 0, 2: 0])
        #expect(try compare(oneRoute, run(1, 0), run(2, 300)).match == match)
        #expect(try reasons(oneRoute).contains(.clock(seconds: 300)))
        let otherRoute = Runs(roads: [1: 0, 2: 1000], distances: [1: 5400, 2: 5400])
        #expect(try compare(otherRoute, run(1, 0), run(2, 300)).match == nil)
        let oneDistance = Runs(distances: [1: 5400, 2: 5400])
        #expect(try compare(oneDistance, run(1, 0), run(2, 300)).match == match)
        #expect(try reasons(oneDistance).contains(.clock(seconds: 300)))
        let otherDistance = Runs(distances: [1: 5400, 2: 4320])
        #expect(try compare(otherDistance, run(1, 0), run(2, 300)).match == nil)
        // Without facts, the time that is shared is the reason, and a larger difference is none.
        #expect(try compare(Runs(), run(1, 0), run(2, 300)).match == match)
        #expect(
            try reasons(Runs()) == [.time(shared: 1500.0 / 2100, start: 300, end: 300), .activity])
        #expect(try compare(Runs(), run(1, 0), run(2, 900)).match == nil)
        #expect(try compare(oneDistance, run(1, 0), run(2, 900)).match == EffortMatch(score: 2.5, shift: 900))
    }

    @Test func contradictionsAreInTwoGroupsUnlessThePersonJoinedThem() throws {
        // The third workout has no route, and could be that of each of the two persons.
        let workouts = [run(1, 0), run(2, 0), run(3, 0)]
        let links = [EffortLink(a: 1, b: 3, score: 4), EffortLink(a: 2, b: 3, score: 3.9)]
        let contradictions: Set = [EffortLink(a: 2, b: 1, score: 0)]
        func groups(joined: [[Int64]]) -> [[Int64]] {
            EffortGroups.groups(
                workouts, links: links, joined: joined, separate: [], contradictions: contradictions
            ).map { $0.map(\.id) }
        }
        #expect(groups(joined: []) == [[1, 3], [2]])
        #expect(groups(joined: [[1, 2]]) == [[1, 2, 3]])
    }
}
