// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthStore

/// The cursors of pages of observations, as in links.
enum FHIRCursor {
    private static let question = "fhir"

    /// Returns the cursor for a position.
    static func text(_ place: SortedPlace, _ anchors: Anchors) -> String {
        anchors.cursor(Data(place.text.utf8), for: question)
    }

    /// Returns the position of a cursor, or nil for the first page.
    /// - Throws: A ``Problem`` if the string was not issued to the app.
    static func place(_ text: String?, _ anchors: Anchors) throws(Problem) -> SortedPlace? {
        guard let text else { return nil }
        guard let bytes = anchors.bytes(ofCursor: text, for: question),
            let place = SortedPlace(String(decoding: bytes, as: UTF8.self))
        else {
            let detail = "This is not a cursor; follow the link `next` of a page."
            throw Problem(
                .invalidRequest, "\(FHIRRoutes.cursorName): \(detail)",
                faults: [Problem.Fault("?" + FHIRRoutes.cursorName, detail)])
        }
        return place
    }
}
