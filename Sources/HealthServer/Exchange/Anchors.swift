// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthAPI
import HealthModel
import HealthStore

/// The anchors, event ids and cursors that an app is given: encrypted for the app, so that they tell nothing of changes that
/// it may not see.
struct Anchors: Sendable {
    private let seal: PlaceSeal

    /// Reads the key of the store. Waits for the store.
    init(_ session: AppSession) throws {
        seal = try session.seal()
    }

    // MARK: - Anchors

    /// The anchor that the app is given of a place.
    func anchor(_ place: Int64) -> Int64 { seal.anchor(place) }

    /// The anchor that the app is given.
    func sealed(_ anchor: HKQueryAnchor) -> HKQueryAnchor {
        HKQueryAnchor(fromValue: Int(seal.anchor(Int64(anchor.value))))
    }

    /// The place of an anchor that the app has sent.
    /// - Parameter pointer: where it stands in the request.
    func place(_ anchor: Int64, at pointer: String) throws(Problem) -> Int64 {
        guard let place = seal.place(ofAnchor: anchor) else {
            let detail = """
                This anchor was not given to this app by this health database, or is from an earlier version of the daemon. Ask \
                again without an anchor: then everything that is there is new.
                """
            throw Problem(
                .invalidArgument, detail, faults: [Problem.Fault(pointer, detail)],
                healthKitCode: HKError.Code.errorInvalidArgument.rawValue)
        }
        return place
    }

    /// The anchor behind one that the app has sent.
    func opened(_ anchor: HKQueryAnchor, at pointer: String) throws(Problem) -> HKQueryAnchor {
        HKQueryAnchor(fromValue: Int(try place(Int64(anchor.value), at: pointer)))
    }

    // MARK: - Anchors of relations

    /// The anchor that the app is given of a place in the order of relations.
    func relationAnchor(_ place: Int) -> Int { seal.relationAnchor(place) }

    /// The place of an anchor of relations; that before all of them for a number that is no such anchor.
    func place(ofRelationAnchor anchor: Int) -> Int { seal.place(ofRelationAnchor: anchor) ?? 0 }

    // MARK: - Texts

    private static let event = "event"

    /// The id of an event.
    func text(_ mark: AppMark) -> String { seal.text(mark.bytes, for: Self.event) }

    /// The mark of an event's id; nil for a text that the app was not given.
    func mark(_ text: String) -> AppMark? { seal.open(text, for: Self.event).flatMap { AppMark($0) } }

    /// A cursor that holds some bytes.
    func cursor(_ bytes: Data, for question: String) -> String { seal.text(bytes, for: "cursor " + question) }

    /// The bytes of a cursor; nil for a text that the app was not given for this question.
    func bytes(ofCursor text: String, for question: String) -> Data? { seal.open(text, for: "cursor " + question) }
}
