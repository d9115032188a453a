// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The state that a bridge keeps over restarts: the anchor of each type behind the last acknowledged batch.
struct BridgeState: Codable, Equatable {
    var version = 1
    /// The archived anchors by the identifiers of the types.
    var anchors: [String: Data] = [:]
    /// The UUIDs of samples that were sent without an acknowledgement since, by the identifiers of the types. The server can have
    /// them, and without an anchor HealthKit does not report their deletion.
    var unacknowledged: [String: Set<UUID>]?

    /// Notes the samples of a batch that is about to be sent.
    mutating func note(_ samples: [UUID], of type: String) {
        if samples.isEmpty { return }
        unacknowledged = unacknowledged ?? [:]
        unacknowledged?[type, default: []].formUnion(samples)
    }

    /// Removes the samples and deletions of an acknowledged batch.
    mutating func acknowledge(_ uuids: [UUID], of type: String) {
        unacknowledged?[type]?.subtract(uuids)
        if unacknowledged?[type]?.isEmpty == true { unacknowledged?[type] = nil }
        if unacknowledged?.isEmpty == true { unacknowledged = nil }
    }
}

/// The folder in which a bridge keeps its state.
struct BridgeFolder {
    let url: URL

    private var state: URL { url.appendingPathComponent("state.json") }

    /// Returns the kept state; an empty one if there is none, or if it cannot be read: then everything is sent again, and the server
    /// ignores what it has.
    func load() -> BridgeState {
        guard let data = try? Data(contentsOf: state),
            let read = try? JSONDecoder().decode(BridgeState.self, from: data),
            read.version == 1
        else { return BridgeState() }
        return read
    }

    /// Replaces the state as a whole.
    /// - Throws: A ``BridgeError``: `storage`.
    func save(_ new: BridgeState) throws {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let data = try encoder.encode(new)
            #if os(iOS) || os(watchOS) || os(visionOS)
                // Background delivery wakes the app while the phone is locked.
                try data.write(to: state, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
            #else
                try data.write(to: state, options: .atomic)
            #endif
        } catch {
            throw BridgeError(
                .storage, "The bridge cannot write its state in \(url.path). Free some space, or choose another folder."
            )
        }
    }
}

/// Anchors as data.
enum BridgeAnchor {
    static func data(_ anchor: HKQueryAnchor) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: anchor, requiringSecureCoding: true)
    }

    static func anchor(_ data: Data) -> HKQueryAnchor? {
        try? NSKeyedUnarchiver.unarchivedObject(ofClass: HKQueryAnchor.self, from: data)
    }
}
