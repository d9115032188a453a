// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HealthKit

/// The state that a bridge keeps over restarts: the anchor of each type, and the batch that may not have arrived.
struct BridgeState: Codable {
    /// A batch that was made and not acknowledged.
    struct Pending: Codable {
        /// The idempotency key, under which the server performs the batch once.
        var key: String
        /// The identifier of the type.
        var type: String
        /// The anchor behind the batch.
        var anchor: Data
        /// The numbers of samples and deletions in the batch.
        var samples: Int
        var deletions: Int
    }

    var version = 1
    /// The archived anchors of acknowledged batches by the identifiers of the types.
    var anchors: [String: Data] = [:]
    var pending: Pending?
}

/// The folder in which a bridge keeps its state and the body of its unacknowledged batch.
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
    func save(_ new: BridgeState) throws { try write(JSONEncoder().encode(new), to: state) }

    /// Returns the body of a batch, or nil if it is missing.
    func body(_ key: String) -> Data? { try? Data(contentsOf: body(of: key)) }

    /// Writes the body of a batch, before the state that names it.
    func keep(_ body: Data, as key: String) throws { try write(body, to: self.body(of: key)) }

    /// Removes the bodies of all other batches.
    func removeBodies(except key: String?) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []
        for name in names where name.hasSuffix(".batch") && name != "\(key ?? "").batch" {
            try? FileManager.default.removeItem(at: url.appendingPathComponent(name))
        }
    }

    private func body(of key: String) -> URL { url.appendingPathComponent(key + ".batch") }

    private func write(_ data: Data, to file: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            #if os(iOS) || os(watchOS) || os(visionOS)
                // Background delivery wakes the app while the phone is locked.
                try data.write(to: file, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
            #else
                try data.write(to: file, options: .atomic)
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
