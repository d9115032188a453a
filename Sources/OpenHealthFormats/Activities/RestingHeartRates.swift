// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The resting heart rates of days, one for each day and source, at noon.
///
/// The files of a watch state the figure of a day so far again and again; the last one before the day ends counts. A document of an account has
/// the figure of the whole day, which counts instead.
struct RestingHeartRates {
    private struct Key: Hashable {
        /// The source and device. Watches and the account have the same.
        var source: ProvenanceData
        var day: Int
        var owner: String?

        init(_ source: ProvenanceData, _ day: Int, of owner: String?) {
            (self.source, self.day, self.owner) = (source.withoutVersion, day, owner)
        }
    }

    /// A source and device of an owner.
    private struct Origin: Hashable {
        var source: ProvenanceData
        var owner: String?
    }

    private struct Figure {
        /// The time of noon.
        var noon: Double
        var rate: Double
        var source: ProvenanceData
        /// The times of the first and the last message with a figure; nil for the figure of a document.
        var written: (first: Double, last: Double)?
    }

    /// The owner of the files that are being read, if the call has accounts of several owners.
    var owner: String?
    private var figures: [Key: Figure] = [:]
    /// The time at which the files of a source end.
    private var ends: [Origin: Double] = [:]
    /// The figures that ``takeDays()`` has returned.
    private var taken: [Key: Day] = [:]

    /// Whether the files have neither figures nor ends.
    var isEmpty: Bool { figures.isEmpty && ends.isEmpty }

    /// Takes the figure of a whole day from a document.
    mutating func take(_ rate: Double, day: Int, noon: Double, _ source: ProvenanceData) {
        let key = Key(source, day, of: owner)
        // Of two documents with different figures, the greater one counts, as in the store.
        if let known = figures[key], known.written == nil, known.rate >= rate { return }
        figures[key] = Figure(noon: noon, rate: rate, source: source)
    }

    /// Takes the figure of a day so far.
    /// - Parameter offset: The offset of the local clock in seconds east of UTC.
    mutating func take(_ rate: Double, at time: Double, offset: Double, _ source: ProvenanceData) {
        // What is written at midnight is about the day before.
        guard let day = Int(exactly: ((time + offset - 1) / 86_400).rounded(.down)) else { return }
        take(
            Figure(noon: Double(day) * 86_400 + 43_200 - offset, rate: rate, source: source, written: (time, time)),
            Key(source, day, of: owner))
    }

    private mutating func take(_ new: Figure, _ key: Key) {
        var figure = new
        if let times = new.written, let known = figures[key] {
            guard let written = known.written else { return }
            // The day begins in the zone of its first message.
            if written.first <= times.first { figure.noon = known.noon }
            if written.last > times.last || written.last == times.last && known.rate > new.rate {
                (figure.rate, figure.source) = (known.rate, known.source)
            }
            figure.written = (min(written.first, times.first), max(written.last, times.last))
        }
        figures[key] = figure
    }

    /// Adds the figures of a file. The figure of a day covers the day up to the time of the file.
    mutating func add(_ file: RestingHeartRates) {
        for (key, figure) in file.figures { take(figure, Key(key.source, key.day, of: owner)) }
        for (origin, time) in file.ends { noteEnd(time, origin.source) }
    }

    /// Notes the time until which a file of a source counts.
    mutating func noteEnd(_ time: Double, _ source: ProvenanceData) {
        let origin = Origin(source: source.withoutVersion, owner: owner)
        ends[origin] = max(ends[origin] ?? time, time)
    }

    /// A figure of a day.
    struct Day: Equatable {
        var day: Int
        var noon: Double
        var rate: Double
        var source: ProvenanceData
        var owner: String?
    }

    /// Returns the figures of the days that have ended in the files, in order and without those that were returned before, and the number of other
    /// days.
    mutating func takeDays() -> (finished: [Day], unfinished: Int) {
        let finished = figures.filter { key, figure in
            figure.written == nil
                || (ends[Origin(source: key.source, owner: key.owner)] ?? -.infinity) >= figure.noon + 43_200
        }
        var new: [Key: Day] = [:]
        for (key, figure) in finished {
            let day = Day(
                day: key.day, noon: figure.noon, rate: figure.rate, source: figure.source, owner: key.owner)
            if taken[key] != day { new[key] = day }
        }
        taken.merge(new) { $1 }
        let ordered = new.values.sorted {
            ($0.noon, $0.source.sourceName, $0.rate) < ($1.noon, $1.source.sourceName, $1.rate)
        }
        return (ordered, figures.count - finished.count)
    }
}

/// The resting heart rates of the accounts of several owners in a call. A store does not distinguish owners, so that it keeps one of a
/// day.
struct OwnedHeartRates {
    private struct Key: Hashable {
        var source: ProvenanceData
        var day: Int
    }

    /// The figures by day and owner.
    private var rates: [Key: [String: Double]] = [:]

    /// Notes the days of an input.
    /// - Returns: The number of days of which the account of another owner has another figure.
    mutating func note(_ days: [RestingHeartRates.Day]) -> Int {
        var differing: Set<Key> = []
        for day in days {
            guard let owner = day.owner else { continue }
            let key = Key(source: day.source.withoutVersion, day: day.day)
            let others = rates[key, default: [:]]
            if others.contains(where: { $0.key != owner && $0.value != day.rate }) { differing.insert(key) }
            rates[key, default: [:]][owner] = day.rate
        }
        return differing.count
    }
}
