// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// Decides whether two workouts are one effort of a person.
///
/// A person does one thing at a time: workouts of two sources that share most of their time are one effort, also if one of them was
/// paused or stopped late. Those whose routes are in different places at the same moment are of two persons, and never one effort. The
/// beginning of a workout, as of a file that is cut off, is one effort with it if both are of one kind, or if one kind is unknown and the
/// heart rates and routes allow it. Other pairs need more, because a clock was wrong for one of them:
///
/// - A clock that is wrong by some minutes: the workouts still overlap, are equally long, and have the same distance, heart rate or route.
/// - A wrong time zone: the workouts are whole hours or quarters of them apart, are equally long, and the heart rate or the route agrees at
///   each moment. A way there and back has other places at each moment, and two sessions by one plan another heart rate. Walks without
///   heart rates, and workouts without either, must be copies of one record: equal to the second, and the latter with an equal distance.
///   Workouts that overlap need less: one person does one thing once at a time.
///
/// The sports of a multisport workout that another device recorded as workouts of their own are parts of one effort.
///
/// The result depends on the two workouts only, and not on their order.
package struct EffortMatcher<Facts: EffortFacts> {
    private let facts: Facts

    package init(_ facts: Facts) {
        self.facts = facts
    }

    /// The distance of the starts in seconds from which workouts are never one effort.
    package static var reach: Double { EffortLimits.reach }

    /// Returns whether the times of workouts allow that a person joins them to one effort.
    ///
    /// Each overlaps another one, or starts so near to it that a wrong clock or time zone explains the difference.
    package static func areAtOneTime(_ times: [(start: Double, end: Double)]) -> Bool {
        let times = times.sorted { $0.start < $1.start }
        guard var last = times.first else { return true }
        for time in times.dropFirst() {
            guard time.start <= last.end || time.start - last.start <= reach else { return false }
            last = (time.start, max(last.end, time.end))
        }
        return true
    }

    /// Returns how two workouts are one effort, or nil if they are not.
    package func match(_ one: EffortCandidate, _ other: EffortCandidate) throws -> EffortMatch? {
        try compare(one, other).match
    }

    /// Compares two workouts. Those whose routes contradict each other are not one effort, whatever else agrees.
    package func compare(_ one: EffortCandidate, _ other: EffortCandidate) throws -> EffortComparison {
        guard one.id != other.id else { return EffortComparison() }
        let pair = EffortPair(one, other)
        guard pair.isPossible else { return EffortComparison() }
        let match = try matchByRules(one, other, pair)
        let apart = try contradiction(pair, shift: match?.shift)?.distance
        return EffortComparison(match: apart == nil ? match : nil, routesApart: apart)
    }

    /// Returns the contradiction of the routes of two workouts; nil if they agree with the clocks of a match, at the same time, or in a
    /// wrong zone.
    private func contradiction(_ pair: EffortPair, shift: Double?) throws -> RouteContradiction? {
        let isTogether = pair.overlap >= 0.5 * pair.shorter
        let shifts = Set([shift ?? (isTogether ? 0 : nil), pair.hours].compactMap(\.self)).sorted()
        if shifts.isEmpty { return nil }
        let routes = (try facts.route(of: pair.a), try facts.route(of: pair.b))
        if routes.0.isEmpty || routes.1.isEmpty { return nil }
        let found = shifts.map {
            RouteContradiction(routes.0, routes.1, shift: $0, shifts: pair.range(around: $0))
        }
        if found.contains(where: { $0 == nil }) { return nil }
        return found.compactMap(\.self).min { $0.distance < $1.distance }
    }

    private func matchByRules(_ one: EffortCandidate, _ other: EffortCandidate, _ pair: EffortPair) throws
        -> EffortMatch?
    {
        guard !one.hasRecorder(of: other) else { return try ofOneSource(pair) }
        if one.isPart(of: other) || other.isPart(of: one) {
            return EffortMatch(score: 2.2 + pair.shared / 10, shift: 0)
        }
        return try byTime(pair) ?? byMinutes(pair) ?? byHours(pair)
    }

    /// Returns the reasons for a match, with all facts that agree.
    /// - Parameters:
    ///   - one: The first workout, to which the differences refer.
    ///   - other: The second workout.
    package func reasons(_ one: EffortCandidate, _ other: EffortCandidate, shift: Double) throws -> [EffortReason] {
        let pair = EffortPair(one, other, isOrdered: true)
        // Both ends are equally late: a clock was wrong, although the workouts overlap.
        let isLate =
            try pair.isLate && evidence(pair, shifts: [pair.startShift, pair.endShift]).agrees(distance: 0.05)
        let shift = shift == 0 && isLate ? pair.startShift : shift
        var reasons = [EffortReason.time(shared: pair.shared(shift: shift), start: pair.startShift, end: pair.endShift)]
        if shift != 0 { reasons.append(.clock(seconds: shift)) }
        if pair.relation == .same || pair.relation == .related { reasons.append(.activity) }
        let evidence = try evidence(
            pair,
            shifts: shift == 0
                ? [0, pair.startShift, pair.endShift] : pair.shifts(shift) + Self.shifts(near: shift))
        if let difference = evidence.distance, difference <= 0.1 { reasons.append(.distance(difference: difference)) }
        if let route = evidence.route, route.isSame { reasons.append(.route(distance: route.distance)) }
        if let heart = evidence.heartRate, heart.isGood {
            reasons.append(.heartRate(correlation: heart.correlation, difference: heart.difference))
        }
        return reasons
    }

    // MARK: Rules

    /// A device records one session at a time, but two files can have it, one of them with a wrong clock.
    private func ofOneSource(_ pair: EffortPair) throws -> EffortMatch? {
        guard pair.relation != .different else { return nil }
        if pair.shared >= 0.95 { return EffortMatch(score: 3 + pair.shared, shift: 0) }
        if pair.isBeginning { return EffortMatch(score: 2.5 + pair.shared, shift: 0) }
        guard (pair.startShift - pair.endShift).magnitude <= 2, let shift = pair.hours ?? pair.minutes else {
            return nil
        }
        let evidence = try evidence(pair, shifts: [pair.startShift])
        let isCopy = evidence.heartRate.map(\.isCopy) ?? evidence.route.map(\.isCopy) ?? false
        return isCopy ? EffortMatch(score: 1 + pair.shared(shift: shift) / 2, shift: shift) : nil
    }

    private func byTime(_ pair: EffortPair) throws -> EffortMatch? {
        if pair.relation == .different {
            guard pair.shared >= 0.8 else { return nil }
            let evidence = try evidence(pair, shifts: [0, pair.startShift])
            guard evidence.agrees(distance: 0.03), !evidence.isContradiction else { return nil }
            return EffortMatch(score: 3, shift: 0)
        }
        if pair.shared >= 0.5 {
            return try pair.isLate && isOfTwoPersons(pair) ? nil : EffortMatch(score: 3 + pair.shared, shift: 0)
        }
        // A device that was started late or stopped early records a part.
        if pair.relation != .unspecified, pair.overlap >= 0.9 * pair.shorter, pair.overlap >= 0.4 * pair.longer {
            return EffortMatch(score: 2.5 + pair.shared, shift: 0)
        }
        if try pair.isBeginning && isOfOneKind(pair) { return EffortMatch(score: 2.5 + pair.shared, shift: 0) }
        return nil
    }

    /// Returns whether nothing agrees in two workouts of which one is late as a whole, and their distances or heart rates differ.
    private func isOfTwoPersons(_ pair: EffortPair) throws -> Bool {
        let evidence = try evidence(pair, shifts: [0, pair.startShift, pair.endShift])
        return !evidence.agrees(distance: 0.1) && (evidence.distance != nil || evidence.isContradiction)
    }

    /// Returns whether a workout and its beginning are of one kind. A file that is cut off may not state its kind.
    private func isOfOneKind(_ pair: EffortPair) throws -> Bool {
        guard pair.relation == .unspecified else { return pair.relation == .same }
        let evidence = try evidence(pair, shifts: [0, pair.startShift])
        guard !evidence.isContradiction, evidence.route?.isSame ?? true else { return false }
        return pair.isShorterIncomplete || evidence.agrees(distance: 0)
    }

    private func byMinutes(_ pair: EffortPair) throws -> EffortMatch? {
        guard pair.relation != .different, let shift = pair.minutes,
            (pair.startShift - pair.endShift).magnitude <= max(90, 0.05 * pair.longer)
        else { return nil }
        let evidence = try evidence(pair, shifts: [pair.startShift, pair.endShift])
        guard !evidence.isContradiction, evidence.agrees(distance: 0.05) else { return nil }
        return EffortMatch(score: 2 + pair.shared(shift: shift) / 2, shift: shift)
    }

    private func byHours(_ pair: EffortPair) throws -> EffortMatch? {
        guard pair.relation != .different, let shift = pair.hours else { return nil }
        let match = EffortMatch(score: 1 + pair.shared(shift: shift) / 2, shift: shift)
        // A wrong zone moves the clock by whole hours or quarters of hours, and clocks also differ by some seconds. The starts of different
        // sessions deviate by some minutes from that.
        let evidence = try evidence(pair, shifts: Self.shifts(near: shift))
        let distance = evidence.distance
        // One person does one thing once at a time.
        let isTwiceAtOnce = pair.overlap >= EffortLimits.together
        let rest = max((pair.startShift - shift).magnitude, (pair.endShift - shift).magnitude)
        // Copies of one record have times that are equal to the second; two walks seldom have.
        let isOneRoute =
            evidence.route.map { route in
                route.isClose && (isTwiceAtOnce || route.isOnePace && (route.isFast || rest <= EffortLimits.copy))
            } ?? false
        if let heart = evidence.heartRate {
            if heart.isStrong, distance ?? 0 <= 0.1, evidence.route?.isSame ?? true { return match }
            if heart.isGood, isOneRoute { return match }
            // A copy of one record can have a clock that is wrong by a minute, too.
            guard (pair.startShift - pair.endShift).magnitude <= 2 else { return nil }
            let copy = try self.evidence(pair, shifts: [pair.startShift])
            return copy.heartRate?.isCopy == true && copy.route?.isSame ?? true ? match : nil
        }
        // Distances that apps compute from the places of a walk differ much. On short ways, two paces do not.
        if evidence.route != nil {
            return isOneRoute && distance ?? 0 <= 0.3 && pair.shorter >= EffortLimits.way ? match : nil
        }
        guard let distance, pair.relation == .same, shift.magnitude <= 3 * 3600,
            shift.remainder(dividingBy: 3600) == 0
        else { return nil }
        if isTwiceAtOnce { return distance <= 0.03 && rest <= EffortLimits.start ? match : nil }
        // Lengths of whole minutes and distances of whole lengths of a pool say nothing, and classes follow each other.
        guard distance <= 0.0002, rest <= EffortLimits.copy, pair.a.activity != .swimming,
            pair.shorter.remainder(dividingBy: 60) != 0, (pair.b.start - pair.a.end).magnitude > 300
        else { return nil }
        return match
    }

    /// Returns a shift, and those that differ from it by as much as clocks that were not set by hand do.
    private static func shifts(near shift: Double) -> [Double] {
        [shift] + stride(from: 5, through: EffortLimits.seconds, by: 5).flatMap { [shift - $0, shift + $0] }
    }

    private func evidence(_ pair: EffortPair, shifts: [Double]) throws -> EffortEvidence {
        var evidence = EffortEvidence()
        if let a = try facts.distance(of: pair.a), let b = try facts.distance(of: pair.b), a > 0, b > 0 {
            evidence.distance = (a - b).magnitude / max(a, b)
        }
        let heartRates = (try facts.heartRate(of: pair.a), try facts.heartRate(of: pair.b))
        let routes = (try facts.route(of: pair.a), try facts.route(of: pair.b))
        for shift in shifts {
            if let found = HeartRateComparison(heartRates.0, heartRates.1, shift: shift),
                found.correlation > evidence.heartRate?.correlation ?? -2
            {
                evidence.heartRate = found
            }
            if let found = RouteComparison(routes.0, routes.1, shift: shift),
                found.distance < evidence.route?.distance ?? .infinity
            {
                evidence.route = found
            }
        }
        return evidence
    }
}

/// The limits of times.
enum EffortLimits {
    /// The largest error of a clock that is set by hand, in seconds.
    static let clock = 20 * 60.0
    /// The largest error of a clock that is not set by hand, in seconds.
    static let seconds = 25.0
    /// The largest delay of the starts and ends of a device that is looked for besides the error of its clock, in seconds.
    static let delay = 60.0
    /// The largest error of a time zone, in hours.
    static let hours = 14.0
    /// The largest deviation of the differences of starts or ends from whole hours, in seconds.
    static let rest = 180.0
    /// The largest difference of the starts of a workout and its beginning, in seconds.
    static let start = 10.0
    /// The largest such deviation for copies of one record, in seconds.
    static let copy = 1.0
    /// The largest deviation of the differences of starts or ends from half hours and quarters, in seconds.
    static let partRest = 60.0
    /// The shortest length of workouts whose routes are sufficient evidence that a zone was wrong, in seconds.
    static let way = 20 * 60.0
    /// The time that two sessions of one sport never share, since recordings are not stopped that late, in seconds.
    static let together = 5 * 60.0
    /// The distance of starts from which workouts are never one effort, in seconds.
    static let reach = (hours + 1) * 3600
}

/// The facts besides time by which two workouts are one effort.
private struct EffortEvidence {
    /// The difference of the distances as a part of the longer one.
    var distance: Double?
    var heartRate: HeartRateComparison?
    var route: RouteComparison?

    var isContradiction: Bool { heartRate?.isContradiction ?? false }

    /// Returns whether something agrees.
    /// - Parameter distance: The largest difference of distances.
    func agrees(distance limit: Double) -> Bool {
        distance.map { $0 <= limit } ?? false || heartRate?.isGood ?? false || route?.isSame ?? false
    }
}

/// The times of two workouts.
private struct EffortPair {
    let a: EffortCandidate
    let b: EffortCandidate
    let relation: ActivityFamily.Relation

    /// Creates a pair.
    /// - Parameter isOrdered: Whether the first workout stays the first.
    init(_ one: EffortCandidate, _ other: EffortCandidate, isOrdered: Bool = false) {
        (a, b) = isOrdered || EffortCandidate.isOrdered(one, other) ? (one, other) : (other, one)
        relation = ActivityFamily.relation(one.activity, other.activity)
    }

    /// The seconds by which the second workout starts later.
    var startShift: Double { b.start - a.start }
    /// The seconds by which the second workout ends later.
    var endShift: Double { b.end - a.end }
    var shorter: Double { min(a.length, b.length) }
    var longer: Double { max(a.length, b.length) }
    /// The seconds that both share.
    var overlap: Double { overlap(shift: 0) }
    /// The part of the time of both that they share.
    var shared: Double { shared(shift: 0) }

    private func overlap(shift: Double) -> Double {
        max(0, min(a.end, b.end - shift) - max(a.start, b.start - shift))
    }

    func shared(shift: Double) -> Double {
        let all = max(a.end, b.end - shift) - min(a.start, b.start - shift)
        return all > 0 ? overlap(shift: shift) / all : 1
    }

    /// Whether one is the beginning of the other, as a file that is cut off.
    var isBeginning: Bool {
        startShift.magnitude <= EffortLimits.start && shorter > 0 && overlap >= 0.9 * shorter
    }

    /// Whether the shorter one is of a file that is cut off.
    var isShorterIncomplete: Bool { (a.length < b.length ? a : b).isIncomplete }

    /// Whether the times allow that the two are one effort.
    var isPossible: Bool {
        startShift.magnitude <= EffortLimits.reach && (overlap > 0 || startShift == 0 || hours != nil)
    }

    /// The hours by which the second workout is later, in whole hours, halves or quarters, in seconds; nil if it isn't.
    var hours: Double? {
        for unit in [1800.0, 900] {
            let shift = ((startShift + endShift) / 2 / unit).rounded() * unit
            guard shift.magnitude >= 1800, shift.magnitude <= EffortLimits.hours * 3600 else { continue }
            let rest = min((startShift - shift).magnitude, (endShift - shift).magnitude)
            let limit = shift.remainder(dividingBy: 3600) == 0 ? EffortLimits.rest : EffortLimits.partRest
            if rest <= limit, shared(shift: shift) >= 0.7 { return shift }
        }
        return nil
    }

    /// The seconds by which the second workout is later if a clock was set by hand; nil if they overlap too little.
    var minutes: Double? {
        startShift.magnitude <= EffortLimits.clock && overlap > 0.15 * shorter ? startShift : nil
    }

    /// Whether both ends are equally late, as with a clock that is wrong, although the workouts can overlap.
    var isLate: Bool { startShift.magnitude >= 60 && (startShift - endShift).magnitude <= 30 }

    /// Whether a clock is wrong by whole hours, halves or quarters.
    var isHoursLate: Bool {
        hours.map { max((startShift - $0).magnitude, (endShift - $0).magnitude) <= EffortLimits.rest } ?? false
    }

    /// Returns the range in which the seconds can be by which the clock of the second workout is ahead, if they are expected to be some.
    func range(around shift: Double) -> ClosedRange<Double> {
        let limits = (shift - EffortLimits.clock)...(shift + EffortLimits.clock)
        let (first, last) = (min(shift, startShift, endShift), max(shift, startShift, endShift))
        return ((first - EffortLimits.delay)...(last + EffortLimits.delay)).clamped(to: limits)
    }

    /// The shifts that align the clocks, the starts and the ends.
    func shifts(_ shift: Double) -> [Double] { [shift, startShift, endShift] }
}

extension EffortCandidate {
    /// The smallest part of the time of two workouts that they share if their clocks agree.
    private static let sameTime = 0.7

    /// Returns the workouts of an effort without those whose clock is wrong by whole hours, halves or quarters: more sources have another
    /// hour than the same time. Of two sources, none is more than the other one.
    package static func withoutWrongHours(_ group: [Self]) -> [Self] {
        let right = group.filter { candidate in
            var (same, different): (Set<Int64>, Set<Int64>) = ([candidate.source], [])
            for workout in group where workout.id != candidate.id {
                let pair = EffortPair(candidate, workout)
                if pair.isHoursLate {
                    different.insert(workout.source)
                } else if pair.shared >= sameTime {
                    same.insert(workout.source)
                }
            }
            return different.count <= same.count
        }
        return right.isEmpty ? group : right
    }
}
