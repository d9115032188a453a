// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel
import OpenHealthStatistics
import OpenHealthTestBasics
import Testing

/// The recall and precision of the matcher on generated pairs.
struct EffortMatcherTests {
    private static let kinds: [(HKWorkoutActivityType, Double)] = [
        (.running, 2.9), (.cycling, 7), (.hiking, 1.3), (.walking, 1.5), (.crossCountrySkiing, 3.5),
    ]

    /// Returns a session outdoors.
    static func outdoors(
        _ random: inout SeededGenerator, length: ClosedRange<Double> = 1500...7200, isFast: Bool = false
    ) -> GeneratedSession {
        let kinds = isFast ? kinds.filter { $0.1 > 2 } : kinds
        let kind = kinds[random.below(kinds.count)]
        return GeneratedSession(
            activity: kind.0, start: (1.7e9 + random.number(0, 3e7)).rounded(),
            length: random.number(length.lowerBound, length.upperBound).rounded(),
            speed: kind.1 * random.number(0.85, 1.15), seed: random.next(), path: random.next())
    }

    typealias Pair = (EffortCandidate, EffortCandidate)

    /// The kinds of pairs that are one effort, with their makers.
    private static let same: [(String, @Sendable (inout SeededGenerator, GeneratedFacts) -> Pair)] = [
        (
            "watch and phone",
            { random, facts in
                let session = outdoors(&random)
                let watch = GeneratedRecorder(source: 1, startDelay: 20, endDelay: 30)
                let phone = GeneratedRecorder(
                    source: 2, startDelay: 120, endDelay: 300, distanceError: 0.03, hasHeartRate: false,
                    activity: session.activity == .hiking ? .walking : nil)
                return (facts.record(session, by: watch, &random), facts.record(session, by: phone, &random))
            }
        ),
        (
            "watch and Strava copy",
            { random, facts in
                let session = outdoors(&random)
                let watch = GeneratedRecorder(source: 1)
                let copy = GeneratedRecorder(source: 3, activity: random.below(5) == 0 ? .other : nil)
                return (facts.record(session, by: watch, &random), facts.record(session, by: copy, &random))
            }
        ),
        (
            "stopped after a pause",
            { random, facts in
                var session = outdoors(&random, length: 2400...7200)
                let watch = GeneratedRecorder(source: 1, startDelay: 10, endDelay: 10)
                let first = facts.record(session, by: watch, &random)
                session.length = (session.length * random.number(0.55, 0.95)).rounded()
                return (first, facts.record(session, by: GeneratedRecorder(source: 2, startDelay: 60), &random))
            }
        ),
        (
            "clock wrong by minutes",
            { random, facts in
                let session = outdoors(&random)
                let minutes = random.number(1, 9) * (random.below(2) == 0 ? 60 : -60)
                let watch = GeneratedRecorder(source: 1, startDelay: 10, endDelay: 10)
                let phone = GeneratedRecorder(
                    source: 2, startDelay: 30, endDelay: 60, shift: minutes.rounded(), distanceError: 0.015)
                return (facts.record(session, by: watch, &random), facts.record(session, by: phone, &random))
            }
        ),
        (
            "an hour of a wrong zone",
            { random, facts in
                let hasHeart = random.below(4) > 0
                let session = outdoors(&random, isFast: !hasHeart)
                let hours = [-2.0, -1, 1, 2][random.below(4)]
                let watch = GeneratedRecorder(source: 1, startDelay: 10, endDelay: 10)
                let copy = GeneratedRecorder(
                    source: 3, startDelay: 20, endDelay: 40, shift: 3600 * hours, distanceError: 0.015,
                    hasHeartRate: hasHeart, hasRoute: !hasHeart || random.below(2) == 0)
                return (facts.record(session, by: watch, &random), facts.record(session, by: copy, &random))
            }
        ),
        (
            "hours and a half of a wrong zone, a walk whose distance differs",
            { random, facts in
                var session = outdoors(&random)
                session.activity = .walking
                let hasHeart = random.below(2) == 0
                // Without heart rates, walks have to be copies of one record.
                let delay = hasHeart ? 10.0 : 0
                let watch = GeneratedRecorder(source: 1, startDelay: delay, endDelay: delay, distanceError: 0)
                let copy = GeneratedRecorder(
                    source: 3, startDelay: delay, endDelay: delay, shift: 3600 * 5.5,
                    distanceError: hasHeart ? 0.01 : 0.05, hasHeartRate: hasHeart, hasRoute: !hasHeart)
                return (facts.record(session, by: watch, &random), facts.record(session, by: copy, &random))
            }
        ),
        (
            "clocks that differ by seconds and by hours or three quarters of a wrong zone",
            { random, facts in
                let hasHeart = random.below(2) == 0
                let session = outdoors(&random, isFast: !hasHeart)
                let hours = [-1.0, 1, 0.75, 5.75][random.below(4)]
                let watch = GeneratedRecorder(source: 1, startDelay: 10, endDelay: 10)
                let copy = GeneratedRecorder(
                    source: 3, startDelay: 10, endDelay: 10, shift: 3600 * hours + random.number(-20, 20).rounded(),
                    hasHeartRate: hasHeart, hasRoute: !hasHeart)
                return (facts.record(session, by: watch, &random), facts.record(session, by: copy, &random))
            }
        ),
        (
            "walks that overlap, an hour of a wrong zone, without heart rates",
            { random, facts in
                var session = outdoors(&random, length: 4200...7000)
                session.activity = .walking
                session.speed = random.number(1.2, 1.6)
                let hasRoute = random.below(2) == 0
                let watch = GeneratedRecorder(
                    source: 1, startDelay: hasRoute ? 20 : 5, distanceError: 0.01, hasHeartRate: false,
                    hasRoute: hasRoute)
                let copy = GeneratedRecorder(
                    source: 3, shift: 3600, distanceError: 0.01, hasHeartRate: false, hasRoute: hasRoute)
                return (facts.record(session, by: watch, &random), facts.record(session, by: copy, &random))
            }
        ),
        (
            "a watch and a bicycle computer of one maker",
            { random, facts in
                var session = outdoors(&random)
                session.activity = .cycling
                let watch = GeneratedRecorder(source: 1, startDelay: 180, endDelay: 180, device: "3113")
                let computer = GeneratedRecorder(source: 1, startDelay: 10, device: "3121")
                return (facts.record(session, by: watch, &random), facts.record(session, by: computer, &random))
            }
        ),
        (
            "a summary in a wrong zone",
            { random, facts in
                var session = outdoors(&random, length: 1500...3000)
                // A length of whole minutes could be that of another session.
                if session.length.remainder(dividingBy: 60) == 0 { session.length += 7 }
                let watch = GeneratedRecorder(source: 1, distanceError: 0)
                let copy = GeneratedRecorder(
                    source: 3, shift: 3600, distanceError: 0, hasHeartRate: false, hasRoute: false)
                return (facts.record(session, by: watch, &random), facts.record(session, by: copy, &random))
            }
        ),
    ]

    /// The kinds of pairs of different sessions, with their makers.
    private static let different: [(String, @Sendable (inout SeededGenerator, GeneratedFacts) -> Pair)] = [
        (
            "there and back",
            { random, facts in
                var there = outdoors(&random, length: 1200...3000)
                there.activity = .cycling
                let hasFacts = random.below(2) == 0
                let device = GeneratedRecorder(
                    source: 1, startDelay: 20, endDelay: 20, hasHeartRate: hasFacts, hasRoute: hasFacts)
                var back = there
                back.seed = random.next()
                back.isReversed = true
                back.start += (random.number(7, 11) * 4).rounded() * 900 + random.normal(120).rounded()
                back.length = (back.length * random.number(0.97, 1.03)).rounded()
                var other = device
                other.source = 2
                return (facts.record(there, by: device, &random), facts.record(back, by: other, &random))
            }
        ),
        (
            "intervals",
            { random, facts in
                var first = outdoors(&random, length: 180...400)
                first.activity = .running
                var second = first
                second.seed = random.next()
                second.start += first.length + random.number(30, 180).rounded()
                return (
                    facts.record(first, by: GeneratedRecorder(source: 1), &random),
                    facts.record(second, by: GeneratedRecorder(source: 2), &random)
                )
            }
        ),
        (
            "a run and strength after it",
            { random, facts in
                let run = outdoors(&random)
                let strength = GeneratedSession(
                    activity: .traditionalStrengthTraining,
                    start: run.start + run.length + random.number(-90, 300).rounded(),
                    length: random.number(1200, 3600).rounded(), speed: nil, seed: random.next(), path: 0)
                return (
                    facts.record(run, by: GeneratedRecorder(source: 1), &random),
                    facts.record(strength, by: GeneratedRecorder(source: 2, endDelay: 60), &random)
                )
            }
        ),
        (
            "two swims of a day",
            { random, facts in
                let lengths = Double(40 + random.below(3) * 20)
                let first = GeneratedSession(
                    activity: .swimming, start: (1.7e9 + random.number(0, 3e7)).rounded(),
                    length: (random.number(25, 50) * 60).rounded(), speed: 1, seed: random.next(), path: 1)
                var second = first
                second.seed = random.next()
                second.start += first.length + (random.number(0.2, 10) * 3600).rounded()
                if random.below(2) == 0 { second.start = first.start + Double(1 + random.below(9)) * 3600 }
                second.length = (first.length * random.number(0.9, 1.1)).rounded()
                var (a, b) = (first, second)
                a.speed = lengths * 25 / a.length
                b.speed = lengths * 25 / b.length
                let device = GeneratedRecorder(source: 1, distanceError: 0, hasRoute: false)
                let other = GeneratedRecorder(
                    source: 2, distanceError: 0, hasHeartRate: random.below(2) == 0, hasRoute: false)
                return (facts.record(a, by: device, &random), facts.record(b, by: other, &random))
            }
        ),
        (
            "indoor sessions back to back",
            { random, facts in
                let length = [1800.0, 2700, 3600][random.below(3)]
                let first = GeneratedSession(
                    activity: .cycling, start: ((1.7e9 + random.number(0, 3e7)) / 900).rounded() * 900, length: length,
                    speed: random.below(2) == 0 ? 8 : nil, seed: random.next(), path: 1, hasIntervals: true)
                var second = first
                second.seed = random.next()
                second.start += length + Double(random.below(3)) * 300
                let device = GeneratedRecorder(source: 1, startDelay: 10, endDelay: 10, hasRoute: false)
                let other = GeneratedRecorder(
                    source: 2, startDelay: 10, endDelay: 10, hasHeartRate: random.below(2) == 0, hasRoute: false)
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
        (
            "one indoor class twice, on the hour",
            { random, facts in
                let hour = ((1.7e9 + random.number(0, 3e7)) / 3600).rounded() * 3600
                let first = GeneratedSession(
                    activity: .cycling, start: hour + random.number(-60, 60).rounded(), length: 2700, speed: nil,
                    seed: random.next(), path: 1, hasIntervals: true, rise: 40, variation: 1.5)
                var second = first
                second.seed = random.next()
                second.start = hour + Double(1 + random.below(12)) * 3600 + random.number(-60, 60).rounded()
                let device = GeneratedRecorder(source: 1, startDelay: 10, endDelay: 10, hasRoute: false)
                var other = device
                other.source = 2
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
        (
            "one loop twice, a minute or more beside the hour",
            { random, facts in
                let first = outdoors(&random, length: 1500...3000)
                var second = first
                second.seed = random.next()
                let minutes = random.number(60, 170) * (random.below(2) == 0 ? 1 : -1)
                second.start += Double(1 + random.below(12)) * 3600 + minutes.rounded()
                let device = GeneratedRecorder(source: 1, hasHeartRate: random.below(2) == 0)
                var other = device
                other.source = 2
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
        (
            "one loop twice, on the hour, with small differences of the pace",
            { random, facts in
                var first = outdoors(&random, length: 1500...3000)
                first.swing = random.number(40, 60)
                var second = first
                second.seed = random.next()
                second.start += Double(1 + random.below(12)) * 3600 + random.number(-20, 20).rounded()
                let device = GeneratedRecorder(source: 1, hasHeartRate: random.below(2) == 0)
                var other = device
                other.source = 2
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
        (
            "one walk twice, on the hour, with very small differences of the pace, also of one device",
            { random, facts in
                var first = outdoors(&random, length: 1500...3000)
                first.activity = .walking
                first.speed = random.number(1.2, 1.6)
                first.swing = random.number(5, 10)
                var second = first
                second.seed = random.next()
                let seconds = random.number(2, 20).rounded() * (random.below(2) == 0 ? 1 : -1)
                second.start += Double(1 + random.below(12)) * 3600 + seconds
                let device = GeneratedRecorder(source: 1, hasHeartRate: false)
                var other = device
                other.source = random.below(2) == 0 ? 1 : 2
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
        (
            "one programme on a treadmill twice, on the hour, without series",
            { random, facts in
                let first = GeneratedSession(
                    activity: .running, start: (1.7e9 + random.number(0, 3e7)).rounded(),
                    length: random.number(1200, 3000).rounded(), speed: 2.8, seed: random.next(), path: 1)
                var second = first
                second.seed = random.next()
                second.start += Double(1 + random.below(3)) * 3600
                let device = GeneratedRecorder(
                    source: 1, startDelay: 60, endDelay: 10, distanceError: 0.01, hasHeartRate: false, hasRoute: false)
                var other = device
                other.source = 2
                return (facts.record(first, by: device, &random), facts.record(second, by: other, &random))
            }
        ),
        (
            "there and back, with equal heart rates",
            { random, facts in
                var there = outdoors(&random, length: 1200...3000)
                there.activity = .cycling
                there.speed = 7
                var back = there
                back.isReversed = true
                back.start += Double(1 + random.below(10)) * 3600
                return (
                    facts.record(there, by: GeneratedRecorder(source: 1), &random),
                    facts.record(back, by: GeneratedRecorder(source: 2), &random)
                )
            }
        ),
    ]

    /// Returns the number of joined pairs of each kind.
    static func table(
        _ kinds: [(String, @Sendable (inout SeededGenerator, GeneratedFacts) -> Pair)], count: Int, seed: UInt64
    ) throws -> [(kind: String, joined: Int)] {
        try kinds.enumerated().map { index, kind in
            var random = SeededGenerator(seed: seed, stream: 9, index: UInt64(index))
            let facts = GeneratedFacts()
            let matcher = EffortMatcher(facts)
            var joined = 0
            for pair in 0..<count {
                let (a, b) = kind.1(&random, facts)
                let found = try matcher.match(a, b)
                if found != nil { joined += 1 }
                if pair % 20 == 0 { #expect(try matcher.match(b, a) == found) }
            }
            return (kind.0, joined)
        }
    }

    @Test func workoutsAreAtOneTimeIfTheyOverlapOrStartWithinTheLargestErrorOfAZone() {
        func areAtOneTime(_ times: [(start: Double, end: Double)]) -> Bool {
            EffortMatcher<GeneratedFacts>.areAtOneTime(times)
        }
        #expect(areAtOneTime([]) && areAtOneTime([(0, 10)]))
        #expect(areAtOneTime([(54_000, 54_010), (0, 10)]))
        #expect(!areAtOneTime([(54_001, 54_010), (0, 10)]))
        #expect(areAtOneTime([(54_001, 54_010), (0, 54_001)]))
        #expect(areAtOneTime([(100_000, 100_010), (0, 100_000), (20, 30)]))
        #expect(!areAtOneTime([(0, 10), (50_000, 50_010), (200_000, 200_010)]))
    }

    @Test func atLeast98PercentOfThePairsOfOneEffortAreJoined() throws {
        for row in try Self.table(Self.same, count: 100, seed: 41) {
            #expect(row.joined >= 98, "\(row.kind): \(row.joined) of 100")
        }
    }

    @Test func noneOfTenThousandPairsOfDifferentSessionsAreJoined() throws {
        for row in try Self.table(Self.different, count: 2000, seed: 42) {
            #expect(row.joined == 0, "\(row.kind): \(row.joined) of 2000")
        }
    }
}

/// Tests of workouts and their beginnings, as of files that are cut off.
struct EffortBeginningTests {
    /// Heart rates that rise and fall together, around the rate of each workout; none without a rate.
    private struct Rates: EffortFacts {
        var rates: [Int64: Double]

        func distance(of candidate: EffortCandidate) -> Double? { nil }

        func route(of candidate: EffortCandidate) -> [EffortPlace] { [] }

        func heartRate(of candidate: EffortCandidate) -> [EffortReading] {
            guard let rate = rates[candidate.id] else { return [] }
            return stride(from: candidate.start, to: candidate.end, by: 10).map {
                EffortReading(time: $0, value: rate + ($0.remainder(dividingBy: 300)) / 10)
            }
        }
    }

    private let whole = EffortCandidate(id: 1, source: 1, start: 0, end: 3600, activity: .running)

    private func match(
        _ activity: HKWorkoutActivityType, isIncomplete: Bool = true, from start: Double = 0,
        rates: [Int64: Double] = [:]
    ) throws -> EffortMatch? {
        let part = EffortCandidate(
            id: 2, source: 2, start: start, end: start + 900, activity: activity, isIncomplete: isIncomplete)
        let matcher = EffortMatcher(Rates(rates: rates))
        let match = try matcher.match(part, whole)
        #expect(try matcher.match(whole, part) == match)
        return match
    }

    @Test func aBeginningOfAnUnknownKindIsOneEffortWithTheWholeOfAnyKind() throws {
        let beginning = EffortMatch(score: 2.75, shift: 0)
        #expect(try match(.other) == beginning)
        #expect(try match(.other, rates: [1: 140, 2: 141]) == beginning)
        #expect(try match(.other, isIncomplete: false, rates: [1: 140, 2: 141]) == beginning)
        #expect(try match(.running, isIncomplete: false) == beginning)
    }

    @Test func otherHeartRatesTimesAndKindsAreOtherEfforts() throws {
        // The hearts of two persons.
        #expect(try match(.other, rates: [1: 140, 2: 110]) == nil)
        #expect(try match(.other, isIncomplete: false, rates: [1: 140, 2: 110]) == nil)
        // Nothing says that the whole workout contains it.
        #expect(try match(.other, isIncomplete: false) == nil)
        #expect(try match(.other, isIncomplete: false, rates: [1: 140]) == nil)
        #expect(try match(.other, from: 60) == nil)
        #expect(try match(.other, from: 60, rates: [1: 140, 2: 140]) == nil)
        #expect(try match(.yoga, rates: [1: 140, 2: 140]) == nil)
    }

    @Test func aWholeThatIsCutOffIsNoReasonForAShorterWorkout() throws {
        var long = whole
        long.isIncomplete = true
        let short = EffortCandidate(id: 2, source: 2, start: 0, end: 900, activity: .other)
        #expect(try EffortMatcher(Rates(rates: [:])).match(short, long) == nil)
    }
}

struct EffortGroupsTests {
    private static func workout(_ id: Int64, source: Int64, _ start: Double, _ end: Double) -> EffortCandidate {
        EffortCandidate(id: id, source: source, start: start, end: end, activity: .running)
    }

    private static func ids(_ groups: [[EffortCandidate]]) -> [[Int64]] { groups.map { $0.map(\.id) } }

    @Test func groupsDoNotDependOnTheOrderOfWorkoutsAndLinks() {
        let workouts = [
            Self.workout(1, source: 1, 0, 3600), Self.workout(2, source: 2, 60, 3600),
            Self.workout(3, source: 3, 3600, 7200), Self.workout(4, source: 1, 9000, 9900),
            // Another workout of the first source, which belongs to the third one less.
            Self.workout(5, source: 1, 3500, 7100),
        ]
        let links = [
            EffortLink(a: 1, b: 2, score: 4), EffortLink(a: 2, b: 3, score: 1.5), EffortLink(a: 1, b: 3, score: 1.4),
            EffortLink(a: 5, b: 3, score: 3),
        ]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<20 {
            let groups = EffortGroups.groups(
                workouts.shuffled(using: &random), links: links.shuffled(using: &random), joined: [], separate: [])
            #expect(Self.ids(groups) == [[1, 2], [5, 3], [4]])
        }
    }

    @Test func workoutsOfAppsJoinOneGroupAndConnectNone() {
        var app = Self.workout(3, source: 3, 0, 7200)
        app.isOfApp = true
        let workouts = [Self.workout(1, source: 1, 0, 3600), Self.workout(2, source: 2, 3600, 7200), app]
        let links = [EffortLink(a: 1, b: 3, score: 4), EffortLink(a: 2, b: 3, score: 3.9)]
        var random = SeededGenerator(seed: 7)
        for _ in 0..<10 {
            let shuffled = links.shuffled(using: &random)
            #expect(
                Self.ids(EffortGroups.groups(workouts, links: shuffled, joined: [], separate: [])) == [[1, 3], [2]])
            // Those of imports are linked first, however certain the links with the app's are.
            let more = shuffled + [EffortLink(a: 1, b: 2, score: 1)]
            #expect(
                Self.ids(EffortGroups.groups(workouts, links: more, joined: [], separate: [])) == [[1, 3, 2]])
        }
    }

    @Test func theSportsOfAMultisportWorkoutAreOneEffortWithIt() throws {
        func sport(_ id: Int64, _ activity: HKWorkoutActivityType, source: Int64 = 2, _ start: Double, _ end: Double)
            -> EffortCandidate
        {
            EffortCandidate(id: id, source: source, start: start, end: end, activity: activity)
        }
        let whole = sport(1, .swimBikeRun, source: 1, 0, 6510)
        let sports = [
            sport(2, .swimming, 3, 1200), sport(3, .transition, 1200, 1320), sport(4, .cycling, 1320, 4920),
            sport(5, .running, 5010, 6510),
            // The run of a third source.
            sport(6, .running, source: 3, 5015, 6500),
            // It starts in the time of the triathlon, and most of it is later.
            sport(7, .walking, 6400, 8000),
            // It is no sport of a triathlon.
            sport(8, .yoga, source: 3, 100, 400),
        ]
        let matcher = EffortMatcher(GeneratedFacts())
        func groups(_ workouts: [EffortCandidate]) throws -> [[Int64]] {
            var links: [EffortLink] = []
            for (index, one) in workouts.enumerated() {
                for other in workouts[..<index] {
                    guard let match = try matcher.match(one, other) else { continue }
                    #expect(try matcher.match(other, one) == match)
                    links.append(EffortLink(a: one.id, b: other.id, score: match.score))
                }
            }
            return Self.ids(EffortGroups.groups(workouts, links: links, joined: [], separate: []))
        }
        #expect(try groups([whole] + sports) == [[1, 2, 3, 4, 5, 6], [8], [7]])
        #expect(try groups(sports.reversed() + [whole]) == [[1, 2, 3, 4, 5, 6], [8], [7]])
        // Without it, they are efforts of their own.
        #expect(try groups(sports) == [[2], [8], [3], [4], [5, 6], [7]])
    }

    @Test func consecutivePartsOfOneDeviceAreOneEffortWithTheWhole() throws {
        func ride(
            _ id: Int64, source: Int64, _ times: ClosedRange<Double>, _ activity: HKWorkoutActivityType = .cycling
        )
            -> EffortCandidate
        {
            EffortCandidate(
                id: id, source: source, start: times.lowerBound, end: times.upperBound, activity: activity)
        }
        let matcher = EffortMatcher(GeneratedFacts())
        var random = SeededGenerator(seed: 11)
        func groups(_ workouts: [EffortCandidate], separate: Set<Int64> = []) throws -> [[Int64]] {
            var links: [EffortLink] = []
            for (index, one) in workouts.enumerated() {
                for other in workouts[..<index] {
                    if let match = try matcher.match(one, other) {
                        links.append(EffortLink(a: one.id, b: other.id, score: match.score))
                    }
                    #expect(EffortLink.ofPiece(one, other) == EffortLink.ofPiece(other, one))
                    if let link = EffortLink.ofPiece(one, other) { links.append(link) }
                }
            }
            let result = Self.ids(EffortGroups.groups(workouts, links: links, joined: [], separate: separate))
            for _ in 0..<10 {
                let other = EffortGroups.groups(
                    workouts.shuffled(using: &random), links: links.shuffled(using: &random), joined: [],
                    separate: separate)
                #expect(Self.ids(other) == result)
            }
            return result
        }
        let whole = ride(1, source: 1, 0...7300)
        let halves = [ride(2, source: 2, 0...3600), ride(3, source: 2, 3700...7300)]
        #expect(try groups([whole] + halves) == [[2, 1, 3]])
        // Without the whole, they are efforts of their own.
        #expect(try groups(halves) == [[2], [3]])
        #expect(try groups([whole] + halves, separate: [1]) == [[2], [1], [3]])
        // Copies of the parts by a third source belong to the effort, too.
        let copies = [ride(4, source: 3, 5...3610), ride(5, source: 3, 3705...7290)]
        #expect(try groups([whole] + halves + copies) == [[2, 1, 4, 3, 5]])
        // Parts can be short.
        let thirds = [
            ride(6, source: 2, 30...1500), ride(7, source: 2, 2000...4000), ride(8, source: 2, 4500...7250),
        ]
        #expect(try groups([whole] + thirds) == [[1, 6, 7, 8]])
        // The next session is not a part, and neither is a session of another kind.
        let next = ride(9, source: 2, 7400...9000)
        #expect(try groups([whole] + halves + [next]) == [[2, 1, 3], [9]])
        #expect(
            try groups([whole, ride(2, source: 2, 0...3600), ride(10, source: 2, 3700...7300, .yoga)]) == [
                [2, 1], [10],
            ])
        // Short sessions in the time of a long one do not cover it.
        let short = [ride(11, source: 2, 1000...1900), ride(12, source: 2, 4000...4900)]
        #expect(try groups([whole] + short) == [[1], [11], [12]])
        // A device does not record a whole and its parts.
        #expect(try groups([ride(1, source: 2, 0...7300), ride(13, source: 2, 3700...7300)]) == [[1], [13]])
        // An app joins, and does not connect others.
        var ofApp = whole
        ofApp.isOfApp = true
        #expect(try groups([ofApp] + halves).count == 2)
    }

    @Test func thePersonsDecisionsTakePrecedence() {
        let workouts = [
            Self.workout(1, source: 1, 0, 3600), Self.workout(2, source: 2, 60, 3600),
            Self.workout(3, source: 1, 9000, 9900),
        ]
        let links = [EffortLink(a: 1, b: 2, score: 4)]
        let split = EffortGroups.groups(workouts, links: links, joined: [], separate: [2])
        #expect(Self.ids(split) == [[1], [2], [3]])
        // Workouts of one source are joined only by the person.
        let joined = EffortGroups.groups(workouts, links: links, joined: [[1, 3]], separate: [])
        #expect(Self.ids(joined) == [[1, 2, 3]])
    }
}
