// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthAPI
import OpenHealthAccess
import OpenHealthModel
import OpenHealthStore

/// The anchors, event ids and cursors of an app, encrypted so that they reveal nothing about changes that the app may not see.
package struct Anchors: Sendable {
    private let seal: PlaceSeal

    /// Reads the key of the store. Blocks until the store has answered.
    package init(_ access: AppAccess) throws {
        seal = try access.seal()
    }

    // MARK: - Anchors

    /// Returns the app's anchor for a position.
    func anchor(_ place: Int64) -> Int64 { seal.anchor(place) }

    /// Returns the app's form of an anchor.
    func sealed(_ anchor: HKQueryAnchor) -> HKQueryAnchor {
        HKQueryAnchor(fromValue: Int(seal.anchor(Int64(anchor.value))))
    }

    /// Returns the position of an anchor that the app has sent.
    /// - Parameter pointer: The location of the anchor in the request.
    func place(_ anchor: Int64, at pointer: String) throws(Problem) -> Int64 {
        guard let place = seal.place(ofAnchor: anchor) else {
            let detail = """
                This anchor was not issued to this app by this health database, or is from an earlier version of the server. Ask \
                again without an anchor; all data is then returned as new.
                """
            throw Problem(
                .invalidArgument, detail, faults: [Problem.Fault(pointer, detail)],
                healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
        return place
    }

    /// Returns the decrypted form of an anchor that the app has sent.
    func opened(_ anchor: HKQueryAnchor, at pointer: String) throws(Problem) -> HKQueryAnchor {
        HKQueryAnchor(fromValue: Int(try place(Int64(anchor.value), at: pointer)))
    }

    // MARK: - Anchors of relations

    /// Returns the app's anchor for a position in the order of relations.
    func relationAnchor(_ place: Int) -> Int { seal.relationAnchor(place) }

    /// Returns the position of an anchor of relations, or the position before all relations if the number is not such an anchor.
    func place(ofRelationAnchor anchor: Int) -> Int { seal.place(ofRelationAnchor: anchor) ?? 0 }

    // MARK: - Texts

    private static let event = "event"

    /// Returns the id of an event.
    package func text(_ cursor: AppCursor) -> String { seal.text(cursor.bytes, for: Self.event) }

    /// Returns the cursor of an event's id, or nil if the string was not issued to the app.
    func cursor(_ text: String) -> AppCursor? { seal.open(text, for: Self.event).flatMap { AppCursor($0) } }

    /// Returns a cursor that contains bytes.
    func cursor(_ bytes: Data, for purpose: String) -> String { seal.text(bytes, for: "cursor " + purpose) }

    /// Returns the bytes of a cursor, or nil if the string was not issued to the app for this purpose.
    func bytes(ofCursor text: String, for purpose: String) -> Data? { seal.open(text, for: "cursor " + purpose) }
}
