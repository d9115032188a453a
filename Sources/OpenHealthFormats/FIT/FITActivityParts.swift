// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The parts of an activity in a FIT file, which are workouts together.
struct FITActivityParts {
    /// A session or lap.
    private struct Span {
        var start: Double
        var end: Double
        /// Whether the message states the time from the start to the end.
        var hasEnd = false
        /// The time at which the device wrote the message.
        var written: Double?
        var timer: Double?
        /// The distance in metres, and the energy in kilocalories.
        var distance: Double?
        var energy: Double?

        /// Returns whether a later message with the same start can be about the span. Some devices write the start of the activity as that of
        /// each lap.
        func canBe(_ later: Span) -> Bool { !hasEnd || !later.hasEnd || (end - later.end).magnitude <= 1 }

        /// Returns whether two spans can have the same totals: those that both state are equal.
        func canHaveTotals(of other: Span) -> Bool {
            [\Span.timer, \.distance, \.energy].allSatisfy { total in
                guard let own = self[keyPath: total], let others = other[keyPath: total], own > 0, others > 0 else {
                    return true
                }
                return own == others
            }
        }

        /// Returns the span with what it lacks from an earlier message about it.
        func completed(by earlier: Span) -> Span {
            var span = self
            if !hasEnd { (span.end, span.hasEnd) = (max(end, earlier.end), earlier.hasEnd) }
            span.written = written ?? earlier.written
            span.timer = timer ?? earlier.timer
            span.distance = distance ?? earlier.distance
            span.energy = energy ?? earlier.energy
            return span
        }
    }

    private struct Session {
        var span: Span
        var workout: ActivityWorkout
        var isPoolSwim = false
        var sport: Int64 = 0
        var index: Int64?

        /// Returns the session with what it lacks from an earlier message about it.
        func completed(by earlier: Session) -> Session {
            var session = self
            session.span = span.completed(by: earlier.span)
            session.workout = workout.completed(by: earlier.workout)
            (session.workout.start, session.workout.end) = (session.span.start, session.span.end)
            session.workout.duration = session.span.timer ?? (session.span.end - session.span.start)
            return session
        }
    }

    /// The times that belong to a session.
    private struct Scope {
        var span: Span
        /// The end of the session before, and the start of the one after it.
        var earlier: Double
        var next: Double
        /// The last record with a distance at the start or before it; nil for the first session.
        var border: ActivityPoint?

        /// Returns whether what begins at a time is in the session.
        func contains(_ start: Double) -> Bool {
            start >= span.start && start < min(next, max(span.end, span.start + 1))
        }

        /// Returns the part of a set or lap in the session, also if it begins before it, and not in the session before.
        func part(_ start: Double, _ end: Double) -> (start: Double, end: Double)? {
            guard contains(start) || start < span.start && start >= earlier && end > span.start else { return nil }
            let start = max(start, span.start)
            return (start, max(start, min(end, max(span.end, span.start))))
        }
    }

    private struct Lap {
        var index: Int64?
        var span: Span
    }

    private struct Length {
        var index: Int64?
        var start: Double
        var duration: Double
        var stroke: Int64?
        var strokes: Double?

        var end: Double { start + duration }
    }

    /// The records in order of the file.
    var points: [ActivityPoint] = []
    /// The kilocalories until the last record.
    var calories: Double?
    /// The offset of the local clock in seconds east of UTC.
    private(set) var offset: Double?
    /// The date of the last event that stops something.
    private(set) var lastStop: Double?
    /// The date of the first event that starts sleep.
    private(set) var sleepStart: Double?
    /// The sets of a strength training.
    var sets = FITSets()
    /// The number of sessions whose elapsed time was an error.
    private(set) var contradicted = 0

    private var sessions: [Session] = []
    private var laps: [Lap] = []
    private var lengths: [Length] = []
    /// The indices of the last session, lap and length by their starts.
    private var sessionAt: [Double: Int] = [:]
    private var lapAt: [Double: Int] = [:]
    private var lengthAt: [Double: Int] = [:]
    /// The stops and starts of the timer.
    private var timer: [(time: Double, isStop: Bool)] = []
    private var sport: (Int64, Int64) = (0, 0)
    private var isSportKnown = false

    /// The seconds beyond which records do not belong to a session.
    private static let reach = 86_400.0

    /// The number of the event of sleep.
    private static let sleep: Int64 = 74

    /// The maximum duration of an activity or lap: a year. Longer ones are errors of devices.
    private static let longest = 366 * 86_400.0

    /// The number of times by which an elapsed time exceeds that of the records and of the message if it is an error of the device.
    private static let contradiction = 10.0
    /// The greatest speed of a workout with such a time, in metres per second.
    private static let highestSpeed = 300.0

    // MARK: Messages

    mutating func takeEvent(_ message: FITMessage) {
        guard let time = message.date, let type = message.integer(of: 1) else { return }
        let isStop = [1, 4, 8, 9].contains(type)
        if isStop { lastStop = time }
        if message.integer(of: 0) == Self.sleep, type == 0 { sleepStart = sleepStart ?? time }
        guard message.integer(of: 0) == 0, isStop || type == 0 else { return }
        timer.append((time, isStop))
    }

    mutating func takeLap(_ message: FITMessage) {
        if let span = span(message) {
            // Some devices write a lap a second time when they save the activity.
            if let known = lapAt[span.start],
                Self.isSame(laps[known].index, message.index)
                    ?? (laps[known].span.canBe(span) && laps[known].span.canHaveTotals(of: span))
            {
                laps[known].span = span.completed(by: laps[known].span)
            } else {
                lapAt[span.start] = laps.count
                laps.append(Lap(index: message.index, span: span))
            }
        }
        if !isSportKnown, let number = message.integer(of: 25) { sport = (number, message.integer(of: 39) ?? 0) }
    }

    mutating func takeLength(_ message: FITMessage) {
        // A length of another kind is a rest.
        guard let start = message.date(of: 2), message.integer(of: 12) ?? 1 == 1 else { return }
        let duration = message.value(of: 3, scale: 1000) ?? message.date.map { $0 - start } ?? 0
        guard (0...Self.longest).contains(duration) else { return }
        var length = Length(
            index: message.index, start: start, duration: duration, stroke: message.integer(of: 7),
            strokes: message.value(of: 5))
        guard let known = lengthAt[start],
            Self.isSame(lengths[known].index, length.index) ?? (lengths[known].duration == duration)
        else {
            lengthAt[start] = lengths.count
            return lengths.append(length)
        }
        length.stroke = length.stroke ?? lengths[known].stroke
        length.strokes = length.strokes ?? lengths[known].strokes
        lengths[known] = length
    }

    /// Returns whether two messages with one start are about one part of the activity, by their numbers in the file; nil if one has none.
    static func isSame(_ index: Int64?, _ other: Int64?) -> Bool? {
        if let index, let other { index == other } else { nil }
    }

    mutating func takeSport(_ message: FITMessage) {
        guard let number = message.integer(of: 0) else { return }
        (sport, isSportKnown) = ((number, message.integer(of: 1) ?? 0), true)
    }

    mutating func takeActivity(_ message: FITMessage) {
        guard let time = message.time, let local = message.integer(of: 5) else { return }
        offset = Self.offset(local: local, time: time)
    }

    /// Returns the offset of a local clock; nil for times that are not those of a zone.
    static func offset(local: Int64, time: UInt32) -> Double? {
        let seconds = Double(local) - Double(time)
        // Devices round the local time, and have no other zones than those of quarters of an hour.
        let offset = (seconds / 900).rounded() * 900
        return (seconds - offset).magnitude <= 60 && offset.magnitude <= 14 * 3600 ? offset : nil
    }

    private func span(_ message: FITMessage) -> Span? {
        func seconds(_ field: UInt8) -> Double? {
            message.value(of: field, scale: 1000).flatMap { (0...Self.longest).contains($0) ? $0 : nil }
        }
        // Some devices write 0 for a time that they have not measured.
        let timer = seconds(8).flatMap { $0 > 0 ? $0 : nil }
        let elapsed = seconds(7).flatMap { $0 > 0 || timer == nil ? $0 : nil }
        let stated = message.date(of: 2)
        guard let start = stated ?? message.date.map({ $0 - (elapsed ?? timer ?? 0) }) else { return nil }
        let end = elapsed.map { start + $0 } ?? max(message.date ?? start, start + (timer ?? 0))
        return Span(
            start: start, end: max(start, end), hasEnd: elapsed != nil, written: message.date, timer: timer,
            distance: message.value(of: 9, scale: 100), energy: message.value(of: 11))
    }

    mutating func takeSession(_ message: FITMessage) {
        guard let span = span(message) else { return }
        let number = message.integer(of: 5) ?? sport.0
        let sub = message.integer(of: 6) ?? (number == sport.0 ? sport.1 : 0)
        var workout = ActivityWorkout(
            kind: FITKind.kind(sport: number, sub: sub), start: span.start, end: span.end,
            duration: span.timer ?? (span.end - span.start))
        (workout.distance, workout.energy) = (span.distance, span.energy)
        workout.hasTotalsOfWhole = true
        workout.heartRates.average = message.value(of: 16).flatMap { $0 > 0 ? $0 : nil }
        workout.heartRates.maximum = message.value(of: 17).flatMap { $0 > 0 ? $0 : nil }
        workout.heartRates.minimum = message.value(of: 64).flatMap { $0 > 0 ? $0 : nil }
        for average in FITKind.averages(of: workout.kind) {
            guard let value = message.value(of: average.field, scale: average.scale), value > 0 else { continue }
            workout.averages[average.type] = value
        }
        workout.metadata = FITKind.metadata(sport: number, sub: sub)
        let isSwim = workout.kind.activity == .swimming
        if isSwim { workout.strokes = message.value(of: 10) }
        if isSwim, let length = message.value(of: 44, scale: 100), length > 0 {
            workout.metadata.append(MetadataPair(key: HKMetadataKeyLapLength, value: "\(Self.text(length)) m"))
        }
        if let ascent = message.value(of: 22), ascent > 0 {
            workout.metadata.append(
                MetadataPair(key: HKMetadataKeyElevationAscended, value: "\(Self.text(ascent)) m"))
        }
        let session = Session(
            span: span, workout: workout, isPoolSwim: isSwim, sport: number, index: message.index)
        // A device begins one session of a sport at a time. Some write it again with more fields when they save the activity.
        if let known = sessionAt[span.start], sessions[known].sport == number,
            Self.isSame(sessions[known].index, message.index) ?? true || sessions[known].span.canBe(span)
        {
            sessions[known] = session.completed(by: sessions[known])
        } else {
            sessionAt[span.start] = sessions.count
            sessions.append(session)
        }
    }

    /// Returns a number without a fraction if it is whole.
    static func text(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e9 ? "\(Int(value))" : "\(value)"  // checked: the range
    }

    /// Whether there are sessions.
    var hasSessions: Bool { !sessions.isEmpty }

    // MARK: Workouts

    /// Returns the workouts: one for each session, or that of the records or laps of an activity without sessions.
    mutating func workouts(isActivity: Bool) -> [ActivityWorkout] {
        let ordered = points.isSorted ? points : points.sortedByTime
        let known =
            sessions.isEmpty && isActivity
            ? [withoutSession(ordered)].compactMap(\.self) : sessions.filter { !isWhole($0) }
        let inOrder = known.enumerated().sorted {
            ($0.element.span.start, $0.offset) < ($1.element.span.start, $1.offset)
        }.map(\.element)
        let sorted = inOrder.enumerated().map { index, session in
            withoutContradiction(
                session, before: index + 1 < inOrder.count ? inOrder[index + 1].span.start : .infinity, ordered)
        }
        contradicted = zip(inOrder, sorted).count { $0.span.end != $1.span.end }
        let borders = borders(of: sorted, in: ordered)
        return sorted.enumerated().map { index, session in
            let next = index + 1 < sorted.count ? sorted[index + 1].span.start : .infinity
            var (session, workout) = (session, session.workout)
            let first = index == 0 ? -.infinity : session.span.start
            workout.points = ordered.between(
                max(first, session.span.start - Self.reach), min(next, session.span.end + Self.reach))
            // A session without any time lasts as long as its records.
            if session.span.timer == nil, session.span.end == session.span.start, let last = workout.points.last?.time {
                session.span.end = max(session.span.end, last)
                workout.end = session.span.end
            }
            if session.span.timer == nil { workout.duration = duration(of: session.span, before: next) }
            let earlier = index > 0 ? sorted[index - 1].span.end : -.infinity
            let border = index > 0 ? borders[index].map { ordered[$0] } : nil
            let scope = Scope(span: session.span, earlier: earlier, next: next, border: border)
            addEvents(of: session, scope, to: &workout)
            addTotals(of: session, scope, ordered, to: &workout)
            if let zone = offset.flatMap(FixedZone.name) {
                workout.metadata.append(MetadataPair(key: HKMetadataKeyTimeZone, value: zone))
            }
            return workout
        }
    }

    /// Returns a session with an end where its message and its records tell if both contradict the elapsed time by more than pauses can.
    /// Without records, the timer tells, unless it is as long as the elapsed time and has the same error.
    /// - Parameter points: The records of the file in order of their time.
    private func withoutContradiction(_ session: Session, before next: Double, _ points: [ActivityPoint]) -> Session {
        let start = session.span.start
        guard session.span.hasEnd, let written = session.span.written, written > start else { return session }
        let elapsed = session.span.end - start
        let last = points.between(start, next).last?.time
        if let last, last <= start { return session }
        let timer = session.span.timer.flatMap { elapsed > Self.contradiction * $0 ? $0 : nil }
        let found = max(written, last ?? start + (timer ?? 0)) - start
        guard elapsed > Self.contradiction * found, elapsed - found > Self.reach else { return session }
        var session = session
        session.span.end = start + found
        if let timer = session.span.timer, timer > found { session.span.timer = nil }
        session.workout.end = session.span.end
        session.workout.duration = session.span.timer ?? found
        if session.workout.distance ?? 0 > Self.highestSpeed * found { session.workout.distance = nil }
        return session
    }

    /// Returns the sets, laps and lengths that no workout contains in part, by their names.
    func partsOutside(of workouts: [ActivityWorkout]) -> [(name: String, count: Int)] {
        func isOutside(_ start: Double, _ end: Double) -> Bool {
            !workouts.contains { start < max($0.end, $0.start + 1) && (start >= $0.start || end > $0.start) }
        }
        // Some devices end the last lap and begin an empty one.
        let stray = laps.count { $0.span.end > $0.span.start && isOutside($0.span.start, $0.span.end) }
        return [
            ("sets", sets.count(outside: isOutside)), ("laps", workouts.isEmpty ? 0 : stray),
            ("lengths", workouts.isEmpty ? 0 : lengths.count { isOutside($0.start, $0.end) }),
        ].filter { $0.1 > 0 }
    }

    /// Returns whether a session is that of a whole triathlon whose sports are sessions of their own, which count instead.
    private func isWhole(_ session: Session) -> Bool {
        func isMultisport(_ session: Session) -> Bool { session.workout.kind.activity == .swimBikeRun }
        guard isMultisport(session) else { return false }
        let span = (session.span.start - 1)...(session.span.end + 1)
        return sessions.count {
            !isMultisport($0) && span.contains($0.span.start) && span.contains($0.span.end)
        } > 1
    }

    /// Returns the session of the records of a file that was cut off, or else of its laps and lengths; nil if there are none.
    private func withoutSession(_ points: [ActivityPoint]) -> Session? {
        let starts = laps.map(\.span.start) + lengths.map(\.start)
        let ends = laps.map(\.span.end) + lengths.map(\.end)
        guard let first = points.first?.time ?? starts.min(), let last = points.last?.time ?? ends.max() else {
            return nil
        }
        let start = min(first, timer.first { !$0.isStop }?.time ?? first)
        let lapEnd = laps.map(\.span.end).filter { $0 <= last + Self.reach }.max() ?? last
        var span = Span(start: max(start, first - Self.reach), end: max(last, lapEnd))
        let timers = points.isEmpty ? laps.compactMap(\.span.timer) : []
        if !timers.isEmpty { span.timer = timers.reduce(0, +) }
        var workout = ActivityWorkout(
            kind: FITKind.kind(sport: sport.0, sub: sport.1), start: span.start, end: span.end,
            duration: span.timer ?? (span.end - span.start))
        workout.isWithoutTotals = true
        workout.metadata = FITKind.metadata(sport: sport.0, sub: sport.1)
        return Session(span: span, workout: workout, isPoolSwim: workout.kind.activity == .swimming)
    }

    /// Returns the time of a session that does not state it, which is that without its pauses.
    private func duration(of span: Span, before next: Double) -> Double {
        let paused = pauses(in: span, before: next).reduce(0.0) { $0 + (($1.end ?? span.end) - $1.start) }
        return max(0, span.end - span.start - paused)
    }

    /// Returns the pauses of a session: from a stop of the timer to its next start.
    private func pauses(in span: Span, before next: Double) -> [(start: Double, end: Double?)] {
        var pauses: [(start: Double, end: Double?)] = []
        var stopped: Double?
        for event in timer.sorted(by: { $0.time < $1.time }) where event.time >= span.start && event.time < next {
            guard event.time <= span.end else { break }
            if event.isStop {
                stopped = stopped ?? event.time
            } else if let stop = stopped {
                if event.time > stop { pauses.append((stop, event.time)) }
                stopped = nil
            }
        }
        // The last stop is the end of the workout, unless it is long before.
        if let stopped, span.end - stopped > 1 { pauses.append((stopped, nil)) }
        return pauses
    }

    /// Adds the totals that the session does not state: those of its records, laps and lengths.
    /// - Parameter points: The records of the file in order of their time.
    private func addTotals(
        of session: Session, _ scope: Scope, _ points: [ActivityPoint], to workout: inout ActivityWorkout
    ) {
        let span = session.span
        let laps = laps.filter { scope.part($0.span.start, $0.span.end) != nil }
        func sum(_ values: [Double?]) -> Double? {
            let known = values.compactMap(\.self)
            return known.isEmpty ? nil : known.reduce(0, +)
        }
        let isAlone = sessions.count < 2
        // Some devices write 0 for a total that they have not measured. The route is no measure then.
        if workout.distance ?? 0 == 0 {
            let isUnknown = workout.distance == nil
            workout.distance =
                (isAlone ? workout.points.distance(since: span.start) : nil) ?? sum(laps.map(\.span.distance))
            if isUnknown, workout.distance == nil {
                workout.distance = isAlone ? nil : distance(of: span, scope, in: points)
                if workout.distance == nil { workout.takeDistance(ofRoute: workout.points) }
            }
        }
        if workout.energy ?? 0 == 0 {
            workout.energy = (isAlone ? calories : nil) ?? sum(laps.map(\.span.energy))
        }
        if session.isPoolSwim, workout.strokes == nil {
            workout.strokes = sum(lengths.filter { scope.contains($0.start) }.map(\.strokes))
        }
    }

    /// Returns the distance of one of several sessions by its records, which count on from one session to the next; nil if there is none. A
    /// record at the border ends one session and begins the next.
    private func distance(of span: Span, _ scope: Scope, in points: [ActivityPoint]) -> Double? {
        let isLater = scope.earlier > -.infinity
        return points.between(
            isLater ? span.start.nextUp : span.start - Self.reach, min(scope.next, span.end + Self.reach).nextUp
        ).distance(since: span.start, isLater: isLater, border: scope.border)
    }

    /// Returns for each session the index of the last record with a distance at its start or before it.
    private func borders(of sessions: [Session], in points: [ActivityPoint]) -> [Int?] {
        var (next, last): (Int, Int?) = (0, nil)
        return sessions.map { session in
            while next < points.count, points[next].time <= session.span.start {
                if points[next].distance >= 0 { last = next }
                next += 1
            }
            return last
        }
    }

    private func addEvents(of session: Session, _ scope: Scope, to workout: inout ActivityWorkout) {
        for pause in pauses(in: session.span, before: scope.next) {
            workout.addPause(from: pause.start, to: pause.end)
        }
        let laps = laps.compactMap { scope.part($0.span.start, $0.span.end) }
        let lengths = session.isPoolSwim ? lengths.filter { scope.contains($0.start) } : []
        // As on a watch of Apple, the laps of a pool are its lengths, and those of the person are segments.
        for length in lengths {
            let stroke = length.stroke.flatMap(FITKind.stroke).map {
                [MetadataPair(key: HKMetadataKeySwimmingStrokeStyle, value: "\($0.rawValue)")]
            }
            workout.addLap(from: length.start, duration: length.duration, metadata: stroke ?? [])
            if let strokes = length.strokes, strokes > 0 {
                workout.strokesOfLengths.append((length.start, length.end, strokes))
            }
        }
        workout.events += sets.segments(part: scope.part)
        guard laps.count > 1 else { return }
        for lap in laps {
            if lengths.isEmpty {
                workout.addLap(from: lap.start, duration: lap.end - lap.start)
            } else {
                workout.events.append(
                    WorkoutEventData(
                        type: "HKWorkoutEventTypeSegment", date: lap.start, duration: lap.end - lap.start))
            }
        }
    }
}

extension [ActivityPoint] {
    /// Whether the points are in order of their time.
    var isSorted: Bool {
        guard var last = first?.time else { return true }
        for point in self {
            if point.time < last { return false }
            last = point.time
        }
        return true
    }

    /// The points in order of their time; those of one time keep their order.
    var sortedByTime: [ActivityPoint] {
        enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
    }

    /// Returns the points of sorted ones from a time on and before another.
    func between(_ start: Double, _ end: Double) -> ArraySlice<ActivityPoint> {
        func first(from time: Double) -> Int {
            var (low, high) = (0, count)
            while low < high {
                let middle = (low + high) / 2
                if self[middle].time < time { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let (from, to) = (first(from: start), first(from: end))
        return self[from..<Swift.max(from, to)]
    }
}
