// This source file is part of the OpenHealthKit open source project
// SPDX-License-Identifier: Apache-2.0

import Foundation
import GRDB
import OpenHealthModel

extension HealthDatabase {
    /// Subscribes to all changes from now on, by every process.
    ///
    /// Ranges come one after the other without gaps or overlaps, on a thread of the store's, from which the handler should
    /// go away quickly: others wait for it. Changes that come in quick succession may be one range.
    ///
    /// What is followed is the file that this object has opened. If another is put in its place, nothing more is heard,
    /// as reading goes on in the old one too; open the store again. If its content is replaced by an older one, ranges
    /// go on from that one's last place, and one without types tells that everything else may have changed.
    /// - Parameters:
    ///   - anchor: begins after this place instead of the last one; what has happened meanwhile comes first.
    /// - Returns: what keeps the subscription alive; its end ends it.
    /// - Throws: a ``StoreError``.
    package func subscribe(
        after anchor: Int64? = nil, _ handler: @escaping @Sendable (ChangeRange) -> Void
    ) throws -> ChangeSubscription {
        do {
            return try changeHub.subscribe(after: anchor, open: changeSource, handler)
        } catch {
            throw StoreError.wrapping(error, file: url.path)
        }
    }

    /// A connection of its own, since those of the pool may all be busy with long questions.
    private func changeSource() throws -> ChangeSource {
        guard let path = currentPath else { return ChangeSource(pool) }
        return ChangeSource(try Self.openForReading(path), file: path)
    }

    /// The path of the file that was opened, for further connections; nil for a store in memory, and if another file has taken
    /// its place.
    var currentPath: String? {
        guard let identity, identity == FileIdentity(url.path) else { return nil }
        return FileIdentity.resolved(url.path)
    }
}
