// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import OpenHealthModel

/// The heartbeats of heart rate variability records.
extension ExportDocumentParser {
    /// Opens a list of heartbeats in the innermost element, which is a record. Additional lists of a record continue the first
    /// one.
    mutating func pushBeatList() {
        guard case .record(var record) = open[open.count - 1].frame else { return push(.beatList(nil)) }
        let beats = record.beats ?? Pending([])
        record.beats = beats
        open[open.count - 1].frame = .record(record)
        push(.beatList(beats))
    }

    /// Reads a start tag inside a list of heartbeats.
    /// - Parameter beats: The heartbeats; nil if the record was omitted.
    mutating func startInBeatList(_ beats: Pending<[Beat]>?, closed: Bool) throws {
        guard scanner.name.equals("InstantaneousBeatsPerMinute") else {
            try startUnexpected(in: "HeartRateVariabilityMetadataList", closed: closed)
            return
        }
        tally.heartbeats += 1
        if let beats { try readBeat(into: beats) }
        push(.leaf, unless: closed)
    }

    private mutating func readBeat(into beats: Pending<[Beat]>) throws {
        guard let bpm = number("bpm") else {
            try report(.rejected, "InstantaneousBeatsPerMinute", "its bpm is missing or not a finite decimal number")
            return
        }
        let time = scanner.attribute("time").map(BeatTime.centiseconds) ?? -1
        beats.value.append(Beat(bpm: bpm, centisecondOfDay: time))
    }
}
