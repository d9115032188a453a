// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore

/// Cursors as apps see them: a place in the order of a question, and what tells the question, encrypted for the app.
enum SampleCursorText {
    /// A cursor for a question.
    static func text(_ place: SortedPlace, _ query: SampleQuery, _ anchors: Anchors) -> String {
        anchors.cursor(withUnsafeBytes(of: mark(query).littleEndian) { Data($0) } + place.bytes, for: "samples")
    }

    /// The place that a cursor names.
    static func place(_ text: String, _ query: SampleQuery, _ anchors: Anchors) throws(Problem) -> SortedPlace {
        guard let data = anchors.bytes(ofCursor: text, for: "samples"), data.count > 8,
            let place = SortedPlace(data.dropFirst(8))
        else { throw problem("This is no cursor. Give one that the daemon has given to this app.") }
        guard data.prefix(8).reversed().reduce(0, { $0 << 8 | UInt64($1) }) == mark(query) else {
            throw problem("The cursor belongs to another question. Ask again without it.")
        }
        return place
    }

    private static func problem(_ detail: String) -> Problem {
        Problem(.invalidArgument, detail, faults: [Problem.Fault("cursor", detail)])
    }

    /// What tells a question from others.
    private static func mark(_ query: SampleQuery) -> UInt64 {
        var question = SampleQueryJSON(query)
        question.query.limit = nil
        var hash = ContentHash.empty
        hash.combine(question.json?.text ?? "")
        return hash.low
    }
}
