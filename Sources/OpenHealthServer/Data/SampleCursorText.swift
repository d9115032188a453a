// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The cursors for apps: a position in the order of a query and a hash of the query, encrypted for the app.
enum SampleCursorText {
    /// Returns the cursor of a position in a query.
    static func text(_ place: SortedPlace, _ query: SampleQuery, _ anchors: Anchors) -> String {
        var data = Data()
        data.append(word: mark(query))
        return anchors.cursor(data + place.bytes, for: "samples")
    }

    /// Returns the position of a cursor.
    static func place(_ text: String, _ query: SampleQuery, _ anchors: Anchors) throws(Problem) -> SortedPlace {
        guard let data = anchors.bytes(ofCursor: text, for: "samples") else { throw unreadable }
        var reader = WordReader(data)
        guard let mark = reader.word(), let place = SortedPlace(reader.remainder) else { throw unreadable }
        guard mark == Self.mark(query) else {
            throw problem("The cursor belongs to another query. Send the query without it.")
        }
        return place
    }

    private static var unreadable: Problem {
        problem("This is not a cursor. Send one that the server has returned to this app.")
    }

    private static func problem(_ detail: String) -> Problem {
        Problem(.invalidArgument, detail, faults: [Problem.Fault("cursor", detail)])
    }

    /// Returns a value that identifies a query.
    private static func mark(_ query: SampleQuery) -> UInt64 {
        var question = SampleQueryJSON(query)
        question.query.limit = nil
        var hash = ContentHash.empty
        hash.combine(question.json.text)
        return hash.low
    }
}
