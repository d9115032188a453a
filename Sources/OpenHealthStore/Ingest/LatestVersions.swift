// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The latest versions of the records with an identity that a push contains several times, with different starts.
///
/// The version with the latest date of change counts, or else the last one, as of two pushes. Versions with one start are compared when they are
/// stored.
struct LatestVersions {
    /// The identity and the type of a record, as a number of the input.
    private struct Name: Hashable {
        var uuid: UUID
        var type: Int32
    }

    private var latest: [Name: (start: Double, updated: Double)] = [:]
    /// The starts of the latest versions, if there are several starts.
    private var starts: [Name: Double] = [:]

    /// Creates an empty list.
    init() {}

    /// Creates the list of a push of one batch.
    init(_ batch: PushedBatch) {
        guard batch.uuids.count > 1 else { return }
        for (index, row) in batch.samples.rows.enumerated() {
            let position = Int32(index)
            guard let uuid = batch.uuids[position] else { continue }
            note(uuid, type: row.type, start: row.start, updated: batch.updated[position] ?? -.infinity)
        }
        endIdentity()
    }

    /// Notes the next record in the order of the push.
    /// - Parameter updated: The date of the last change; negative infinity if it is unknown.
    mutating func note(_ uuid: UUID, type: Int32, start: Double, updated: Double) {
        let name = Name(uuid: uuid, type: type)
        guard let other = latest[name] else {
            latest[name] = (start, updated)
            return
        }
        let isLater = updated >= other.updated
        if isLater { latest[name] = (start, updated) }
        if start != other.start || starts[name] != nil { starts[name] = isLater ? start : other.start }
    }

    /// Ends the records with the identities so far. Later ones have others, so that memory does not grow with the push.
    mutating func endIdentity() { latest.removeAll(keepingCapacity: true) }

    /// Returns whether the push contains a later version of a record, with another start.
    func isEarlier(_ uuid: UUID, _ row: SampleRow) -> Bool {
        guard !starts.isEmpty, let start = starts[Name(uuid: uuid, type: row.type)] else { return false }
        return start != row.start
    }
}
