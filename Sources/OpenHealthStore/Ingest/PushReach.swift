// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

/// The party that can change or delete a stored sample with its pushes.
enum SampleHolder: Equatable {
    /// The connection with an identifier, which pushed the sample.
    case connection(String)
    /// The imports, which contained the sample.
    case imports
    /// The app that saved the sample.
    case app
}

/// The stored samples that the pushes of a connection can change, and those that it can delete.
struct PushReach {
    /// The identifiers of the connection and of the earlier connections of its phone.
    let apps: Set<String>
    /// The identifiers of the later connections of its phone.
    private let later: Set<String>
    /// Whether the owner has stated that the connection is the phone whose exports are imported.
    let includesImports: Bool

    init(_ db: Database, app: String) throws {
        apps = try String.fetchSet(
            db.cachedStatement(sql: "SELECT predecessor FROM connection_predecessor WHERE app = ?"), arguments: [app]
        ).union([app])
        later = try String.fetchSet(
            db.cachedStatement(sql: "SELECT app FROM connection_predecessor WHERE predecessor = ?"), arguments: [app])
        let pushes = try Int.fetchOne(
            db.cachedStatement(sql: "SELECT pushes FROM app WHERE identifier = ?"), arguments: [app])
        includesImports = pushes == PushPermission.connectionAndImports.rawValue
    }

    /// The identifiers of all connections of its phone. What one of them has deleted, or the person of its samples, does not come back
    /// with late copies of another one.
    var phone: Set<String> { apps.union(later) }

    /// Returns whether the connection, or an earlier one of its phone, pushed the samples of a party.
    func isOwn(_ holder: SampleHolder) -> Bool {
        if case .connection(let app) = holder { return apps.contains(app) }
        return false
    }

    /// Returns whether the connection can delete the samples of a party.
    func mayDelete(_ holder: SampleHolder) -> Bool { isOwn(holder) || holder == .imports && includesImports }

    /// Returns the party that can change a sample.
    static func holder(of sample: RawSample, _ reader: RecordReader) throws -> SampleHolder {
        try holder(
            ofSample: sample.id, ordinal: sample.ordinal, origin: reader.origin(sample.provenance), reader.db)
    }

    /// Returns the party that can change a sample.
    static func holder(ofSample id: Int64, ordinal: Int64, origin: Origin, _ db: Database) throws -> SampleHolder {
        if ordinal < 0 {
            let row = try Row.fetchOne(
                db.cachedStatement(sql: "SELECT imported, app FROM sample_uuid WHERE id = ?"), arguments: [id])
            if let row {
                if try row.value(Bool.self, of: "imported") { return .imports }
                if let app = try row.value(String?.self, of: "app") { return .connection(app) }
            }
        }
        if let app = origin.app { return .connection(app) }
        return origin.bundleIdentifier == nil ? .imports : .app
    }
}

/// The owner's permission for an app to push: data of a phone, with the sources that the phone names.
package enum PushPermission: Int, Sendable, CaseIterable {
    /// Nothing: the app saves samples as itself.
    case none
    /// Samples, which it can change and delete later.
    case connection
    /// Samples, and the deletion of imported samples: the app is on the phone whose exports the owner imports.
    case connectionAndImports
}
