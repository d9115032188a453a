// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The workouts of files of an account that wait for their summaries.
///
/// The summary of a workout is known at the end of its file, unless several workouts are near to several summaries and none agrees with one to the
/// second. Those wait for the other files of the account, or until they have too many points in memory.
struct WaitingWorkouts {
    /// A workout of a file.
    struct Entry {
        /// The workout; nil if another input of the call has it.
        var workout: ActivityWorkout?
        var facts: SummarizedWorkout
        var source: ProvenanceData
        /// The path and the name of the format of the file.
        var file: String
        var format: String
        /// Whether the file is cut off.
        var isCutOff = false
        var match = ActivitySummaries.Match.none
    }

    /// The workouts of the file that is being read.
    private var ofFile: [Entry] = []
    /// The workouts whose summaries are not known.
    private var open: [Entry] = []
    /// The points of the open workouts, and 100 more for each.
    private var openPoints = 0
    /// The workouts whose summaries are known, in reverse order.
    private var ready: [Entry] = []

    /// The maximum number of points of the open workouts, which are recordings of 70 hours with a point each second.
    private static let maximumPoints = 250_000

    /// Adds a workout of the file that is being read.
    mutating func add(_ entry: Entry) { ofFile.append(entry) }

    /// Returns the next workout whose summary is known.
    mutating func next() -> Entry? { ready.popLast() }

    /// Searches the summaries of the workouts of the file that has been read.
    mutating func endFile(_ path: String, _ summaries: ActivitySummaries) {
        guard !ofFile.isEmpty else { return }
        var known: [Entry] = []
        for (var entry, match) in zip(ofFile, summaries.matches(ofFile.map(\.facts), from: path)) {
            entry.match = match
            if case .open = match {
                open.append(entry)
                openPoints += 100 + (entry.workout?.points.count ?? 0)
            } else {
                known.append(entry)
            }
        }
        ofFile = []
        ready = known.reversed() + ready
        if openPoints > Self.maximumPoints { endFiles(summaries) }
    }

    /// Searches the summaries of the open workouts.
    mutating func endFiles(_ summaries: ActivitySummaries) {
        for (index, match) in summaries.matches(ofOpen: open.map(\.facts)).enumerated() { open[index].match = match }
        ready = open.reversed() + ready
        (open, openPoints) = ([], 0)
    }
}
