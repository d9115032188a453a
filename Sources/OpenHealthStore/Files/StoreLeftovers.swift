// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import OpenHealthModel

/// The unfinished files and folders beside a store that killed processes have left. They can contain copies of the store without
/// encryption.
///
/// Those of the store itself are the copies that migrations make of it, and the folders in which its encrypted backups and its restorations
/// are prepared. They are removed when the store is opened for writing. The backups and exports that are written to the same folder remove
/// those of their own name.
package enum StoreLeftovers {
    /// A purpose of a folder beside a store.
    package enum Purpose: String, CaseIterable {
        /// The preparation of an encrypted backup.
        case backup
        /// The preparation of a restored store.
        case restore
    }

    /// Returns the path of the folder for a purpose, without its random part.
    package static func workFolder(besideStoreAt store: URL, for purpose: Purpose) -> String {
        store.deletingLastPathComponent().appendingPathComponent(workName(store, purpose)).path
    }

    private static func workName(_ store: URL, _ purpose: Purpose) -> String {
        ".\(store.lastPathComponent)-\(purpose.rawValue)"
    }

    /// Removes what killed processes have left of a store.
    /// - Returns: What was removed, one line each.
    @discardableResult
    package static func remove(besideStoreAt store: URL) -> [String] {
        var removed: [String] = []
        for store in places(store) {
            let folder = store.deletingLastPathComponent()
            removed += PartialFile.removeAbandoned(in: folder) { isCopy($0, of: store) }
            removed += UnfinishedFile.removeAbandoned(.folder, in: folder) { isWorkFolder($0, of: store) }
        }
        return removed.map { "\($0), which a process that was killed had left, was removed" }
    }

    /// Returns what killed processes have left in the folder of a store: of the store itself, and of other backups and exports.
    /// - Returns: What there is and what removes it, one line each.
    package static func found(besideStoreAt store: URL) -> [String] {
        var lines: [String] = []
        for store in places(store) {
            let folder = store.deletingLastPathComponent()
            for kind in UnfinishedFile.Kind.allCases {
                for name in UnfinishedFile.abandoned(kind, in: folder, of: { _ in true }) {
                    let target = UnfinishedFile.target(of: name) ?? name
                    let isOwn = kind == .file ? isCopy(target, of: store) : isWorkFolder(target, of: store)
                    let remedy =
                        isOwn
                        ? "`health check --repair` and the next command that writes to the store remove it"
                        : "the next command that writes \(target) removes it"
                    lines.append(
                        "\(folder.appendingPathComponent(name).path), which a process that was killed has left, "
                            + "can contain an unencrypted copy of data; \(remedy)")
                }
            }
        }
        return lines
    }

    private static func isCopy(_ name: String, of store: URL) -> Bool {
        MigrationCopyName.isCopy(name, of: store.lastPathComponent)
    }

    private static func isWorkFolder(_ name: String, of store: URL) -> Bool {
        Purpose.allCases.contains { name == workName(store, $0) }
    }

    /// Returns the file of a store, and the one that it names if it is a link: migrations use the latter.
    private static func places(_ store: URL) -> [URL] {
        guard let resolved = FileIdentity.resolved(store.path) else { return [store] }
        let other = URL(fileURLWithPath: resolved)
        let isSame =
            other.lastPathComponent == store.lastPathComponent
            && FileIdentity.resolved(store.deletingLastPathComponent().path) == other.deletingLastPathComponent().path
        return isSame ? [store] : [store, other]
    }
}
